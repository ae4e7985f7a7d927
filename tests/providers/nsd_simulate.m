function sol = nsd_simulate(varargin)
%NSD_SIMULATE  In front of the real one while test_providers runs the examples: also compares.
  front = fileparts(mfilename('fullpath'));
  rmpath(front);
  back = onCleanup(@() addpath(front)); %#ok<NASGU>
  sol = feval('nsd_simulate', varargin{:});
  sys = varargin{1};
  if ~strcmp(sys.Kind, 'linear') && isempty(sys.Builtin)
    compare_providers(sys.Name, varargin);
    setappdata(0, 'nsd_compare_runs', getappdata(0, 'nsd_compare_runs') + 1);
  end
end
