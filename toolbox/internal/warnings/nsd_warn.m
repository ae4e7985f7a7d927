function nsd_warn(id, varargin)
%NSD_WARN  Warn as warning(ID, FORMAT, ...) does, without the list of inner functions.
%   A warning of nsd speaks of the user's model; the files of the toolbox in which it was raised
%   would bury it. How warnings print is as before afterwards, also where warning('error', ID)
%   makes an error of this one.
  before = warning('off', 'backtrace');
  restore = onCleanup(@() warning(before.state, 'backtrace')); %#ok<NASGU>  acts at the end
  warning(id, varargin{:});
end
