function world = nsd_clock(varargin)
%NSD_CLOCK  A clock of rigid bodies: escape wheel, anchor and pendulum in the plane.
%   WORLD = NSD_CLOCK() is Graham's escapement, an NsdBodies with three bodies: the wheel, with
%   15 teeth and a constant torque; the anchor, with two pallets; the pendulum, fixed to the anchor.
%   While the pendulum swings out, a tooth rests on the round face of a pallet; when the pendulum
%   swings back, the tooth slides over the slanted end of the pallet and pushes, then the wheel
%   falls half a tooth forward onto the other pallet. All of this is contacts of convex polygons.
%   WORLD = NSD_CLOCK('Name', VALUE, ...) changes
%       Radius       of the wheel, m                                       [0.03]
%       Length       from the pivot to the centre of the bob, m           [0.248]
%       Mass         of the bob, kg                                         [0.3]
%       Torque       on the wheel, N m                                     [8e-4]
%       Damping      torque on the pendulum over its spin, N m s         [1.5e-3]
%       Friction     of teeth on pallets                                   [0.05]
%       Angle        of the pendulum at the start, degrees                  [4.5]
%       Gravity      m/s^2                                                 [9.81]
%
%   Example
%       sol = nsd_simulate(nsd_clock(), [0 3], 'Step', 5e-4);
%       teeth = (sol.q(1, 3) - sol.q(end, 3))*15/(2*pi)         % one per period of about 1 s
%
%   See also NSDBODIES, NSD_PENDULUM, NSD_SIMULATE.
  p = nsd_model_parameters('nsd_clock', struct('Radius', 0.03, 'Length', 0.248, 'Mass', 0.3, ...
        'Torque', 8e-4, 'Damping', 1.5e-3, 'Friction', 0.05, 'Angle', 4.5, 'Gravity', 9.81), ...
        varargin);
  teeth = 15;
  span = 4.5*pi/teeth;                            % half the angle between the pallets
  pivot = [0; p.Radius/cos(span)];                % of the anchor, above the wheel
  half = 0.5*(pi/teeth - 0.05)*p.Radius;          % half the width of a pallet
  world = NsdBodies('Gravity', [0, -p.Gravity], 'Friction', p.Friction);
  world = world.compound(wheel(p.Radius, teeth, pi/2 + span + half/p.Radius), 'Mass', 0.01);
  world = world.compound(anchor(p.Radius*tan(span), span, half, pivot), 'Mass', 0.005);
  bob = {{'disc', 'Radius', p.Length/16, 'Centre', pivot - [0; p.Length], 'Mass', p.Mass}, ...
         {'box', 'Size', [p.Length/120; p.Length], 'Centre', pivot - [0; p.Length/2], ...
          'Mass', p.Mass/300}};
  world = world.compound(bob).ignore(1, 3).ignore(2, 3);
  world = world.joint('hinge', [0 1], 'Point', [0; 0]).joint('hinge', [0 2], 'Point', pivot);
  world = world.joint('fixed', [2 3], 'Point', pivot).torque(1, -p.Torque);
  c = p.Damping;
  world = world.torque(3, @(t, x) -c*x(6));
  world = world.start(swung(world.InitialPosition, pivot, p.Angle*pi/180)).named('clock');
end

function x = polar(r, a)
  x = [r.*cos(a); r.*sin(a)];
end

function parts = wheel(R, teeth, first)
% a disc with teeth that lean forward, as the wheel turns clockwise; the first tip is at angle FIRST
  parts = {{'disc', 'Radius', 0.79*R}};
  for j = 1:teeth
    a = first + 2*pi*j/teeth;
    parts{end+1} = {'hull', 'Points', polar(R*[1 0.78 0.78], a + [0 0.07 0.25])};  %#ok<AGROW>
  end
end

function parts = anchor(arm, span, half, pivot)
% Two pallets at the distance ARM from the pivot, where teeth move along the line to the pivot.
% The entry pallet stops teeth by its outer face, round about the pivot, the exit pallet by its
% inner one; ends are slanted by LIFT on both sides, the swing in which a tooth pushes.
  degree = pi/180;
  lift = 2*degree;
  [left, right] = deal(span - pi, -span);
  far = 9*degree;
  entry = [polar(arm + half, left - linspace(far, lift, 8)), ...
           polar(arm - half, left + [lift, -far])];
  exit = [polar(arm - half, right + [far, lift]), polar(arm + half, right + [-lift, far])];
  plate = @(a) [polar(arm/14, a + [-pi/2, pi/2]), polar(arm + half, a + [lift, -lift])];
  outlines = {entry, exit, plate(left - 11*degree), plate(right + 11*degree)};
  parts = cellfun(@(x) {'hull', 'Points', bsxfun(@plus, x, pivot)}, outlines, ...
                  'UniformOutput', false);
end

function q = swung(q, pivot, angle)
% anchor and pendulum, bodies 2 and 3, turned about the pivot
  q = reshape(q, 3, []);
  turn = [cos(angle), -sin(angle); sin(angle), cos(angle)];
  q(1:2, 2:3) = bsxfun(@plus, turn*bsxfun(@minus, q(1:2, 2:3), pivot), pivot);
  q(3, 2:3) = q(3, 2:3) + angle;
  q = q(:);
end
