function text = nsd_version()
%NSD_VERSION  Version of the toolbox, as in CITATION.cff: files and compiled libraries carry it.
%   NSD_VERSION() prints it, with the host; TEXT = NSD_VERSION() returns it, such as '0.1.0'.
%
%   Example
%       nsd_version
%
%   See also NSD_SETUP, NSD_SELFTEST.
  text = '0.1.0';
  if nargout > 0, return; end
  host = 'MATLAB';
  if exist('OCTAVE_VERSION', 'builtin'), host = 'GNU Octave'; end
  fprintf('nsd %s, %s %s\n', text, host, version());
  clear text
end
