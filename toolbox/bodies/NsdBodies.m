classdef NsdBodies
%NSDBODIES  Rigid bodies in the plane or in space; contacts are found during the run.
%   W = NsdBodies() is an empty world in space with gravity [0 0 -9.81].
%   W = NsdBodies('Name', VALUE, ...) sets
%       Gravity      vector; its length 2 or 3 is the dimension      [0 0 -9.81]
%       Friction     Coulomb's mu of pairs that name none                    [0]
%       Restitution  Newton's e of pairs that name none                      [0]
%       TangentialRestitution   e_T in (-1,1] of pairs that name none        [0]
%       Rolling, Spinning       friction of turning, lengths (Spinning in
%                               space only), of pairs that name none         [0]
%   The object is a value: every method returns a changed copy.
%     W = W.sphere('Radius', R, 'Position', P, ...)   spheres, P 3-by-N for N of them
%     W = W.disc('Radius', R, 'Position', P, ...)     discs in the plane, P 2-by-N
%     W = W.box('Size', S, 'Position', P, ...)        boxes or rectangles, S full edges
%     W = W.capsule('Radius', R, 'Length', L, 'Position', P, ...)   L between the centres of the
%         ends; along the third axis of the body, in the plane along the first
%     W = W.cylinder('Radius', R, 'Length', L, 'Position', P, ...)   along the third axis
%     W = W.ellipsoid('Radii', R, 'Position', P, ...)      R 3-by-1, along the axes
%     W = W.hull('Points', X, 'Position', P, ...)          convex hull, polygon in the plane
%     W = W.compound({{'box', 'Size', S, 'Centre', C}, ...}, 'Position', P, ...)   several shapes
%         Mass          of each [1], or Density: mass from the volume (plane: the area)
%         Inertia       about the axes of the body, 3-by-1 or 3-by-3        [uniform]
%         Centre        of the shape, seen from the centre of mass                [0]
%         Group, Mask   number from 1 to 50 [1]; groups that the body touches   [all]
%         Velocity      of the centre                                        [0]
%         Spin          angular velocity, a number in the plane, else 3-by-N [0]
%         Angle         plane: angle from the x axis                         [0]
%         Orientation   space: quaternion (w,x,y,z) 4-by-N, or rotation vector 3-by-N
%         Fixed         true: keeps its velocity, contacts do not change it [false]
%         Friction, Restitution, TangentialRestitution, Rolling, Spinning
%                       of its surface                              [not named]
%       One column serves all N bodies.
%     W = W.plane(NORMAL, OFFSET, ...)   half-space n'x >= OFFSET, n = NORMAL/|NORMAL|; with
%         'Velocity' or 'Spin' it moves (conveyor, turntable), as a fixed body with a number
%     W = W.terrain(H, [x0 x1 y0 y1], ...)   heights over a grid, a fixed body
%     W = W.container(LIMITS, ...)       planes of a box [x0 x1 y0 y1 z0 z1]; Inf: none
%     W = W.force(A, F, 'Point', P, 'Frame', 'world')   force on body A at a point [centre]
%     W = W.torque(A, T, 'Frame', 'world')              torque on body A
%         F, T   3-by-1 (plane: 2-by-1, a number), nsd_harmonic, nsd_table, @(t), or @(t,x) with x
%                the state of the body: position, quaternion (angle), velocity, spin
%         Frame  'world', or 'body': F turns with the body, and Point is given in its frame
%     W = W.spring([A B], 'Points', [PA PB], 'Stiffness', K, 'Length', L, 'Damping', C)
%         between two points, 0 is the ground; Length [as added]. Torsional: 'Axis' (in the
%         plane 1) instead of Points, and 'Angle' at rest [0, as added]
%     W = W.joint(KIND, [A B], 'Point', P, 'Axis', D, ...)   0 is the ground; KIND is
%         'ball', 'hinge', 'slider', 'cylinder', 'universal' (Axis 3-by-2), 'fixed',
%         'distance' ('Points', [PA PB], 'Length' [as added]), 'gear' ('Ratio', turns of B for one
%         of A, or 'Point', where they touch), 'rack' (wheel B rolls on A). Of hinges and sliders
%         Limits [lo hi] of the angle or travel, Restitution [0] of the limits,
%         Friction, the largest torque (force) of dry friction, as in URDF: of a journal of
%         radius r under a load N it is mu r N [0],
%         Motor 'speed' or 'position', Target, a number or @(t) [0], MaxTorque [Inf].
%         Joined bodies do not touch, unless 'Collide', true
%     W = W.rope([A B], 'Points', [PA PB], 'Length', L, 'Restitution', E)   at most L apart
%     W = W.ignore(A, B)                 bodies that pass through each other; 0: all planes
%       Points and axes are in coordinates of the world where the bodies were added; they
%       move with their bodies, and W.start does not change them.
%     W = W.start(q0, v0)                another initial state
%     W = W.named(NAME, LABELS)          a title, and names of the bodies, which methods take for
%         their numbers: W.force('arm', ...), W.joint('hinge', {'arm', 'hand'}, ...)
%     W = W.parameter(NAME, VALUE)       'friction', 'restitution', 'mass' or 'gravity' of all
%   A pair of surfaces uses the value that one of them names, the mean if both do, else
%   that of the world.
%
%   q has per body x, y, angle or x, y, z and the quaternion (w,x,y,z); v has the velocity
%   of the centre and the angular velocity, in the frame at rest, 3 or 6 numbers.
%       m x'' = m g + sum of forces,   I w' + w x I w = their moments
%       0 <= gap _|_ P_N >= 0,  U_N+ = -e U_N-,  |P_T| <= mu P_N (Coulomb)
%       joints: their equations hold at the end of every step
%       torques: |rolling| <= Rolling P_N, |about the normal| <= Spinning P_N
%   Contacts: all shapes with all others, by faces, edges, corners and round parts. They are looked
%   for in a uniform grid. Bodies that would fly through another one in a step meet it.
%
%   nsd_simulate(W, [T0 T1], 'Step', h) runs it (Moreau-Jean, theta 1/2), animate(sol) draws;
%   plot(W) draws the start, before a run. With 'Method', 'event' impacts, stick and slip of a few
%   spheres, discs and, against planes, polygons are located (doc/user/rigid-bodies.md).
%   Functions can be evaluated: W.energy(q,v) with outputs [total, kinetic, potential],
%   [p, L] = W.momentum(q,v), linear and angular; W.contacts(q), the contacts at q.
%
%   Bad arguments raise nsd:bodies:<reason> and name the argument.
%
%   Example
%       world = NsdBodies('Friction', 0.3);
%       world = world.plane([0 0 1], 0);
%       world = world.sphere('Radius', 0.5, 'Position', [0 0 0; 0 0 0; 0.6 1.7 2.8]);
%       sol = nsd_simulate(world, [0 1], 'Step', 0.005);
%
%   See also NSD_SIMULATE, NSD_URDF, NSDSOLUTION, NSDSYSTEM.

  properties (SetAccess = private)
    Kind = 'bodies'
    Dimension = 3            % 2 or 3
    Gravity = [0; 0; -9.81]  % Dimension-by-1
    Usual = zeros(5, 1)      % friction, restitution, tangential one, rolling, spinning
    Shapes = {}              % 'sphere', 'box', ..., 1-by-S; bodies have one or several shapes
    Owners = zeros(1, 0)     % number of the body of each shape
    Sizes = zeros(3, 0)      % of each shape, as c/bodies/collide/collide.h says
    ShapePlaces = zeros(12, 0) % centre and axes of each shape, seen from its body
    ShapeData = zeros(1, 0)  % number of its hull or terrain, 0: none
    Surfaces = zeros(5, 0)   % of each shape, as Usual; NaN: not named
    Hulls = {}               % convex hulls, structs
    Terrains = {}            % heights, structs
    Masses = zeros(1, 0)     % of each body; Inf: fixed
    Inertias = zeros(3, 0)   % about the principal axes of the body
    Turns = zeros(4, 0)      % these axes seen from the axes it was given with, quaternions
    Groups = zeros(2, 0)     % bits of the group of each body, and of groups it touches
    Planes = zeros(4, 0)     % unit normal and offset
    PlaneSurfaces = zeros(5, 0)
    InitialPosition = zeros(0, 1)
    InitialVelocity = zeros(0, 1)
    Places = zeros(0, 1)     % q where the bodies were added: what points and axes refer to
    Loads = []               % forces, torques and springs: struct array
    Links = []               % joints and ropes: struct array
    Ignored = zeros(2, 0)    % pairs of bodies that do not touch; 0: all planes
    Name = ''                % title of plots
    Labels = {}              % names of the bodies
  end

  properties (SetAccess = private, Hidden, Transient)
    Stamp = 0                % another number in every changed copy (nsd_kept_run)
  end

  properties (Dependent, SetAccess = private)
    Bodies                   % B
    Coordinates              % numbers in q
    Contacts                 % NaN: the number changes during a run
    Joints                   % number of joints and ropes
  end

  methods (Static)
    function obj = load(file)
    %LOAD  The world that world.save wrote.
      obj = NsdBodies.fromStruct(nsd_load(file, 'world'));
    end

    function obj = fromStruct(s)
    %FROMSTRUCT  The world from the struct of toStruct.
      obj = NsdBodies();
      if ~isempty(s.Links) && ~isfield(s.Links, 'ratio')   % saved before there were gears
        [s.Links.ratio] = deal(0);
      end
      for name = fieldnames(s)', obj.(name{1}) = s.(name{1}); end
    end
  end

  methods
    function obj = NsdBodies(varargin)
      world = read_world(varargin);
      obj.Dimension = numel(world.Gravity);
      obj.Gravity = world.Gravity;
      obj.Usual = world.surface;
      obj.Stamp = nsd_next_stamp();
    end

    function count = get.Bodies(obj)
      count = numel(obj.Masses);
    end

    function n = get.Coordinates(obj)
      n = numel(obj.InitialPosition);
    end

    function m = get.Contacts(obj) %#ok<MANU>
      m = NaN;
    end

    function p = get.Joints(obj)
      p = numel(obj.Links);
    end

    function obj = sphere(obj, varargin)
    %SPHERE  Add spheres: 'Radius', 'Position', 'Mass', ...
      obj = added(obj, nsd_body_group('sphere', obj.Dimension, varargin));
      obj = renewed(obj, nargout, 'sphere');
    end

    function obj = disc(obj, varargin)
    %DISC  Add discs in the plane: 'Radius', 'Position', 'Mass', ...
      obj = added(obj, nsd_body_group('disc', obj.Dimension, varargin));
      obj = renewed(obj, nargout, 'disc');
    end

    function obj = box(obj, varargin)
    %BOX  Add boxes, in the plane rectangles: 'Size' (full edges), 'Position', 'Mass', ...
      obj = added(obj, nsd_body_group('box', obj.Dimension, varargin));
      obj = renewed(obj, nargout, 'box');
    end

    function obj = capsule(obj, varargin)
    %CAPSULE  Add capsules: 'Radius', 'Length' between the centres of the ends, 'Position', ...
      obj = added(obj, nsd_body_group('capsule', obj.Dimension, varargin));
      obj = renewed(obj, nargout, 'capsule');
    end

    function obj = cylinder(obj, varargin)
    %CYLINDER  Add cylinders along their third axis: 'Radius', 'Length', 'Position', ...
      obj = added(obj, nsd_body_group('cylinder', obj.Dimension, varargin));
      obj = renewed(obj, nargout, 'cylinder');
    end

    function obj = ellipsoid(obj, varargin)
    %ELLIPSOID  Add ellipsoids: 'Radii' (3-by-1, along the axes), 'Position', 'Mass', ...
      obj = added(obj, nsd_body_group('ellipsoid', obj.Dimension, varargin));
      obj = renewed(obj, nargout, 'ellipsoid');
    end

    function obj = hull(obj, varargin)
    %HULL  Add convex hulls of points, in the plane polygons: 'Points' (d-by-N), 'Position', ...
    %   The centre of mass of the hull is put to Position; without Position the points are where the
    %   coordinates of the world say. Points inside or repeated are left out.
      obj = added(obj, nsd_body_group('hull', obj.Dimension, varargin));
      obj = renewed(obj, nargout, 'hull');
    end

    function obj = compound(obj, parts, varargin)
    %COMPOUND  Add bodies of several shapes: a cell of cells, one for each shape.
    %   W = W.compound({{'box', 'Size', s, 'Centre', c, ...}, {'sphere', ...}}, 'Position', P, ...)
    %   Of a part: its sizes, Centre and Orientation (plane: Angle) in coordinates of the compound,
    %   Mass or Density, and its surface (Friction, Restitution, ...). Mass, centre of mass and
    %   inertia follow from the parts; Mass or Density of the whole scales them. Position is where
    %   the centre of mass goes; without Position it stays where the coordinates say. With Inertia
    %   (3-by-1 or 3-by-3) the coordinates of the parts begin at the centre of mass.
    %
    %   Example
    %       w = NsdBodies().plane([0 0 1], 0);
    %       hammer = {{'cylinder', 'Radius', 0.02, 'Length', 0.3}, ...
    %                 {'box', 'Size', [0.1; 0.04; 0.04], 'Centre', [0; 0; 0.15]}};
    %       w = w.compound(hammer, 'Density', 2700, 'Position', [0; 0; 1]);
    %       sol = nsd_simulate(w, [0 0.3], 'Step', 1e-3);
      if nargin < 2, parts = {}; end
      obj = added(obj, nsd_body_compound(obj.Dimension, parts, varargin));
      obj = renewed(obj, nargout, 'compound');
    end

    function obj = terrain(obj, heights, limits, varargin)
    %TERRAIN  Add a ground of heights over a grid, as a fixed body: terrain(H, [x0 x1 y0 y1], ...)
    %   H(i,j) is the height at x(i), y(j), equally spaced between the limits; between them lie
    %   triangles. In the plane H is a vector over [x0 x1]. Options: the numbers of a surface, and
    %   Depth of the ground below [the width].
      if nargin < 3, limits = []; end
      if nargin < 2, heights = []; end
      obj = added(obj, nsd_body_terrain(obj.Dimension, heights, limits, varargin));
      obj = renewed(obj, nargout, 'terrain');
    end

    function obj = plane(obj, normal, varargin)
    %PLANE  Add the half-space n'x >= offset that the bodies are in, n = normal/|normal|.
    %   W = W.plane(NORMAL, OFFSET, 'Friction', mu, ...) has the numbers of a surface as options.
    %   'Velocity', v and 'Spin', w move it: a conveyor, a turntable or a table that tilts, about
    %   'Point', p [the point nearest to the origin]. Such a plane is a fixed body with a number.
      if nargin < 2, normal = []; end
      [plane, surface, moving] = nsd_body_plane(obj.Dimension, normal, varargin);
      if isempty(moving)
        obj.Planes = [obj.Planes, plane];
        obj.PlaneSurfaces = [obj.PlaneSurfaces, surface];
      else
        obj = added(obj, moving);
      end
      obj = renewed(obj, nargout, 'plane');
    end

    function obj = container(obj, limits, varargin)
    %CONTAINER  Add the planes of a box [x0 x1 y0 y1 (z0 z1)] around; infinite ones are left out.
      d = obj.Dimension;
      if nargin < 2 || ~isnumeric(limits) || numel(limits) ~= 2*d || any(isnan(limits(:))) ...
         || any(limits(1:2:end) >= limits(2:2:end))
        error('nsd:bodies:badLimits', 'container takes [x0 x1 y0 y1%s] with x0 < x1 and so on', ...
              repmat(' z0 z1', 1, d == 3));
      end
      for k = find(isfinite(limits(:)'))
        normal = zeros(d, 1);
        side = 3 - 2*(mod(k - 1, 2) + 1);          % 1 at lower limits, -1 at upper ones
        normal(ceil(k/2)) = side;
        obj = obj.plane(normal, side*limits(k), varargin{:});
      end
      obj = renewed(obj, nargout, 'container');
    end

    function obj = force(obj, body, F, varargin)
    %FORCE  force(body, F, 'Point', p, 'Frame', 'world' or 'body'): a force on a body.
      if nargin < 3, F = []; end
      if nargin < 2, body = []; end
      obj.Loads = [obj.Loads, nsd_body_load(obj, 'force', body, F, varargin)];
      obj = renewed(obj, nargout, 'force');
    end

    function obj = torque(obj, body, T, varargin)
    %TORQUE  torque(body, T, 'Frame', 'world' or 'body'): on a body; in the plane a number.
      if nargin < 3, T = []; end
      if nargin < 2, body = []; end
      obj.Loads = [obj.Loads, nsd_body_load(obj, 'torque', body, T, varargin)];
      obj = renewed(obj, nargout, 'torque');
    end

    function obj = spring(obj, pair, varargin)
    %SPRING  spring([a b], 'Points', [pa pb], 'Stiffness', k, ...): a spring and damper.
    %   'Axis', d in the place of Points makes a torsional spring.
      if nargin < 2, pair = []; end
      obj.Loads = [obj.Loads, nsd_body_spring(obj, pair, varargin)];
      obj = renewed(obj, nargout, 'spring');
    end

    function obj = joint(obj, kind, pair, varargin)
    %JOINT  joint(kind, [a b], 'Point', p, 'Axis', d, ...): a joint of two bodies; 0 is the ground.
    %   KIND: 'ball', 'hinge', 'slider', 'cylinder', 'universal' (Axis 3-by-2), 'fixed',
    %   'distance' ('Points', [pa pb]). Point and Axis are in coordinates of the world where the
    %   bodies were added; the angle or travel is 0 there. 'gear': wheels of other joints, b turns
    %   'Ratio' times as often as a against what carries them (negative: against each other), about
    %   Axis (space; 3-by-2 for bevel gears), with centres 'Points' [of the bodies]; instead of
    %   Ratio
    %   'Point', where they touch. 'rack': wheel b rolls along a line of a through Point with
    %   direction Axis (space: 3-by-2, with the axis of the wheel). Options of hinges and sliders:
    %       Limits, Restitution   [lo hi] of the angle or travel, e of an impact there  [none, 0]
    %       Friction              largest torque (force) of dry friction [0]; it does not follow the
    %                             load: a journal of radius r that carries N has mu*r*N
    %       Motor, Target, MaxTorque   'speed' or 'position', a number or @(t), its bound
    %   sol.joints has forces, torques, drift and work.
    %
    %   Example
    %       w = NsdBodies('Gravity', [0 -9.81]).box('Size', [1; 0.1], 'Position', [0.5; 0]);
    %       w = w.joint('hinge', [0 1], 'Point', [0; 0]);
    %       sol = nsd_simulate(w, [0 1], 'Step', 1e-3);
      if nargin < 3, error('nsd:bodies:missing', 'write world.joint(''hinge'', [0 1], ...)'); end
      [joint, collides] = nsd_body_joint(obj, kind, pair, varargin);
      obj.Links = [obj.Links, joint];
      if ~collides && all(joint.bodies > 0), obj.Ignored = [obj.Ignored, joint.bodies(:)]; end
      obj = renewed(obj, nargout, 'joint');
    end

    function obj = rope(obj, pair, varargin)
    %ROPE  rope([a b], 'Points', [pa pb], 'Length', l, 'Restitution', e): at most l apart.
      if nargin < 2, pair = []; end
      obj.Links = [obj.Links, nsd_body_rope(obj, pair, varargin)];
      obj = renewed(obj, nargout, 'rope');
    end

    function obj = ignore(obj, a, b)
    %IGNORE  ignore(a, b): these bodies pass through each other; b may be 0, for all planes.
      if nargin < 3, error('nsd:bodies:missing', 'write world.ignore(a, b)'); end
      a = nsd_body_number(obj, a, 'ignore', 0);
      b = nsd_body_number(obj, b, 'ignore', 0);
      [a, b] = ndgrid(a, b);
      pairs = [a(:)'; b(:)'];
      obj.Ignored = [obj.Ignored, pairs(:, pairs(1, :) ~= pairs(2, :))];
      obj = renewed(obj, nargout, 'ignore');
    end

    function obj = start(obj, q0, v0, varargin)
    %START  Another initial state than the one the bodies were added with.
      if nargin > 3 || (nargin > 1 && ischar(q0)) || (nargin > 2 && ischar(v0))
        error('nsd:bodies:badStart', ['write world.start(q0, v0), the state of the whole ' ...
              'world; one body gets Position, Velocity, Spin where it is added']);
      end
      if nargin < 2, q0 = []; end
      if nargin < 3, v0 = zeros(size(obj.InitialVelocity)); end
      obj.InitialPosition = nsd_check_vector(q0, obj.Coordinates, 'q0', 'bodies');
      obj.InitialVelocity = nsd_check_vector(v0, numel(obj.InitialVelocity), 'v0', 'bodies');
      split_state(obj, obj.InitialPosition);
      obj = renewed(obj, nargout, 'start');
    end

    function obj = parameter(obj, varargin)
    %PARAMETER  parameter(name, value, ...) or a struct: one number for the whole world.
    %   'friction', 'restitution' of all contacts; 'mass' of each body that is not fixed, with its
    %   inertia in proportion; 'gravity', its size. NSD_SWEEP sweeps over them.
      varargin = nsd_chars(varargin);
      p = struct(varargin{:});
      for name = fieldnames(p)'
        obj = with_parameter(obj, name{1}, p.(name{1}));
      end
      obj = renewed(obj, nargout, 'parameter');
    end

    function obj = named(obj, varargin)
    %NAMED  named(name, labels): give the world a title and its bodies names.
      varargin = nsd_chars(varargin);
      nsd_check_names('bodies', varargin, obj.Bodies);
      obj.Name = varargin{1};
      if numel(varargin) > 1, obj.Labels = varargin{2}; end
      obj = renewed(obj, nargout, 'named');
    end

    function save(obj, file)
    %SAVE  The world into FILE, .mat or .h5; NsdBodies.load(FILE) reads it.
      if nargin < 2, error('nsd:bodies:badValue', 'name the file, as in world.save(''a.mat'')'); end
      nsd_save(file, 'world', obj.toStruct());
    end

    function [total, kinetic, potential] = energy(obj, q, v)
    %ENERGY  Total, kinetic and potential energy (gravity, springs) of bodies that are not fixed.
      if nargin < 3, error('nsd:bodies:missing', 'write world.energy(q, v)'); end
      part = split_state(obj, q, v);
      free = isfinite(obj.Masses);
      m = obj.Masses(free);
      spin = part.spin(:, free);
      own = spin;
      if obj.Dimension == 3, own = nsd_quaternion_rotate(part.turn(:, free), spin, -1); end
      inertia = obj.Inertias(4-size(own, 1):3, free);
      kinetic = sum(m.*sum(part.velocity(:, free).^2, 1))/2 + sum(sum(inertia.*own.^2))/2;
      potential = -sum(m.*(obj.Gravity'*part.position(:, free))) + nsd_spring_energy(obj, q);
      total = kinetic + potential;
    end

    function [p, L] = momentum(obj, q, v)
    %MOMENTUM  Linear and angular momentum (about the origin) of the bodies that are not fixed.
      if nargin < 3, error('nsd:bodies:missing', 'write world.momentum(q, v)'); end
      part = split_state(obj, q, v);
      free = isfinite(obj.Masses);
      x = part.position(:, free);
      mv = bsxfun(@times, obj.Masses(free), part.velocity(:, free));
      p = sum(mv, 2);
      if obj.Dimension == 2
        L = sum(x(1, :).*mv(2, :) - x(2, :).*mv(1, :) + obj.Inertias(3, free).*part.spin(free));
        return
      end
      own = nsd_quaternion_rotate(part.turn(:, free), part.spin(:, free), -1);
      own = nsd_quaternion_rotate(part.turn(:, free), obj.Inertias(:, free).*own, 1);
      L = sum(cross(x, mv, 1) + own, 2);
    end

    function found = contacts(obj, q, search)
    %CONTACTS  Contacts at q [the initial position]: columns bodies, point, normal, gap.
    %   bodies(k,:) = [a b], b = -p for plane p; the normal leads from b to a. contacts(q, 'all')
    %   tests all pairs, contacts(q) only neighbours in a grid: the result is the same.
      if nargin < 2, q = obj.InitialPosition; end
      arrays = nsd_body_arrays(obj);
      if nargin > 2
        if ~strcmpi(search, 'all')
          error('nsd:bodies:badValue', 'write world.contacts(q), or world.contacts(q, ''all'')');
        end
        arrays.cell = 0;
      end
      split_state(obj, q);
      q = full(double(q(:)));
      found = rmfield(nsd_kernel('bodies_find', arrays, q), {'row', 'impulse'});
    end

    function y = gap(obj, q)
    %GAP  The smallest gap of the contacts at q [the initial position]; NaN without contacts.
      if nargin < 2, q = obj.InitialPosition; end
      y = min([NaN; obj.contacts(q).gap]);
    end

    function s = toStruct(obj)
    %TOSTRUCT  Plain struct with all properties, for save (objects cannot be saved in Octave).
      for name = setdiff(properties(obj)', {'Bodies', 'Coordinates', 'Contacts', 'Joints'})
        s.(name{1}) = obj.(name{1});
      end
    end

    function same = isequal(obj, varargin)
    %ISEQUAL  True when all are worlds with the same bodies, loads, joints and names.
      same = true;
      for other = varargin
        same = same && isa(obj, 'NsdBodies') && isa(other{1}, 'NsdBodies') ...
               && nsd_same_data(obj.toStruct(), other{1}.toStruct());     % NaN: not named
      end
    end

    function disp(obj)
    %DISP  One paragraph about the world.
      nsd_show_world(obj);
    end

    function varargout = plot(obj, varargin)
    %PLOT  A picture of the start, to look at a world before its run; options as of animate(sol).
    %   The start is a run of one step: what a run says about it, plot says.
      sol = nsd_simulate(obj, [0 1e-9], 'Step', 1e-9, 'Progress', 'off');
      if ~any(strcmpi('Title', varargin(1:2:end))), varargin(end+1:end+2) = {'Title', 'off'}; end
      [varargout{1:nargout}] = animate(sol, 'At', 0, varargin{:});
    end

    function varargout = animate(obj, varargin)
    %ANIMATE  The start of a world, as plot(world); a motion is that of a run, animate(sol).
      [varargout{1:nargout}] = plot(obj, varargin{:});
    end
  end

  methods (Hidden)
    function obj = subsasgn(obj, place, value)
      if any(strcmp({place.type}, '.')), nsd_refuse_assignment('bodies', place); end
      obj = builtin('subsasgn', obj, place, value);        % arrays of worlds
    end

    % words that are tried first, with the names to take
    function obj = ball(obj, varargin), refuse_word('ball', 'sphere'); end
    function obj = circle(obj, varargin), refuse_word('circle', 'disc'); end
    function obj = cube(obj, varargin), refuse_word('cube', 'box'); end
    function obj = block(obj, varargin), refuse_word('block', 'box'); end
    function obj = floor(obj, varargin), refuse_word('floor', 'plane'); end
    function obj = ground(obj, varargin), refuse_word('ground', 'plane'); end
    function obj = wall(obj, varargin), refuse_word('wall', 'plane'); end
  end

  methods (Access = private)
    function obj = renewed(obj, count, call)
    % the world after CALL. Worlds are values: a call without a result to keep would do nothing
      if count < 1
        error('nsd:bodies:resultDropped', ['the result is dropped, and the world stays as it ' ...
              'was: write world = world.%s(...)'], call);
      end
      obj.Stamp = nsd_next_stamp();
    end

    function obj = with_parameter(obj, name, value)
      value = nsd_check_world_parameter(name, value);
      switch name
        case 'gravity'
          down = [zeros(obj.Dimension - 1, 1); -1];
          if any(obj.Gravity), down = obj.Gravity/norm(obj.Gravity); end
          obj.Gravity = value*down;
        case 'mass'
          free = isfinite(obj.Masses);
          obj.Inertias(:, free) = bsxfun(@times, obj.Inertias(:, free), value./obj.Masses(free));
          obj.Masses(free) = value;
        otherwise
          row = 1 + strcmp(name, 'restitution');
          obj.Usual(row) = value;
          obj.Surfaces(row, :) = NaN;              % not named: the number of the world
          obj.PlaneSurfaces(row, :) = NaN;
      end
    end

    function obj = added(obj, group)
      [obj, place] = with_data(obj, group);
      obj.Shapes = [obj.Shapes, group.shapes];
      obj.Owners = [obj.Owners, group.owners + obj.Bodies];
      obj.Sizes = [obj.Sizes, group.sizes];
      obj.ShapePlaces = [obj.ShapePlaces, group.places];
      obj.ShapeData = [obj.ShapeData, place];
      obj.Surfaces = [obj.Surfaces, group.surfaces];
      obj.Masses = [obj.Masses, group.masses];
      obj.Inertias = [obj.Inertias, group.inertias];
      obj.Turns = [obj.Turns, group.turns];
      obj.Groups = [obj.Groups, group.groups];
      obj.InitialPosition = [obj.InitialPosition; group.q0];
      obj.InitialVelocity = [obj.InitialVelocity; group.v0];
      obj.Places = [obj.Places; group.q0];
    end

    function [obj, place] = with_data(obj, group)
    % hulls and terrains of new shapes, each kept once, and their numbers
      place = zeros(1, numel(group.shapes));
      for k = find(~cellfun(@isempty, group.data))
        list = 'Hulls';
        if strcmp(group.shapes{k}, 'terrain'), list = 'Terrains'; end
        count = numel(obj.(list));
        if count == 0 || ~isequal(obj.(list){count}, group.data{k})
          obj.(list){end+1} = group.data{k};
          count = count + 1;
        end
        place(k) = count;
      end
    end
  end
end

function refuse_word(word, name)
  error('nsd:bodies:unknownName', 'NsdBodies has no "%s": write world = world.%s(...)', word, name);
end

function world = read_world(given)
% options of NsdBodies(...): gravity, and the surface numbers of pairs that name none
  values = nsd_pair_options('NsdBodies', given, struct('Gravity', [0; 0; -9.81], ...
           'Friction', 0, 'Restitution', 0, 'TangentialRestitution', 0, 'Rolling', 0, ...
           'Spinning', 0));
  world.Gravity = nsd_real_array(values.Gravity, 'Gravity', 'bodies');
  world.Gravity = world.Gravity(:);
  if ~any(numel(world.Gravity) == [2 3])
    error('nsd:bodies:badGravity', ['Gravity must have 2 numbers (bodies in the plane) or 3 ' ...
          '(in space), as in [0 -9.81] or [0 0 -9.81]']);
  end
  world.surface = nsd_body_surface(values, 1, numel(world.Gravity));
end

function part = split_state(world, q, v)
% positions, turns (angle or quaternion), velocities and spins, one column for each body
  d = world.Dimension;
  count = world.Bodies;
  q = nsd_check_vector(q, (4*d - 5)*count, 'q', 'bodies');
  q = reshape(q, 4*d - 5, count);
  part.position = q(1:d, :);
  part.turn = q(d+1:end, :);
  if d == 3 && any(sum(part.turn.^2, 1) == 0)
    error('nsd:bodies:badOrientation', 'a quaternion in q is zero: every fourth to seventh number');
  end
  if nargin < 3, return; end
  v = reshape(nsd_check_vector(v, 3*(d - 1)*count, 'v', 'bodies'), 3*(d - 1), count);
  part.velocity = v(1:d, :);
  part.spin = v(d+1:end, :);
end

%!demo
%! % discs fall into a box
%! world = NsdBodies('Gravity', [0 -9.81], 'Friction', 0.3).container([0 4 0 Inf]);
%! world = world.disc('Radius', 0.4, 'Position', [1 2 3 1.4 2.4; 1 1 1 2 2]);
%! animate(nsd_simulate(world, [0 2], 'Step', 0.005), 'At', 2);
