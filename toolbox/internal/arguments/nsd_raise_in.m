function nsd_raise_in(err, where, t, sys)
%NSD_RAISE_IN  Raise the error of a user's function again: its words, the function WHERE, the time.
%   NSD_RAISE_IN(ERR) its words alone. With SYS an error about a missing field names the parameters
%   of the system.
  if nargin > 3, err = nsd_name_parameters(err, sys); end
  text = err.message;
  if nargin > 3, text = [text count_of(err, sys)]; end
  if nargin > 1, text = [text outputs_of(err, where)]; end
  if nargin > 1, text = sprintf('%s [%s at t = %g]', text, where, t); end
  error(struct('message', text, 'stack', err.stack, ...
               'identifier', nsd_or(err.identifier, 'nsd:simulate:userError')));
end

function text = outputs_of(err, where)
% a gap written as an events file of ode45, with deal, which fails with one output; or ''
  text = '';
  dealt = strncmp(err.identifier, 'MATLAB:deal:', 12) || strncmp(err.message, 'deal: nargin', 12);
  if dealt && any(strcmp(where, {'gap', 'joint'}))
    text = ['; the function is called with one output, its value: deal(value, isterminal, ' ...
            'direction), as in an events file of ode45, does not work: write the value alone'];
  end
end

function text = count_of(err, sys)
% how many entries q and v have, where an index is just beyond as many, or ''
  text = '';
  n = sys.Coordinates;
  bound = regexp(err.message, '(?:out of bound|must not exceed) (\d+)', 'tokens', 'once');
  if isempty(bound) || (~isnan(n) && str2double(bound{1}) ~= n), return; end
  if ~isnumeric(sys.Mass) || isempty(sys.Mass)
    if isempty(sys.FirstOrder), text = '; q and v have as many entries as q0'; end
  else
    text = sprintf('; the system has %s (M is %d-by-%d)', nsd_count_text(n, 'coordinate'), n, n);
  end
end
