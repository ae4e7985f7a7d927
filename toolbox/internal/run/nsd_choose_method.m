function [method, why, asked, sys, given] = nsd_choose_method(sys, given, q0, t0)
%NSD_CHOOSE_METHOD  The method of a run, and in words why, where the option Method is 'auto'.
%   GIVEN: options as nsd_options makes them, empty where not set, or [] where none is. Q0, T0: the
%   start of the run. Located impacts ('event') are chosen where this method runs the system at
%   a reasonable cost (nsd_method_table) and no option asks for time stepping; time stepping is
%   'moreau', with curved joints 'newmark' or 'rattle' (same table), which is taken for laws of
%   impacts that 'moreau' does not have, too. WHY is '' where the
%   user has named the method, or the kind of system leaves no choice. ASKED: true where an option
%   has decided. SYS: the system with what was evaluated at the start. GIVEN comes back with GGL
%   where joints need it.
  kind = nsd_kind(sys);
  method = kind.methods{1};
  why = '';
  asked = true;
  if ~isempty(given) && ~isempty(given.Method) && ~strcmp(given.Method, 'auto')
    method = given.Method;
    return
  elseif ~any(strcmp('moreau', kind.methods)) || ~any(strcmp('event', kind.methods))
    return
  end
  [stepping, how] = time_stepping(sys, numel(q0));
  [method, name] = asked_for(given, setdiff(kind.methods, {'naive'}), stepping);
  why = sprintf('%s asks for it', name);
  asked = ~isempty(method);
  if ~asked
    [why, sys, contradicts] = obstacle(sys, kind.nonlinear, q0, t0);
    method = stepping;
    if contradicts, method = 'moreau'; end
    if isempty(why)
      method = 'event';
      why = 'a small system, whose impacts can be located';
    end
  end
  if strcmp(method, stepping) && ~strcmp(method, 'moreau')
    if strcmp(method, 'newmark'), [given, how] = with_ggl(given, how); end
    why = [strrep(why, 'for it', 'for time stepping'), how];
  end
end

function [method, how] = time_stepping(sys, n)
% 'moreau'; for joints that are functions of q, which it holds on velocities alone, the first method
% of nsd_method_table with exact joints that has the laws of the contacts; 'rattle' for laws of
% impacts that 'moreau' does not have. HOW: why not 'moreau', in words
  method = 'moreau';
  how = '; it keeps joints exactly';
  if strcmp(sys.Kind, 'lagrangian') && ~all(cellfun(@(r) isempty(r.value), sys.JointGroups))
    [table, names] = nsd_method_table();
    names = names([table.joints] >= n);
  elseif any(cellfun(@(r) ~isempty(r.impact), sys.Gaps))
    names = {'moreau', 'rattle'};
    how = '; it has the law of the impacts';
  else
    return
  end
  for k = 1:numel(names)
    [~, failed] = nsd_probe(@() refused(sys, names{k}));
    if isempty(failed), method = names{k}; return; end
  end
end

function [given, how] = with_ggl(given, how)
% the options of 'newmark' with GGL, where nothing else was said; HOW: in words
  if isempty(given), given = nsd_options(); end
  given.GGL = nsd_or(given.GGL, 'on');
  how = '; with GGL it keeps joints exactly';
  if strcmp(given.GGL, 'off'), how = ''; end
end

function [method, name] = asked_for(given, methods, stepping)
% the method for which an option was made that is set: of 'event', of time stepping alone (STEPPING,
% or 'moreau' for options that STEPPING does not read), or of one of METHODS alone, as GGL
  [method, name] = deal('');
  if isempty(given), return; end
  table = nsd_option_table();
  for k = find(~cellfun('isempty', struct2cell(given)))'
    readers = table(k).methods;
    first = find(ismember(readers, methods), 1);
    if any(strcmp('event', readers))
      [method, name] = deal('event', table(k).name);
      return
    elseif ~isempty(first) && ~any(strcmp('moreau', readers))          % GGL, Beta, Alpha, ...
      [method, name] = deal(readers{first}, table(k).name);
      return
    elseif strcmp(table(k).name, 'Step') || ~isempty(readers) ...
           || (strcmp(table(k).name, 'Start') && strcmp(given.Start, 'accept'))
      if ~any(strcmp(stepping, readers)) && ~strcmp(table(k).name, 'Step'), stepping = 'moreau'; end
      [method, name] = deal(stepping, table(k).name);
    end
  end
