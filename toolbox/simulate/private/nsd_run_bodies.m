function sol = nsd_run_bodies(world, q0, v0, run, options)
%NSD_RUN_BODIES  One run of rigid bodies through its gateway.
  arrays = nsd_body_arrays(world);
  B = world.Bodies;
  d = world.Dimension;
  if B*(B + size(world.Planes, 2)) >= 2^31
    error('nsd:bodies:tooMany', '%d bodies and %d planes are too many to number their pairs', ...
          B, size(world.Planes, 2));
  end
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
end

function select = padded_places(select, n, width, stride)
% places of entries of y = [q; v] in the kernel, whose velocities are padded to the length of q
  late = select > n;
  k = select(late) - n - 1;
  select(late) = n + stride*floor(k/width) + mod(k, width) + 1;
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
