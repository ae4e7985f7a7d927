function [q0, v0, flaws] = nsd_look_at_start(world, t0, q0, v0, options)
%NSD_LOOK_AT_START  The start of rigid bodies, moved to their joints, and what is wrong with it.
%   FLAWS: 1-by-k struct array with id and text of a message, and refused, true for an error and
%   false for a warning. Joints must hold at the start, and bodies may not start deep inside each
%   other; the option Start changes this.
  flaws = struct('id', {}, 'text', {}, 'refused', {});
  [q0, v0, flaws] = on_joints(world, t0, q0, v0, options.Start, flaws);
  if any([flaws.refused]), return; end
  flaws = apart(world, q0, options, flaws);
end

function flaws = with_flaw(flaws, id, refused, format, varargin)
  flaws(1, end+1) = struct('id', id, 'text', sprintf(format, varargin{:}), 'refused', refused);
end

function [q0, v0, flaws] = on_joints(world, t0, q0, v0, choice, flaws)
% the start on the joints of its bodies: moved there with a warning, or refused
  if world.Joints == 0, return; end
  mechanism = nsd_mechanism_arrays(world, t0, q0, v0, 'off');
  [places, v] = nsd_body_places(world, v0);
  [q, v, miss] = nsd_kernel('bodies_assemble', nsd_body_arrays(world, mechanism), q0, v);
  size_of = max(1, max(abs(q0)));
  if ~(miss(3) <= 1e-9*size_of)
    flaws = with_flaw(flaws, 'nsd:bodies:jointsContradict', true, ['no position near the start ' ...
                      'obeys all joints: %.3g is left; check the points of the joints, or ' ...
                      'start elsewhere (world.start)'], miss(3));
    return
  end
  broken = miss(1:2)' > [1e-9*size_of, 1e-4*max(1, max(abs(v0)))];   % a run leaves less
  if ~any(broken), return; end
  if strcmp(choice, 'refuse')
    flaws = with_flaw(flaws, 'nsd:simulate:jointStart', true, ...
                      'the start misses the joints by %.3g, its velocities by %.3g', miss(1:2));
    return
  elseif ~strcmp(choice, 'accept')                % single steps go on from what steps leave
    flaws = with_flaw(flaws, 'nsd:simulate:jointStart', false, ['the start missed the joints ' ...
                      'by %.3g, its velocities by %.3g; both were moved to the nearest that ' ...
                      'fit; ''Start'', ''refuse'' raises instead'], miss(1:2));
  end
  q0 = q;
  v0 = v(places(numel(q) + 1:end) - numel(q));
end

function flaws = apart(world, q0, options, flaws)
% bodies that start deep inside each other are most likely a mistake
  choice = options.Start;
  if strcmp(choice, 'accept'), return; end
  if strcmp(choice, 'project')
    flaws = with_flaw(flaws, 'nsd:options:badValue', true, ...
                      'rigid bodies take ''Start'' ''auto'', ''accept'' or ''refuse''');
    return
  end
  found = world.contacts(q0);
  if all(found.gap >= 0), return; end
  bound = [nsd_body_bounds(world)'; Inf];
  bound(bound == 0) = Inf;                        % planes
  second = found.bodies(:, 2);
  second(second < 0) = numel(bound);
  size_of = min(bound(found.bodies(:, 1)), bound(second));
  [worst, k] = max(-found.gap./size_of);
  if worst <= 0.02 && ~(strcmp(choice, 'refuse') && worst > 1e-9), return; end
  other = sprintf('body %d', found.bodies(k, 2));
  if found.bodies(k, 2) < 0, other = sprintf('plane %d', -found.bodies(k, 2)); end
  what = ['contacts will keep it from going deeper, but not push it out; move it (Position ' ...
          'has one column per body), or run with ''Project'', ''on'''];
  if ~strcmp(options.Project, 'off')
    what = 'projection pushes it out in one step along the shortest path; or move it';
  end
  [refused, id] = deal(strcmp(choice, 'refuse'), 'nsd:simulate:startPenetrates');
  if refused, id = 'nsd:simulate:gapStart'; end
  flaws = with_flaw(flaws, id, refused, 'body %d starts %.3g inside %s: %s', ...
                    found.bodies(k, 1), -found.gap(k), other, what);
end