end

function [why, sys, contradicts] = obstacle(sys, nonlinear, q0, t0)
% why 'event' cannot run the system, or not at a reasonable cost; '' where it can. CONTRADICTS: true
% where no start obeys all gaps
  limits = nsd_method_table('event').limits;
  n = numel(q0);
  contradicts = false;
  why = '';
  if strcmp(sys.Force.kind, 'columns')
    why = 'F is given by columns on its steps';
  elseif n > limits.coordinates
    why = sprintf('%d coordinates, more than the %d of located impacts', n, limits.coordinates);
  else
    if nonlinear
      [known, failed] = nsd_probe(@() sys.resolved(q0, t0));
      if ~isempty(failed), return; end            % the checks of the start say why
      sys = known;
    end
    contacts = nsd_count_rows(sys.Gaps);
    y = gaps_at(sys.Gaps, q0);
    contradicts = sum(y < -1e-9*max([1; abs(q0)])) > 1 && ~can_be_moved(sys, q0, t0);
    if contradicts
      why = 'gaps that contradict each other at the start';
    elseif contacts > limits.contacts
      why = sprintf('%d contacts, more than the %d of located impacts', contacts, limits.contacts);
    elseif sys.Rough
      why = friction_obstacle(sys, q0, t0);
    end
  end
end

function y = gaps_at(groups, q0)
% gaps at the start, those of functions as sys.resolved has found them
  y = zeros(0, 1);
  for k = 1:numel(groups)
    r = groups{k};
    if isempty(r.value), y = [y; r.H'*q0 + r.b]; else, y = [y; r.known{3}]; end %#ok<AGROW>  few
  end
end

function yes = can_be_moved(sys, q0, t0)
% 'event' moves a start below surfaces onto them: true where some position obeys all gaps, to first
% order (PR.1)
  at = nsd_relations_at(sys, q0, t0);
  [~, info] = nsd_lcp(full(at.H'*(sys.mass(q0) \ at.H)), at.gap);
  yes = strcmp(info.status, 'ok');
end

function why = friction_obstacle(sys, q0, t0)
% stick and slip are located for laws without memory; in space, where directions turn, for few
  why = '';
  [~, failed] = nsd_probe(@() refused(sys, 'event'));
  if ~isempty(failed), why = 'its friction is not that of located impacts'; end
  most = nsd_method_table('event').limits.spatial;
  groups = cellfun(@(r) {r.surface.tangent, r.rows}, sys.Gaps, 'UniformOutput', false);
  limited = cellfun(@(d) {d.tangent, d.count}, sys.Drags, 'UniformOutput', false);
  count = 0;
  for k = [groups, limited]
    [T, failed] = nsd_probe(@() nsd_tangent_value(k{1}{1}, q0, t0));
    if isempty(failed) && size(T, 2) > k{1}{2}, count = count + k{1}{2}; end
  end
  if count > most
    why = sprintf('%d contacts with friction in space, more than the %d of located impacts', ...
                  count, most);
  end
end

function done = refused(sys, method)
% raises where METHOD has no law for the contacts of the system
  options = struct('Method', method, 'Sensitivity', 'off', 'RelTol', [], 'Theta', 0.5, ...
                   'Project', 'auto');
  nsd_refuse_friction(sys, options);
  nsd_refuse_contacts(sys, options);
  done = true;
end
