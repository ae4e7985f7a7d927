function [text, reason] = nsd_guard_fault(f, x, t, name)
%NSD_GUARD_FAULT  Why a function cannot be the guards ('guard') or surfaces ('surface') of a system.
%   TEXT is '' where nothing is wrong with its value at (X,T). REASON, the end of an identifier:
%   'Logical' for true/false; 'Direction' for an events file of ode45, [value, isterminal,
%   direction], that asks for what is not done: a guard resets always, where its value falls
%   through zero, and a surface is crossed both ways.
  [text, reason] = deal('');
  [value, failed] = nsd_probe(@() nsd_called_at(f, x, t));
  [stop, direction] = asked_for(f, x, t);
  guard = strcmp(name, 'guard');
  wrong = find(direction > 0 | (~guard & direction < 0), 1);
  if ~isempty(failed) && ~isempty(direction)
    reason = 'Direction';
    text = [name ': the function must also work with one output, its value; deal(value, ' ...
            'isterminal, direction) does not: write the value alone'];
  elseif isempty(failed) && islogical(value)
    reason = 'Logical';
    text = ['surfaces must return numbers, not true/false: side is their sign, as @(t,y) y(1) ' ...
            'for y(1) > 0'];
    if guard
      text = ['guards must return numbers, not true/false: a guard is positive before its ' ...
              'event and falls through zero there, as @(t,y) y(1) for y(1) < 0'];
    end
  elseif ~isempty(wrong)
    reason = 'Direction';
    text = sprintf(['surface %d has direction %g, as in an events file of ode45, but surfaces ' ...
                    'are crossed both ways: return the value alone'], wrong, direction(wrong));
    if guard
      text = sprintf(['guard %d has direction 1, as in an events file of ode45: a guard falls ' ...
                      'through zero at its event and is positive before; write -value, with ' ...
                      'direction -1, or max(-value, -rate), with the rate of value, where ' ...
                      '-value is negative at the start'], wrong);
    end
  elseif guard && any(~stop)
    reason = 'Direction';
    text = sprintf(['guard %d has isterminal 0, as in an events file of ode45, but a guard ' ...
                    'resets the state at each of its events: give what only watches as the ' ...
                    'option ''Events'', or write isterminal 1'], find(~stop, 1));
  end
end

function [stop, direction] = asked_for(f, x, t)
% isterminal and direction of each row, [] where F is no events file
  [stop, direction] = deal([]);
  [out, failed] = nsd_probe(@() three_of(f, x, t));
  if ~isempty(failed), return; end
  count = numel(out{1});
  for k = 2:3
    a = out{k};
    if ~(isnumeric(a) || islogical(a)) || ~any(numel(a) == [1 count]) ...
        || ~all(ismember(double(a(:)), -1:1))
      return
    end
    out{k} = double(a(:)) + zeros(count, 1);
  end
  [stop, direction] = out{2:3};
end

function out = three_of(f, x, t)
  out = cell(1, 3);
  if abs(nargin(f)) == 2
    [out{:}] = f(x, t);
  else
    [out{:}] = f(x);
  end
end
