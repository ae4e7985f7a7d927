function varargout = nsd_kernel(varargin)
%NSD_KERNEL  Stands before the MEX file while calls are recorded: keeps arguments, then calls it.
%   The MEX file itself is on the path as nsd_kernel_itself, a copy (fuzz_gateways).
  global NSD_FUZZ_CALLS
  NSD_FUZZ_CALLS{end+1} = struct('given', {varargin}, 'outputs', max(nargout, 1));
  [varargout{1:max(nargout, 1)}] = nsd_kernel_itself(varargin{:});
  varargout = varargout(1:max(nargout, 1));
end
