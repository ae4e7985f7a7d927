function sol = nsd_run_bodies(world, tspan, given)
%NSD_RUN_BODIES  One run of rigid bodies: arguments, checks, gateway, solution.
  [q0, v0, options] = read_arguments(world, given);
  run = nsd_plan_run(tspan, options);
  arrays = nsd_body_arrays(world);
  check_start(world, q0, options);
  B = world.Bodies;
  d = world.Dimension;
  if B*(B + size(world.Planes, 2)) >= 2^31
    error('nsd:bodies:tooMany', '%d bodies and %d planes are too many to number their pairs', ...
          B, size(world.Planes, 2));
  end
  options = nsd_init_output(world, tspan, q0, v0, options);
  run = nsd_run_fields(run, q0, zeros(size(q0)), options);
  width = 3*(d - 1);                               % numbers per body in v
  run.outputSel = padded_places(run.outputSel, numel(q0), width, 4*d - 5);
  padded = [reshape(v0, width, B); zeros(4*d - 5 - width, B)];
  run.v0 = padded(:);
  run.project = double(strcmp(options.Project, 'on'));
  run.keepContacts = double(isempty(run.times) && (strcmp(options.KeepContacts, 'on') || ...
                            (strcmp(options.KeepContacts, 'auto') && B <= 100)));
  keep = struct('kinetic', true, 'potential', true, 'external', false, 'damping', false, ...
                'impact', true, 'friction', true, 'joint', false, 'numerical', true, ...
                'algorithmic', false);
  run.keepEnergy = keep;
  result = nsd_raise_user_error(nsd_kernel('run_bodies', arrays, run), options);
  sol = NsdSolution(world, run, unpacked(result, d, B, ~isempty(run.times)));
  if ~isempty(options.OutputFcn), options.OutputFcn([], [], 'done'); end
end

function select = padded_places(select, n, width, stride)
% places of entries of y = [q; v] in the kernel, whose velocities are padded to the length of q
  late = select > n;
  k = select(late) - n - 1;
  select(late) = n + stride*floor(k/width) + mod(k, width) + 1;
end

function [q0, v0, options] = read_arguments(world, given)
  if world.Bodies < 1
    shapes = nsd_shape_table();
    error('nsd:bodies:empty', 'the world has no bodies: add some with %s or %s', ...
          strjoin({shapes(1:end-1).name}, ', '), shapes(end).name);
  end
  if numel(given) > 2 && isequal(given{3}, []), given(3) = []; end
  isOption = cellfun(@(a) ischar(a) || isstruct(a), given);
  states = find([isOption, true], 1) - 1;
  q0 = world.InitialPosition;
  v0 = world.InitialVelocity;
  if states == 2
    q0 = nsd_check_vector(given{1}, numel(q0), 'q0', 'simulate');
    v0 = nsd_check_vector(given{2}, numel(v0), 'v0', 'simulate');
  elseif states ~= 0
    error('nsd:simulate:noStart', 'give both q0 and v0 before the options, or neither');
  end
  options = nsd_options(given{states+1:end});
  if ~strcmp(nsd_or(options.Method, 'moreau'), 'moreau') || nsd_or(options.Theta, 0.5) ~= 0.5
    error('nsd:simulate:method', 'rigid bodies take Method ''moreau'' with Theta of 1/2');
  end
  nsd_refuse_options(options, nsd_event_option_names(), ...
                     ['belongs to Method ''event'', which rigid bodies do not have: they take ' ...
                      'constant steps, set by Step']);
  usual = 1e-6;
  if world.Bodies > 50, usual = 1e-3; end          % sweeps over many contacts converge slowly
  options.LcpTol = nsd_or(options.LcpTol, usual);
  options.MaxIter = nsd_or(options.MaxIter, 1000);
  options = nsd_fill_options(options);
end

function check_start(world, q0, options)
% bodies that start deep inside each other are most likely a mistake
  choice = options.Start;
  if strcmp(choice, 'accept'), return; end
  if strcmp(choice, 'project')
    error('nsd:options:badValue', 'rigid bodies take ''Start'' ''auto'', ''accept'' or ''refuse''');
  end
  found = world.contacts(q0);
  if isempty(found.gap), return; end
  bound = nsd_body_bounds(world)';
  size_of = bound(found.bodies(:, 1));
  [worst, k] = max(-found.gap./size_of);
  if worst <= 0.02 && ~(strcmp(choice, 'refuse') && worst > 1e-9), return; end
  other = sprintf('body %d', found.bodies(k, 2));
  if found.bodies(k, 2) < 0, other = sprintf('plane %d', -found.bodies(k, 2)); end
  what = ['contacts will keep it from going deeper, but not push it out; move it, or run with ' ...
          '''Project'', ''on'''];
  if strcmp(options.Project, 'on')
    what = 'projection pushes it out in one step along the shortest path; or move it';
  end
  text = sprintf('body %d starts %.3g inside %s: %s', found.bodies(k, 1), -found.gap(k), ...
                 other, what);
  if strcmp(choice, 'refuse'), error('nsd:simulate:gapStart', '%s', text); end
  warning('nsd:simulate:startPenetrates', '%s', text);
end

function result = unpacked(result, d, B, between)
% cuts the padding of velocities and normalises quaternions between steps
  stride = 4*d - 5;
  keep = reshape(1:stride*B, stride, B);
  if d == 3
    result.v = result.v(:, reshape(keep(1:6, :), 1, []));
    if between, result.q = scaled(result.q, keep(4:7, :)); end
  end
  result.multiplier = zeros(size(result.q, 1), 0);
  result.energy.external = zeros(size(result.q, 1), 1);
  result.contacts = nsd_body_contacts(result.contacts, d);
  result.contacts.count = result.contactCount;
  if strcmp(result.status, 'ok') && result.missed > 0, result.status = 'maxIter'; end
end

function q = scaled(q, places)
  for k = 1:size(places, 2)
    p = q(:, places(:, k));
    q(:, places(:, k)) = bsxfun(@rdivide, p, sqrt(sum(p.^2, 2)));
  end
end
