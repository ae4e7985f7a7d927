function units = nsd_contact_units(sys)
%NSD_CONTACT_UNITS  Units of gaps, forces and impulses of contacts and of energies, for labels.
%   UNITS is a struct gap, force, impulse, energy: ' (m)', ' (N)', ' (N s)', ' (J)', or others, or
%   '' where no unit can be told. The names of the coordinates decide, as for positions:
%   'phi (rad)', 'x (mm)', or theta and height without a unit. A gap q(1) + 0.3 has the unit of
%   q(1), and one that is a function of angles may be a length or an angle. Without names nothing
%   has a unit, as positions have none. SYS: a system, or the summary of one.
  units = struct('gap', ' (m)', 'force', ' (N)', 'impulse', ' (N s)', 'energy', ' (J)');
  none = struct('gap', '', 'force', '', 'impulse', '', 'energy', '');
  if ~any(strcmp(sys.Kind, {'linear', 'lagrangian'})), return; end
  if isempty(sys.Labels), units = none; return; end
  all_units = cellfun(@unit_of, reshape(sys.Labels, 1, []), 'UniformOutput', false);
  if all(ismember(all_units, {'m', 'rad'})), none.energy = units.energy; end
  [touched, known] = touched_coordinates(sys);
  found = unique(all_units(touched));
  if all(ismember(found, {'m', 'rad'})) && any(strcmp(found, 'm'))
    units.energy = none.energy;
  elseif isequal(found, {'rad'}) && known
    units = struct('gap', ' (rad)', 'force', ' (N m)', 'impulse', ' (N m s)', ...
                   'energy', none.energy);
  else
    units = none;
    if isscalar(found) && known, units.gap = [' (' found{1} ')']; end
  end
end

function unit = unit_of(name)
  unit = regexp(name, '\(([^)]*)\)', 'tokens', 'once');
  if ~isempty(unit)
    unit = unit{1};
  elseif nsd_is_angle(name)
    unit = 'rad';
  else
    unit = 'm';
  end
end

function [touched, known] = touched_coordinates(sys)
% coordinates in gaps H'q + b; all, and KNOWN false, where gaps are functions
  touched = true(1, numel(sys.Labels));
  known = isa(sys, 'NsdSystem') && ~isempty(sys.Gaps) ...
          && all(cellfun(@(r) isempty(r.value) && ~isempty(r.H), sys.Gaps));
  if ~known, return; end
  normals = cellfun(@(r) full(any(r.H ~= 0, 2)), sys.Gaps, 'UniformOutput', false);
  touched = any([normals{:}], 2)';
end
