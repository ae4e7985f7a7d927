function options = nsd_iteration_options(options, unknowns, area)
%NSD_ITERATION_OPTIONS  Tolerance, MaxIter, Relaxation and Start of a solver, checked.
%   OPTIONS = NSD_ITERATION_OPTIONS(OPTIONS, UNKNOWNS, AREA) returns numbers of class double;
%   Relaxation and Start need not be there. An empty Start becomes zeros(UNKNOWNS, 1). Raises
%   nsd:<area>:badOption, or what NSD_REAL_ARRAY raises and nsd:<area>:size for Start.
  limits = struct('Tolerance', 1, 'MaxIter', 2^31, 'Relaxation', 2);
  names = fieldnames(limits);
  for k = 1:numel(names)
    if isfield(options, names{k})
      value = options.(names{k});
      most = limits.(names{k});
      if ~(isnumeric(value) && isreal(value) && isscalar(value) && value > 0 && value < most)
        error(['nsd:' area ':badOption'], '''%s'' must be a number between 0 and %g', ...
              names{k}, most);
      end
      options.(names{k}) = full(double(value));
    end
  end
  options.MaxIter = ceil(options.MaxIter);
  if isfield(options, 'Start')
    if isempty(options.Start), options.Start = zeros(unknowns, 1); end
    options.Start = nsd_real_array(options.Start, 'Start', area);
    if numel(options.Start) ~= unknowns
      error(['nsd:' area ':size'], '''Start'' has %d entries for %d unknowns', ...
            numel(options.Start), unknowns);
    end
    options.Start = options.Start(:);
  end
end
