function [s, changed] = nsd_decided_arguments(s, t0, x0, p)
%NSD_DECIDED_ARGUMENTS  Functions of a first-order system, each with the state where it is called.
%   Guards, resets and surfaces that are open (s.open: their names do not tell) are tried at the
%   start (T0, X0), with the state first, as they are called, and second, as in ode45. A function
%   that fails, does not use the state, or returns a state of wrong size has it in the other place;
%   so does one that takes the entries of its other argument. Where trials do not tell either,
%   nsd:system:argumentOrder asks for names. CHANGED is true where one in s.given was turned.
  changed = false;
  if ~isfield(s, 'open'), return; end
  for name = fieldnames(s.open)'
    for k = find(s.open.(name{1}))
      f = s.given.(name{1});
      if iscell(f), f = f{k}; end
      reset = strcmp(name{1}, 'reset');
      withP = ~reset && abs(nargin(f)) == 3;
      if ~withP && abs(nargin(f)) ~= 2, continue; end     % r(x,i,t) goes by its places
      if ~turned(f, name{1}, t0, x0, p, withP), continue; end
      changed = true;
      if reset
        s.given.reset{k} = @(x, i, t) f(t, x);
      elseif withP
        s.given.(name{1}) = @(x, t, p) f(t, x, p);
      else
        s.given.(name{1}) = @(x, t) f(t, x);
      end
    end
  end
end

function yes = turned(f, name, t0, x0, p, withP)
% true where the state is the second argument of F
  call = @(a, b) f(a, b);
  if withP, call = @(a, b) f(a, b, p); end
  reset = strcmp(name, 'reset');
  other = t0;
  if reset, other = 1; end                        % the number of the guard comes second there
  rows = NaN;
  if reset, rows = numel(x0); end
  first = tried(@(x, s) call(x, s), x0, other, rows);
  second = tried(@(x, s) call(s, x), x0, t0, rows);
  yes = second.works && second.state && ~(first.works && first.state);
  sure = ~(first.works && second.works) || ~(first.state || second.state);
  if ~sure
    indexed = [first.indexed, second.indexed];
    sure = xor(indexed(1), indexed(2));
    yes = indexed(2);
  end
  sure = sure && ~(yes && reset && second.other); % time, or the number of the guard?
  if ~sure, refuse(f, name); end
end

function seen = tried(f, x, s, rows)
% works: F(X, S) returns numbers, as many as ROWS; state, other: these change with X, with S; 
% indexed: the state is taken by its entries, or as a whole: there is no value without them
  seen = struct('works', false, 'state', false, 'other', false, 'indexed', false);
  [y, failed] = nsd_probe(@() f(x, s));
  number = isnumeric(y) || islogical(y);          % true/false is refused later, by its own words
  if ~isempty(failed) || ~number || ~(isnan(rows) || numel(y) == rows), return; end
  seen.works = true;
  apart = 0.1*max(1, abs(x)).*cos((1:numel(x))' + 0.3);
  seen.state = differs(y, @() f(x + apart, s)) || differs(y, @() f(x - 0.7*apart, s));
  seen.other = differs(y, @() f(x, s + 0.37)) || differs(y, @() f(x, s + 1));
  [none, failed] = nsd_probe(@() f(zeros(0, 1), s));
  seen.indexed = seen.state && (~isempty(failed) || ~isempty(none));
end

function yes = differs(y, f)
  [other, failed] = nsd_probe(f);
  yes = isempty(failed) && ~isequaln(y, other);
end

function refuse(f, name)
  forms = struct('guard', 'a guard h(x) or h(x,t)', 'reset', 'a reset r(x), r(x,i) or r(x,i,t)', ...
                 'surface', 'a surface s(x) or s(x,t)', ...
                 'surfaceJacobian', 'ds/dx(x) or ds/dx(x,t)');
  text = func2str(f);
  if text(1) == '@'
    remedy = sprintf('name the state x and the time t in %s', text);
  else
    remedy = sprintf('write @(t,y) %s(t,y) if the time comes first, as for ode45', text);
    if ~strcmp(name, 'reset'), remedy = sprintf('%s, else @(x,t) %s(x,t)', remedy, text); end
    if strcmp(name, 'reset'), remedy = sprintf('%s, else @(x,i) %s(x,i)', remedy, text); end
  end
  error('nsd:system:argumentOrder', ['%s: which argument is the state cannot be told (%s is ' ...
        'called for): %s'], name, forms.(name), remedy);
end
