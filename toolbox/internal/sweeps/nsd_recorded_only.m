function varargout = nsd_recorded_only(varargin) %#ok<STOUT>
%NSD_RECORDED_ONLY  Stands in stored sweeps for functions that were recorded, and is never called.
  error('nsd:cluster:notRecorded', 'a function of a stored sweep was called that is not in it');
end
