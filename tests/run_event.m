function sol = run_event(varargin)
%RUN_EVENT  nsd_simulate with Method 'event'.
  sol = nsd_simulate(varargin{:}, 'Method', 'event');
end
