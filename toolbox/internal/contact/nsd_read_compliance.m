function [laws, rest] = nsd_read_compliance(given, caller)
%NSD_READ_COMPLIANCE  Options of .contact that make it compliant, as rows [k n c d e], and the rest.
%   LAWS is [] for rigid contacts, else one row or one per contact (c/model/compliance.h):
%       lambda = k delta^n (1 + d delta') + c delta'
%   REST: the other options, without Restitution where a law reads it.
  names = {'Stiffness', 'Damping', 'Compliance', 'Exponent'};
  found = struct();
  keep = true(1, numel(given));
  for k = 1:2:numel(given) - 1
    if ~ischar(given{k}), continue; end
    hit = [];
    if ischar(given{k}), hit = find(strcmpi(given{k}, names)); end
    if isempty(hit), continue; end
    found.(names{hit}) = given{k+1};
    keep([k k+1]) = false;
  end
  rest = given(keep);
  laws = [];
  if isempty(fieldnames(found)), return; end
  table = laws_of_compliance();
  word = 'kelvin-voigt';
  if isfield(found, 'Compliance')
    word = nsd_check_word(found.Compliance, {table.word}, 'Compliance', ...
                          'nsd:system:compliance');
  end
  law = table(strcmp(word, {table.word}));
  k = number(found, 'Stiffness', NaN, caller);
  if any(~(k > 0))
    error('nsd:system:compliance', ['%s: a compliant contact needs Stiffness k > 0, as in ' ...
          '''Stiffness'', 1e5; one without Stiffness is rigid'], caller);
  end
  n = number(found, 'Exponent', law.exponent, caller);
  if any(n < 1) || (law.exponent == 1 && any(n ~= 1))
    error('nsd:system:compliance', '%s: Exponent must be 1 or more, and 1 for %s', caller, word);
  end
  damping = number(found, 'Damping', 0, caller);
  if any(damping < 0)
    error('nsd:system:compliance', '%s: Damping must not be negative: %g', caller, min(damping));
  elseif ~law.damping && any(damping > 0)
    error('nsd:system:compliance', '%s: %s has no Damping; %s', caller, word, law.instead);
  end
  [e, rest] = restitution(rest, law, caller);
  laws = one_each({k, n, damping*(law.damping == 1), damping*(law.damping == 2), e}, caller);
end

function table = laws_of_compliance()
% every law once: word, exponent where none is given, what Damping is (0: none, 1: c in N s/m,
% 2: d in s/m), whether Restitution belongs to it, and what to do without Damping
  table = cell2struct({ ...
    'kelvin-voigt',  1,   1, false, ''; ...
    'hertz',         1.5, 0, false, 'take ''hunt-crossley'' for one with Damping'; ...
    'hunt-crossley', 1.5, 2, false, ''; ...
    'flores',        1.5, 0, true,  'its damping follows from Restitution'}, ...
    {'word', 'exponent', 'damping', 'restitution', 'instead'}, 2);
end

function value = number(found, name, usual, caller)
  value = usual;
  if ~isfield(found, name), return; end
  value = found.(name);
  if ischar(value)
    error('nsd:system:compliance', ['%s: %s must be numbers, not a name: names of parameters ' ...
          'are for Restitution and Friction. To vary it: nsd_sweep(@(p) ..., p, tspan), where ' ...
          'the function makes the system with %s = p.%s'], caller, name, name, value);
  end
  if ~isnumeric(value) || ~isreal(value) || isempty(value) || ~all(isfinite(value(:)))
    error('nsd:system:compliance', '%s: %s must be finite numbers, one or one per contact', ...
          caller, name);
  end
  value = double(value(:));
end

function [e, rest] = restitution(rest, law, caller)
% Restitution of a law that reads it; others have none beside a compliance
  e = 0;
  at = find(cellfun(@(word) ischar(word) && strcmpi(word, 'Restitution'), rest(1:2:end)), 1);
  if isempty(at)
    if law.restitution
      error('nsd:system:compliance', '%s: flores needs Restitution in (0,1]', caller);
    end
    return
  end
  value = rest{2*at};
  if law.restitution
    good = isnumeric(value) && isreal(value) && ~isempty(value) ...
           && all(value(:) > 0 & value(:) <= 1);
    if ~good
      error('nsd:system:compliance', '%s: Restitution of flores must lie in (0,1]', caller);
    end
    e = double(value(:));
    rest([2*at - 1, 2*at]) = [];
  elseif ~isequal(value, 0)
    error('nsd:system:compliance', ['%s: a compliant contact has no Restitution: its Damping ' ...
          'decides how it rebounds; Compliance ''flores'' takes one'], caller);
  end
end

function laws = one_each(parts, caller)
  count = max(cellfun('length', parts));
  for k = 1:numel(parts)
    if isscalar(parts{k}), parts{k} = repmat(parts{k}, count, 1); end
    if numel(parts{k}) ~= count
      error('nsd:system:badSize', ['%s: Stiffness, Damping, Exponent and Restitution of ' ...
            'compliant contacts are one number, or one per contact'], caller);
    end
  end
  laws = [parts{:}];
end
