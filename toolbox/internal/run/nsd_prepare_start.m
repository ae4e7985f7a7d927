function [q0, v0, run] = nsd_prepare_start(sys, run, q0, v0, options)
%NSD_PREPARE_START  The initial state made consistent; warns of steps above the stability limit.
%   Joints must hold at the start. Gaps must not be negative for schemes that state the impact law
%   on positions or locate impacts; the other schemes accept a start with penetration. A state is
%   moved to the nearest one in the metric of M, with a warning; option Start changes this.
%   RUN.model: arrays and system of nsd_model_arrays at a nonlinear start that was not moved;
%   RUN.moved: how far the coordinate that was moved most is from q0, where one was.
  kind = nsd_kind(sys);
  if ~kind.mechanical, return; end                % the scheme makes the first jump
  warn_of_degrees(sys, q0);
  if strcmp(kind.name, 'bodies')
    [q0, v0] = start_of_bodies(sys, run.t0, q0, v0, options);
    return
  end
  if kind.nonlinear
    [arrays, sys] = nsd_model_arrays(sys, run.t0, q0, v0);  % checks functions and sizes
    run.model = {arrays, sys};
    at = nsd_first_call(@() nsd_relations_at(sys, q0, run.t0, 'closed'), 'gap or joint', ...
                        run.t0, sys);
    if sys.Rough
      nsd_first_call(@() nsd_refuse_tangents(sys, at, q0, run.t0), 'Tangent', run.t0, sys);
      warn_of_lengths(sys, at.H, at.gap', q0, run.t0);
    end
  elseif isempty(sys.JointGroups) && all(full(sys.ContactNormals'*q0) + sys.ContactOffset > 0)
    warn_of_lengths(sys, sys.ContactNormals, Inf, q0, run.t0);
    warn_of_instability(sys, run, q0, v0, options);
    return
  else
    at = nsd_relations_at(sys, q0, run.t0);
    warn_of_lengths(sys, at.H, Inf, q0, run.t0);
  end
  if any(at.gap <= 0), check_normals(sys, at, q0, run.t0); end
  slack = 1e-9*max(1, max(abs([0; q0])));
  soft = nsd_compliant(sys);
  deep = find(at.gap < -slack & ~soft);
  apart = [0 0];
  if ~isempty(at.joint), apart = [max(abs(at.joint)), max(abs(at.J'*v0 + at.jointRate))]; end
  broken = apart(1) > slack || apart(2) > 1e-9*max(1, max(abs([0; v0])));
  if isempty(deep) && ~broken
    warn_of_instability(sys, run, q0, v0, options);
    return
  end
  [choice, gaps] = deal(options.Start);
  if strcmp(choice, 'auto')
    [choice, gaps] = deal('project', 'accept');
    if nsd_is_positional(options), gaps = 'project'; end
  end
  if any(strcmp({choice, gaps}, 'refuse')), refuse(deep, at.gap, broken, apart); end
  if strcmp(options.Start, 'auto') && strcmp(gaps, 'accept') && ~isempty(deep)
    warn_of_penetration(sys, run, q0, v0, at, deep);
  end
  deep = deep(repmat(strcmp(gaps, 'project'), size(deep)));
  broken = broken && strcmp(choice, 'project');
  if ~isempty(deep) || broken
    [q0, v0, run.moved] = moved(sys, run.t0, q0, v0, deep, broken, soft);
    run.model = {};
  end
  if ~isempty(deep)
    nsd_warn('nsd:simulate:gapStart', ['q0 penetrates contact %d by %.3g and was moved to its ' ...
             'surface (is the sign of the gap right? It is positive where there is room); ' ...
             '''Start'', ''accept'' keeps q0, ''refuse'' raises'], deep(1), -at.gap(deep(1)));
  end
  if broken
    nsd_warn('nsd:simulate:jointStart', ['q0, v0 violate the joints (by %.3g, %.3g) and ' ...
             'were moved to the nearest state; ''Start'', ''refuse'' raises instead'], apart);
  end
  warn_of_instability(sys, run, q0, v0, options);
end

function warn_of_degrees(sys, q)
  warn_of_angles(sys, q);
  warn_of_friction_angle(sys);
end

function warn_of_angles(sys, q)
% 57 degrees taken for radians: above a full turn, and a round number, as no run leaves behind
  found = find(abs(q(:)) > 2*pi & 2*q(:) == round(2*q(:)))';
  if isempty(found), return; end
  if strcmp(sys.Kind, 'bodies')
    found = found(mod(found, 3) == 0 & sys.Dimension == 2);
    name = @(k) sprintf('the angle of body %d', k/3);
  else
    found = found(arrayfun(@(k) ~isempty(sys.Labels) && nsd_is_angle(sys.Labels{k}), found));
    name = @(k) sys.Labels{k};
  end
  if isempty(found), return; end
  value = q(found(1));
  nsd_warn('nsd:simulate:degrees', ['%s is %g at the start: angles are in radians; is it meant ' ...
           'in degrees, %g*pi/180 = %.4g?'], name(found(1)), value, value, value*pi/180);
end

function warn_of_friction_angle(sys)
% 'Friction', 30 is a coefficient; as an angle of friction it would be 0.577
  if strcmp(sys.Kind, 'bodies')
    mu = [sys.Usual(1), sys.Surfaces(1, :), sys.PlaneSurfaces(1, :)];
  elseif sys.Rough
    mu = cellfun(@(r) reshape(r.surface.mu, 1, []), sys.Gaps, 'UniformOutput', false);
    mu = [mu{:}];
  else
    return
  end
  found = find(mu > 10 & mu < 90 & mu == round(mu), 1);
  if isempty(found), return; end
  nsd_warn('nsd:simulate:degrees', ['Friction is %g: it is the coefficient mu, not an angle; ' ...
           'for an angle of %g degrees it is tan(%g*pi/180) = %.4g'], mu(found), mu(found), ...
           mu(found), tan(mu(found)*pi/180));
end

function [q0, v0] = start_of_bodies(world, t0, q0, v0, options)
  [q0, v0, flaws] = nsd_look_at_start(world, t0, q0, v0, options);
  for flaw = flaws
    if flaw.refused, error(flaw.id, '%s', flaw.text); end
    nsd_warn(flaw.id, '%s', flaw.text);
  end
end

function check_normals(sys, at, q0, t0)
% raises for a closed contact whose gap has a zero gradient at q0 and nearby; the gradient may be
% zero at one point alone (the centre of a circle)
  closed = find(at.gap <= 0)';
  flat = closed(max(abs([at.H(:, closed); zeros(1, numel(closed))]), [], 1) <= 1e-12);
  if isempty(flat), return; end
  near = nsd_relations_at(sys, q0 + 1e-3*max(1, max(abs(q0)))*sin(1:numel(q0))', t0);
  flat = flat(max(abs(near.H(:, flat)), [], 1) <= 1e-12);
  if ~isempty(flat)
    error('nsd:simulate:noNormal', ['contact %d is closed but has no normal: its gap does not ' ...
          'change with q; ' ...
          'write gap(q) so that it does, or check its Jacobian'], flat(1));
  end
end

function warn_of_lengths(sys, H, gaps, q0, t0)
% mu is a ratio of forces only where normal and tangent are equally long; told once for a run. Gaps
% that are functions are looked at where they are closed, else (Inf) the first twenty contacts
  if ~sys.Rough, return; end
  wanted = gaps <= 0;
  if isequal(gaps, Inf), wanted = (1:sys.Contacts) <= 20; end
  found = nsd_tangent_lengths(sys, H, wanted, q0, t0);
  if isempty(found), return; end
  nsd_warn('nsd:system:tangentScale', 'contact %d: %s (nsd_check_system tells of all contacts)', ...
           found(1).contact, found(1).text);
end

function warn_of_penetration(sys, run, q0, v0, at, deep)
% a penetration far deeper than a run leaves behind: most likely a sign is wrong
  rate = abs(at.H'*v0) + run.h*abs(at.H'*(sys.mass(q0) \ sys.force(run.t0, q0, v0)));
  wrong = deep(-at.gap(deep) > 1000*run.h*rate(deep));
  if isfield(run, 'why') && strncmp(run.why, 'gap', 3), wrong = deep; end    % Method 'auto'
  if ~isempty(wrong)
    nsd_warn('nsd:simulate:startPenetrates', ['gap %d is %.3g at the start: is the sign of its ' ...
             'normal or offset right? A gap must be >= 0. The contact keeps it from getting ' ...
             'deeper, but does not push it out; ''Start'', ''project'' moves q0 to ' ...
             'the surface, ''refuse'' raises, ''accept'' keeps it without this warning'], ...
             wrong(1), at.gap(wrong(1)));
  end
end

function refuse(deep, gap, broken, apart)
  if ~isempty(deep)
    error('nsd:simulate:gapStart', 'q0 penetrates contact %d by %.3g: move it with nsd_project', ...
          deep(1), -gap(deep(1)));
  elseif broken
    error('nsd:simulate:jointStart', 'q0, v0 violate the joints by %.3g, %.3g', apart);
  end
end

function [q, v, far] = moved(sys, t, q, v, deep, broken, soft)
% The nearest position in the metric of M(q0) (PR.1). Gaps and joints are linearised again at each
% iterate: where Newton's method overshoots a curved gap, the next iterate corrects it. Then v is
% projected on the joints. FAR: of the coordinate that was moved most.
  slack = 1e-13*max(1, max(abs(q)));
  start = q;
  M = full(sys.mass(q));
  at = rigid_relations(sys, q, t, soft);
  kept = at.joint*(~broken);
  for k = 1:50
    if isempty(deep), [at.H, at.gap] = deal(zeros(numel(q), 0), zeros(0, 1)); end
    X = M \ [at.H, at.J];
    W = [at.H, at.J]'*X;
    isJoint = [false(numel(at.gap), 1); true(numel(at.joint), 1)];
    z = nsd_mlcp((W + W')/2, [at.gap; at.joint - kept] + [at.H, at.J]'*(start - q), isJoint);
    change = start + X*z - q;
    q = q + change;
    at = rigid_relations(sys, q, t, soft);
    below = at.gap(at.gap < 0 & ~isempty(deep));
    miss = max(abs([0; at.joint - kept; below]));
    if miss <= slack && max(abs(change)) <= 1e-12*max(1, max(abs(q))), break; end
  end
  if ~(miss <= 1e-8*max(1, max(abs(q))))
    wrong = find(abs(at.joint - kept) > slack, 1, 'last');
    if isempty(deep) && rank(at.J) < size(at.J, 2)
      error('nsd:simulate:jointsContradict', ...
            'joint %d contradicts the other joints: check J and b', wrong);
    end
    error('nsd:simulate:startContradicts', ['no position near q0 obeys gaps and joints (%.3g ' ...
          'is left): check them, or give another q0'], miss);
  end
  far = max(abs(q - start));
  if broken
    X = full(sys.mass(q)) \ at.J;
    v = v - X*(pinv(at.J'*X)*(at.J'*v + at.jointRate));
  end
end

function at = rigid_relations(sys, q, t, soft)
% relations at (q, t) without the compliant contacts, which may start below their surface
  at = nsd_relations_at(sys, q, t);
  [at.H, at.gap] = deal(at.H(:, ~soft), at.gap(~soft));
end

function warn_of_instability(sys, run, q0, v0, options)
  row = nsd_method_table(options.Method);
  if ~strcmp(row.family, 'explicit'), return; end
  [s, hint] = deal(0, '');
  if strcmp(options.Method, 'paoli') && ~nsd_kind(sys).nonlinear
    [s, hint] = deal(options.Weight, ', or Weight of 1/4 or more');
  end
  if s >= 1/4, return; end
  omega = nsd_first_call(@() nsd_fastest_frequency(sys, run.t0, q0, v0), 'force', run.t0, sys);
  limit = 2/(omega*sqrt(1 - 4*s));
  if run.h > limit*(1 + 1e-9)
    nsd_warn('nsd:simulate:stabilityLimit', ['Step = %g is above the stability limit %.4g of ' ...
             '''%s'' (frequency %.4g rad/s at the start): take a smaller one%s'], run.h, limit, ...
             options.Method, omega, hint);
  end
end
