function options = nsd_fill_options(given, kind)
%NSD_FILL_OPTIONS  Defaults where a value is empty; what nothing reads is told.
%   GIVEN has the fields of the option table in its order, as nsd_options makes them, or is []. With
%   KIND, a row of nsd_kind: Method 'auto' is the first of the kind, unless nsd_choose_method has
%   chosen before; a method of other kinds raises nsd:simulate:method.
%   An option that the method does not read for such systems warns as
%   nsd:options:notRead, or raises nsd:options:badValue if 'event' reads it.
  [table, names, options] = nsd_option_table();
  if nargin > 1, options.Method = kind.methods{1}; end
  if isempty(given)
    if nargin > 1, options = nsd_fill_tolerances(options, given); end
    return
  end
  values = struct2cell(given);
  filled = find(~cellfun('isempty', values))';
  for k = filled, options.(names{k}) = values{k}; end
  if nargin < 2, return; end
  if strcmp(options.Method, 'auto'), options.Method = kind.methods{1}; end
  if ~any(strcmp(options.Method, kind.methods)), refuse_method(options.Method, kind); end
  read = nsd_is_read([], options.Method, kind);
  for k = filled(~read(filled)), tell_unread(table(k), options.Method, kind); end
  options = nsd_fill_tolerances(options, given);
end

function refuse_method(method, kind)
  row = nsd_method_table(method);
  of = nsd_kind(row.systems{1});
  verb = 'takes';
  if any(regexp(kind.title, '(systems|bodies)$')), verb = 'take'; end
  hint = sprintf('%s %s %s', strrep(kind.title, ' systems', ' ones'), verb, ...
                 strjoin(kind.methods, ', '));
  if strcmp(kind.name, 'linear') && strcmp(of.name, 'lagrangian')
    hint = 'write this one as NsdSystem.lagrangian(M, @(t,q,v) F(t) - C*v - K*q)';
  end
  if row.ownSteps && strcmp(kind.name, 'bodies')
    hint = [hint '; nsd_simulate alone runs worlds of few bodies by it'];
  end
  titles = cellfun(@(name) nsd_kind(name).title, row.systems, 'UniformOutput', false);
  error('nsd:simulate:method', 'Method ''%s'' is for %s; %s', method, strjoin(titles, ', '), hint);
end

function tell_unread(option, method, kind)
% an option of 'event' says how accurate a run must be, or what it must find: an error
  titles = cellfun(@(name) nsd_kind(name).title, option.systems, 'UniformOutput', false);
  text = sprintf('%s has no meaning for %s, it belongs to %s', option.name, kind.title, ...
                 strjoin(titles, ', '));
  if ~isempty(option.methods) && ~any(strcmp(method, option.methods))
    text = sprintf('%s is not read by Method ''%s'', it belongs to %s', option.name, method, ...
                   strjoin(strcat('''', option.methods, ''''), ', '));
  end
  if ~any(strcmp('event', option.methods))
    nsd_warn('nsd:options:notRead', '%s: it changes nothing', text);
    return
  elseif any(strcmp('event', kind.methods)) && ~strcmp(method, 'event')
    text = [text ': add ''Method'', ''event''; the others take constant steps, set by Step'];
  elseif strcmp(kind.name, 'bodies') && any(strcmp(option.name, {'RelTol', 'AbsTol', 'MaxStep'}))
    text = [text ': set Step, or add ''Method'', ''event'', which runs worlds of few bodies'];
  end
  error('nsd:options:badValue', '%s', text);
end
