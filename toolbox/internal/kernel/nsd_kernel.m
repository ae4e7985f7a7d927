function varargout = nsd_kernel(varargin) %#ok<INUSD,STOUT>
%NSD_KERNEL  The compiled kernels: nsd_kernel(GATEWAY, ...) calls the MEX file beside this file.
%   This function runs only where the MEX file is missing.
  error('nsd:setup:notBuilt', ['the compiled file of the toolbox is missing: run nsd_setup, ' ...
        'which builds it']);
end
