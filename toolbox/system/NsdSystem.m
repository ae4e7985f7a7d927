classdef NsdSystem
%NSDSYSTEM  Mechanical system with contacts and joints, or first-order system.
%   A system is made by the name of its kind; `help NsdSystem.linear`, and so on, say all:
%     NsdSystem.linear(M, C, K, F)          M v' + C v + K q = F(t), matrices
%     NsdSystem.lagrangian(M, F)            M(q) v' = F(t,q,v), functions
%     NsdSystem.energies(T, V)              the same from energies T(q,v), V(q)
%     NsdSystem.firstOrder(A, B, C, D)      circuits with diodes, relays
%     NsdSystem.filippov(f, s)              x' = f(t,x,side), side the signs of s(x)
%     NsdSystem.hybrid(f, guard, reset)     x' = f(t,x); x jumps where a guard reaches zero
%
%   Mechanical systems have contacts and joints,
%
%       M v' + C v + K q = F + H P + J mu,    q' = v
%       0 <= y = H'q + b  _|_  P >= 0            the gap is not negative, the contact pushes only
%       J'q + bJ = 0                             joints
%       U+ = -e U-  with U = H'v                 Newton's impact law
%
%   The object is a value: every method returns a changed copy, which has to be kept.
%     sys = sys.contact(H, b)               gaps H'q + b >= 0, H n-by-m    [b = 0]
%     sys = sys.contact(@(q) ...)           gaps by functions of q, or of q and t
%     sys = sys.contact(..., 'Restitution', e)   e in [0,1], scalar or m-by-1 [0]
%     sys = sys.contact(..., 'Friction', mu, 'Tangent', T)   Coulomb friction
%     sys = sys.contact(..., 'Stiffness', k, 'Damping', c)   compliant
%     sys = sys.friction(T, limit)          dry friction along T with a given limit
%     sys = sys.joint(J, b), sys.joint(@(q) ...)   bilateral joints
%     sys = sys.start(q0, v0)               sets the initial state         [v0 = 0]
%     sys = sys.potential(@(q) ...)         energy of the conservative part of F
%     sys = sys.parameter('omega', 2, 'k', 5)   named numbers, p.omega and p.k in functions
%     sys = sys.named(name, labels)         a title, and names of coordinates
%     sys = sys.drawing(@(t,q) [0 0; sin(q) -cos(q)])   what animate(sol) draws (NsdSolution)
%     sys.save(file), NsdSystem.load(file)  .mat or .h5, functions as text
%   sys.M, sys.C, sys.K, sys.F and sys.restitution show what was given; they are read-only.
%   Functions can be evaluated: sys.mass(q), sys.force(t,q,v) = F - C v - K q,
%   sys.gap(q), sys.energy(q,v) with outputs [total, kinetic, potential].
%
%   Bad arguments raise nsd:system:<reason> and name the argument.
%
%   Example
%       ball = NsdSystem.linear(1, 0, 0, -9.81);
%       ball = ball.contact(1, 0, 'Restitution', 0.9);
%       sol  = nsd_simulate(ball, [0 3], 1, 0);
%
%   See also NSD_SIMULATE, NSD_BALL, NSD_HARMONIC, NSD_TABLE, NSD_STRIBECK, NSD_COHESIVE.

  properties (SetAccess = private)
    Kind = 'linear'          % the family of equations
    Mass = []                % M, n-by-n
    Damping = []             % C, n-by-n or []
    Stiffness = []           % K, n-by-n or []
    Force = []               % F: struct with kind and data
    ForceJacobian = []       % @(t,q,v) -> [dF/dq, dF/dv], or []
    Potential = []           % @(q), energy of conservative forces, or []
    Gaps = {}                % contacts, one struct per call of .contact
    Drags = {}               % friction with a given limit, one struct per call of .friction
    JointGroups = {}         % joints, one struct per call of .joint
    FirstOrder = []          % first-order system: struct of matrices or functions, or []
    Parameters = struct()    % named numbers, the last argument p of functions that take it
    Originals = struct()     % functions as given, with p: mass, force, forceJacobian, potential
    Tapes = []               % functions recorded for C, from a run or nsd_compile: struct, or []
    Builtin = []             % compiled model: struct with name and parameters, or []
    ContactNormals = []      % H, n-by-m sparse
    ContactOffset = []       % b, m-by-1
    Restitution = []         % e, m-by-1
    Rough = false            % true: there is friction, rolling, spinning or cohesion
    JointNormals = []        % J, n-by-p sparse
    JointOffset = []         % bJ, p-by-1
    InitialPosition = []     % q0, or [] when none is carried
    InitialVelocity = []     % v0
    Name = ''                % title of plots
    Labels = {}              % names of the coordinates
    Drawing = []             % @(t,q): what animate(sol) draws, or []
  end

  properties (SetAccess = private, Hidden, Transient)
    Stamp = 0                % another number in every changed copy (nsd_kept_run), or 0
    FunctionStamp = 0        % the same until functions change, not values or names (nsd_kept_tapes)
  end

  properties (Dependent, SetAccess = private)
    Coordinates              % n
    Contacts                 % m
    Joints                   % p
    M                        % Mass; C, K: matrices, zero where none was given; F as it was given
    C
    K
    F
    restitution              % e, m-by-1; NaN while a named parameter has no value
  end

  methods (Static)
    function obj = load(file)
    %LOAD  The system that sys.save wrote, with its functions.
      obj = NsdSystem.fromStruct(nsd_load(file, 'system'));
    end

    function obj = linear(M, C, K, F, varargin)
    %LINEAR  M v' + C v + K q = F(t).
    %   SYS = NsdSystem.linear(M, C, K, F) M is symmetric positive definite, full or sparse; C, K
    %   may be 0, [] or left out. F is n-by-1, a function @(t), NSD_HARMONIC(...), NSD_TABLE(...),
    %   n-by-N with its values on the steps of the run, or left out. A function is called once
    %   with all times, t 1-by-N, and may return n-by-N; else time by time.
    %   Example: two masses between springs, the first before a wall
    %       sys = NsdSystem.linear(eye(2), 0, [2 -1; -1 2], nsd_harmonic([1; 0], 1.5));
    %       sol = nsd_simulate(sys.contact([-1; 0], 0.5), [0 20], [0; 0], [0; 0]);
      if nargin < 1
        error('nsd:system:missing', 'NsdSystem.linear needs the mass matrix M');
      elseif nargin > 4
        error('nsd:system:badOption', ['NsdSystem.linear takes M, C, K and F; Restitution goes ' ...
              'to .contact, q0 and v0 to .start or nsd_simulate']);
      end
      if nargin < 2, C = []; end
      if nargin < 3, K = []; end
      if nargin < 4, F = []; end
      obj = NsdSystem();
      obj.Mass = nsd_check_mass(M);
      n = size(M, 1);
      obj.Damping = nsd_square_or_empty(C, n, 'C');
      obj.Stiffness = nsd_square_or_empty(K, n, 'K');
      obj.Force = nsd_force_struct(F, n);
      none = {sparse(n, 0), zeros(0, 1)};                  % deal would take longer
      [obj.ContactNormals, obj.JointNormals] = none{[1 1]};
      [obj.ContactOffset, obj.Restitution, obj.JointOffset] = none{[2 2 2]};
    end

    function obj = lagrangian(M, F, varargin)
    %LAGRANGIAN  M(q) v' = F(t,q,v), M a matrix or @(q).
    %   SYS = NsdSystem.lagrangian(M, F) F holds internal, quadratic and external terms. Contacts
    %   and joints are functions or matrices. Derivatives are exact where functions could be
    %   recorded (disp(SYS) lists these), else differences, unless they are given:
    %   NsdSystem.lagrangian(M, F, 'ForceJacobian', J), J(t,q,v) = [dF/dq, dF/dv].
    %   With .parameter functions take the struct p last: F(t,q,v,p), M(q,p), gaps (q,t,p).
    %   Example: a pendulum before a wall
    %       sys = NsdSystem.lagrangian(1, @(t, q, v) -9.81*sin(q));
    %       sys = sys.contact(@(q) q + 0.3, 'Restitution', 0.8).potential(@(q) -9.81*cos(q));
    %       sol = nsd_simulate(sys, [0 5], 1, 0);
      if nargin < 2, [M, F] = deal([]); end
      F = nsd_force_function(F, M);
      obj = NsdSystem();
      obj.Kind = 'lagrangian';
      if isa(M, 'function_handle')
        obj.Originals.mass = nsd_ordered_arguments(M, {'q'}, 'badMass', 'M must be @(q)');
      else
        obj.Mass = nsd_check_mass(M);
      end
      obj.Force = struct('kind', 'function of t, q, v', 'handle', F);
      obj.Originals.force = F;
      varargin = nsd_chars(varargin);
      for k = 1:2:numel(varargin)
        name = nsd_match_name(varargin{k}, {'ForceJacobian'}, 'system', 'lagrangian');
        if k == numel(varargin) || ~isa(varargin{k+1}, 'function_handle')
          error('nsd:system:badOption', '%s must be a function @(t,q,v)', name);
        end
        obj.Originals.forceJacobian = nsd_ordered_arguments(varargin{k+1}, {'t', 'q', 'v'}, ...
                                           'badForce', 'ForceJacobian must be @(t,q,v)');
      end
      obj = bound(obj);
    end

    function obj = energies(varargin)
    %ENERGIES  The equations of motion from energies: Lagrange's equations, derived exactly.
    %   SYS = NsdSystem.energies(T, V) is the system with kinetic energy T, @(q,v), and potential
    %   V, @(q): M(q) = d2T/dv2, forces of inertia and potential, and all their derivatives come
    %   from the recorded functions, without differences. M(q), or a matrix M, may stand for T:
    %   then T = v'*M(q)*v/2. V may be [] or left out.
    %       Dissipation   function D(q,v): forces -dD/dv, as v'*C*v/2 for dampers       [none]
    %       Force         applied forces @(t,q,v), n-by-1, or a vector                  [none]
    %   T @(q,v,p), V @(q,p), ... take parameters (.parameter) and T @(q,v,t), V @(q,t) the time,
    %   by the names of their arguments. T may have terms linear in v, or without v (a frame that
    %   moves); what SYS.energy calls potential is V - T(q,0). Functions that cannot be recorded
    %   (they branch on q or v) raise nsd:system:energyNotRecorded in the first evaluation; energies
    %   of wrong size, or T not quadratic in v, nsd:system:badEnergy. NSD_CHECK_SYSTEM shows the
    %   equations.
      [M, F, U, damped] = nsd_energies_definition(nsd_chars(varargin));
      obj = NsdSystem.lagrangian(M, F);
      obj.Force.damped = damped;                  % disp of a solution says where that work is
      if ~isempty(U), obj = obj.potential(U); end
    end

    function obj = firstOrder(varargin)
    %FIRSTORDER  x' = A x + B lambda + f(t), y = C x + D lambda + a(t), a law of (y, lambda).
    %   SYS = NsdSystem.firstOrder(A, B, C, D) D may be 0 or left out; -y is in the normal cone of
    %   [lower,upper] at lambda, row by row; by 'Law', a name or a cell with m names:
    %       'complementarity'  0 <= y _|_ lambda >= 0                     (the default)
    %       'relay'            lambda = -sgn(y) in ['Lower','Upper']      [-1, 1]
    %       'equality'         y = 0, lambda free; 'polytope', 'Set', {G, h}: G*lambda <= h
    %   'Input' f and 'Offset' a are given as F of NsdSystem.linear. It starts from x0 alone.
    %   NsdSystem.firstOrder(f, h, g, ...) is x' = f(t,x) + g(x,lambda,t), y = h(x,lambda,t), with
    %   'Relations' m, the number of entries of lambda [1, or as Law, Lower, Upper say], and
    %   'RateJacobian' @(t,x) = df/dx, 'OutputJacobian' @(x,lambda,t) -> [dh/dx, dh/dlambda],
    %   'ActionJacobian' the same for g; with .parameter all take the struct p last.
    %   Example
    %       relay = NsdSystem.firstOrder([0 1; -1 0], [0; 1], [1 2], 0, 'Law', 'relay');
    %       sol = nsd_simulate(relay, [0 10], [2; 0]);
      obj = of_first_order(NsdSystem(), nsd_first_order_definition(nsd_chars(varargin)));
    end

    function obj = filippov(varargin)
    %FILIPPOV  x' = f(t,x,side), side the signs of s(x); sliding where both sides lead to s = 0.
    %   SYS = NsdSystem.filippov(f, s) s may take (x,t) and have several rows; side(i) is the sign
    %   of s_i. 'SurfaceJacobian' is ds/dx. With .parameter: f(t,x,side,p), s(x,t,p).
    %   Example
    %       sys = NsdSystem.filippov(@(t, x, side) [x(2); -x(1) - 0.4*side], @(x) x(2));
    %       sol = nsd_simulate(sys, [0 20], [3; 0]);
      obj = of_first_order(NsdSystem(), nsd_filippov_definition(nsd_chars(varargin)));
    end

    function obj = hybrid(varargin)
    %HYBRID  x' = f(t,x) with guards h(x) >= 0 and resets of x where one is reached.
    %   SYS = NsdSystem.hybrid(f, h, r) with guards h(x), h(x,t) or h(t,y), one row each, positive
    %   at first; where guard i reaches zero x becomes r(x), r(x,i), r(x,i,t) or r(t,y). 'Mass' M
    %   or @(x): M x' = f. NsdSystem.hybrid(f), or (f, 'Mass', M), takes the f(t,y) of ode45; h may
    %   be an events file of it, direction -1. With .parameter: f(t,x,p). doc/user/event-driven.md
    %   Example: a tank is filled at rate 1 and emptied at level 3
    %       sys = NsdSystem.hybrid(@(t, x) 1, @(x) 3 - x, @(x) 0);
    %       sol = nsd_simulate(sys, [0 10], 0);
      obj = of_first_order(NsdSystem(), nsd_hybrid_definition(nsd_chars(varargin)));
    end

    function obj = fromStruct(s)
    %FROMSTRUCT  The system from the struct of toStruct.
      obj = NsdSystem();
      for name = setdiff(fieldnames(s)', derived()), obj.(name{1}) = s.(name{1}); end
    end
  end

  methods (Static, Hidden)
    function obj = compiled(name, varargin)
    %COMPILED  A nonlinear system whose functions are compiled C: see nsd_bar, nsd_pendulum.
      known = {'bar', @nsd_bar_definition; 'pendulum', @nsd_pendulum_definition};
      name = nsd_chars(name);
      hit = find(strcmp(name, known(:, 1)));
      if isempty(hit)
        error('nsd:system:unknownModel', 'the compiled models are: %s', ...
              strjoin(known(:, 1)', ', '));
      end
      model = known{hit, 2}(varargin{:});
      obj = NsdSystem.lagrangian(model.mass, model.force);
      obj.Builtin = struct('name', name, 'parameters', model.parameters);
      obj = obj.contact(model.gap, 'Restitution', model.restitution).potential(model.potential);
      obj = obj.start(model.q0, model.v0).named(model.title, model.labels);
    end
  end

  methods
    function obj = NsdSystem(varargin)
      if nargin > 0
        error('nsd:system:construct', ['a system is made by the name of its kind: ' ...
              'NsdSystem.linear(M, C, K, F), .lagrangian(M, F), .energies(T, V), ' ...
              '.firstOrder(A, B, C, D), .filippov(f, s) or .hybrid(f, guard, reset)']);
      end
      obj.Stamp = nsd_next_stamp();
      obj.FunctionStamp = obj.Stamp;
    end

    function n = get.Coordinates(obj)
      M = obj.Mass;
      if isnumeric(M) && ~isempty(M)
        n = size(M, 1);
        return
      end
      n = NaN;
      if ~isempty(obj.FirstOrder), n = obj.FirstOrder.n; end
      if isnan(n) && ~isempty(obj.InitialPosition), n = numel(obj.InitialPosition); end
    end

    function m = get.Contacts(obj)
      m = nsd_count_rows(obj.Gaps);
    end

    function M = get.M(obj)
      M = obj.Mass;
    end

    function C = get.C(obj)
      C = nsd_given_part(obj, 'Damping');
    end

    function K = get.K(obj)
      K = nsd_given_part(obj, 'Stiffness');
    end

    function F = get.F(obj)
      F = nsd_given_part(obj, 'Force');
    end

    function e = get.restitution(obj)
      e = nsd_given_part(obj, 'restitution');
    end

    function p = get.Joints(obj)
      p = nsd_count_rows(obj.JointGroups);
    end

    function obj = contact(obj, H, varargin)
    %CONTACT  Add unilateral contacts with gaps y = H'q + b >= 0, or y(q), y(q,t) >= 0.
    %   SYS = SYS.CONTACT(H, B) H n-by-m, one column per contact, B m-by-1 or one number [0].
    %   SYS = SYS.CONTACT(@(q) ...), CONTACT(@(q,t) ...) one row per contact; @(t,q) is taken by
    %   the names of its arguments, too. Keep the result: the system itself does not change.
    %       Restitution     e in [0,1], one or one per contact, or a parameter's name      [0]
    %       Jacobian, Rate  dy/dq and dy/dt of a gap that is a function           [recorded]
    %       Friction, Tangent   mu, or a parameter's name, and the directions T of sliding,
    %                       U_T = T'v                                                 [none]
    %       Stiffness, Damping   pressed in by d it pushes with k*d + c*d' if positive    [rigid]
    %       Compliance      'kelvin-voigt' (so), 'hertz', 'hunt-crossley', 'flores', with Exponent
    %       Impact          'newton', 'moreau', 'poisson', 'energetic', 'fremond', or a matrix
    %       MultipleImpact  of the system: 'simultaneous', 'sequential', 'lzb' with
    %                       ImpactStiffness, ImpactExponent                    ['simultaneous']
    %       TangentialRestitution, SurfaceVelocity, Rolling, RollingTangent, Spinning,
    %       SpinningTangent, Cohesion   see doc/user/friction.md, contact-laws.md
    %   T is n-by-m in the plane, n-by-2m in space (two columns per contact), or @(q), @(q,t); mu
    %   is a number, nsd_stribeck(...) or nsd_rate_state(...).
    %   Example: a block slides on a floor to rest
    %       block = NsdSystem.linear(eye(2), 0, 0, [0; -9.81]);
    %       block = block.contact([0; 1], 0, 'Friction', 0.3, 'Tangent', [1; 0]);
    %       sol = nsd_simulate(block, [0 1], [0; 0], [2; 0]);
      if nargin < 2, H = []; end
      if isa(H, 'function_handle'), obj = nsd_as_functions(obj); end         % a floor that moves
      [r, rough] = new_relation(obj, H, varargin, 'contact');
      if rough, obj.Rough = true; end
      obj.Gaps = [obj.Gaps, {r}];
      if strcmp(obj.Kind, 'lagrangian')
        obj = renewed(bound(obj), nargout, 'contact(...)');
        return
      end
      obj.ContactNormals = [obj.ContactNormals, r.H];
      obj.ContactOffset = [obj.ContactOffset; r.b];
      obj.Restitution = [obj.Restitution; r.e.*ones(r.rows, 1)];
      if obj.Rough, nsd_surface_arrays(obj.Gaps, obj.Coordinates, [], 0); end
      obj = renewed(obj, nargout, 'contact(...)');
    end

    function obj = friction(obj, T, limit, varargin)
    %FRICTION  Add dry friction whose limit is given: a seal, a brake, a joint, a pressed belt.
    %   SYS = SYS.FRICTION(T, LIMIT) is a force T*R with |R| <= LIMIT against the sliding velocity
    %   T'v: it sticks, or slides with R = -LIMIT*sign(T'v). T is n-by-1, n-by-2 in space, or
    %   @(q), @(q,t). LIMIT (N) is a number, a parameter's name, @(t), or for NsdSystem.lagrangian
    %   @(t,q,v) or some of these by name, as @(v), each also with p last; negative counts as 0. A
    %   column of numbers: one friction each, with as many columns of T (in space twice as many). In
    %   SOL they follow the contacts: SOL.tangential, SOL.events.contact (kinds stick and slip).
    %       SurfaceVelocity   velocity of the other side along T, as of a belt              [0]
      if nargin < 3
        error('nsd:system:missing', ['sys.friction(T, limit) adds dry friction with a given ' ...
              'limit; the coefficients of contacts are shown by disp(sys)']);
      end
      require_mechanical(obj, 'friction');
      obj.Drags{end+1} = nsd_read_friction(obj, T, limit, nsd_chars(varargin));
      obj.Rough = true;
      obj = renewed(obj, nargout, 'friction(...)');
    end

    function obj = joint(obj, J, varargin)
    %JOINT  Add bilateral joints J'q + b = 0, or g(q), g(q,t) = 0.
    %   SYS = SYS.JOINT(J, B) J n-by-p, one column per joint, B p-by-1 or one number [0].
    %   SYS = SYS.JOINT(@(q) ...), JOINT(@(q,t) ...) for NsdSystem.lagrangian, one row per joint,
    %   with 'Jacobian' dg/dq, p-by-n, and 'Rate' dg/dt if they are not to be recorded.
    %   Example: a mass on a rod of length 1
    %       sys = NsdSystem.lagrangian(eye(2), @(t, q, v) [0; -9.81]).joint(@(q) q'*q - 1);
    %       sol = nsd_simulate(sys, [0 2], [1; 0], [0; 0]);
      if nargin < 2, J = []; end
      r = new_relation(obj, J, varargin, 'joint');
      obj.JointGroups{end+1} = r;
      obj = renewed(obj, nargout, 'joint(...)');
      if strcmp(obj.Kind, 'lagrangian'), obj = bound(obj); return; end
      obj.JointNormals = [obj.JointNormals, r.H];
      obj.JointOffset = [obj.JointOffset; r.b];
    end

    function obj = start(obj, q0, v0)
    %START  Carry an initial state, so that nsd_simulate(sys, tspan) runs; x0 alone if first-order.
      if nargin > 2, require_mechanical(obj, 'start(q0, v0)'); end
      if nargin < 2, error('nsd:system:missing', 'write sys.start(q0, v0), or start(x0)'); end
      n = obj.Coordinates;
      if isnan(n), n = numel(q0); end
      if nargin < 3, v0 = zeros(n, 1); end
      obj.InitialPosition = nsd_check_vector(q0, n, 'q0', 'system');
      obj.InitialVelocity = nsd_check_vector(v0, n, 'v0', 'system');
      nsd_check_names('system', {obj.Name, obj.Labels}, n*~isempty(obj.Labels));
      obj = renewed(obj, nargout, 'start(...)');
    end

    function obj = potential(obj, U)
    %POTENTIAL  Energy of the conservative forces in F, for the energy balance.
      if nargin < 2 || ~strcmp(obj.Kind, 'lagrangian') || ~isa(U, 'function_handle')
        error('nsd:system:badPotential', ...
              'potential takes a function @(q) and belongs to NsdSystem.lagrangian');
      end
      obj.Originals.potential = nsd_ordered_arguments(U, {'q'}, 'badPotential', ...
                                                      'potential must be @(q)');
      obj = renewed(bound(obj), nargout, 'potential(...)');
    end

    function obj = parameter(obj, varargin)
    %PARAMETER  Named numbers: the struct p that functions of the system may take last.
    %   Linear systems: 'mass', 'damping', 'stiffness', 'amplitude', 'omega', 'phase', 'constant',
    %   'offset', 'restitution', 'friction', 'limit' change the number with this name; names that
    %   .contact and .friction were given ('Friction', 'mu') their own.
      varargin = nsd_chars(varargin);
      if ~isfield(obj.FirstOrder, 'given'), require_mechanical(obj, 'parameter'); end
      if strcmp(obj.Kind, 'linear')
        changed = nsd_linear_parameters(obj, nsd_set_parameters(struct(), varargin));
        for name = fieldnames(changed)', obj.(name{1}) = changed.(name{1}); end
        obj = renewed(obj, nargout, 'parameter(...)');
        return
      end
      before = obj.Parameters;
      tapes = obj.Tapes;
      obj.Parameters = nsd_set_parameters(before, varargin);
      obj = bound(obj);
      sameNames = numel(fieldnames(before)) == numel(fieldnames(obj.Parameters));
      if sameNames && ~isempty(tapes) && ~any([tapes.report.fixed])
        obj.Tapes = tapes;              % tapes take the values as arguments
      end
      obj = renewed(obj, nargout, 'parameter(...)');
    end

    function obj = named(obj, varargin)
    %NAMED  named(name, labels): give the system a title and its coordinates names.
      varargin = nsd_chars(varargin);
      nsd_check_names('system', varargin, obj.Coordinates);
      obj.Name = varargin{1};
      if numel(varargin) > 1, obj.Labels = varargin{2}; end
      obj = renewed(obj, nargout, 'named(...)');
    end

    function obj = drawing(obj, draw)
    %DRAWING  drawing(@(t,q) POINTS): what animate(sol) draws; for POINTS see help NsdSolution.
      if nargin < 2 || ~isa(draw, 'function_handle')
        error('nsd:system:badDrawing', ['drawing takes a function, as in ' ...
              'sys.drawing(@(t,q) [0 0; sin(q(1)) -cos(q(1))])']);
      end
      obj.Drawing = draw;
      obj.Stamp = nsd_next_stamp();
    end

    function save(obj, file)
    %SAVE  The system into FILE, .mat or .h5. Functions go as text with the values they hold; local
    %   ones of a file cannot be found again, and raise nsd:file:notSaved.
      if nargin < 2, error('nsd:system:missing', 'name the file, as in sys.save(''ball.mat'')'); end
      obj.Tapes = [];
      nsd_save(file, 'system', obj.toStruct());
    end

    function M = mass(obj, varargin)
    %MASS  mass(q): the mass matrix at q.
      M = obj.Mass;
      if isa(M, 'function_handle')
        M = M(nsd_state_arguments(obj.Coordinates, 'mass', {'q'}, varargin));
      end
    end

    function f = force(obj, varargin)
    %FORCE  force(t, q, v): the whole right-hand side F(t) - C v - K q, or F(t,q,v).
      require_mechanical(obj, 'force');
      [t, q, v] = nsd_state_arguments(obj.Coordinates, 'force', {'t', 'q', 'v'}, varargin);
      f = nsd_whole_force(obj, t, q, v);
    end

    function y = gap(obj, varargin)
    %GAP  gap(q), gap(q, t): the gaps at q (and t), m-by-1.
      if numel(varargin) == 1, varargin{2} = 0; end
      [q, t] = nsd_state_arguments(obj.Coordinates, 'gap', {'q', 't'}, varargin);
      if strcmp(obj.Kind, 'lagrangian')
        y = nsd_relation_value(obj.Gaps, q, t);
      else
        y = full(obj.ContactNormals'*q) + obj.ContactOffset;
      end
    end

    function [total, kinetic, stored] = energy(obj, varargin)
    %ENERGY  energy(q, v): total, kinetic and potential energy (of springs, or by .potential).
      [q, v] = nsd_state_arguments(obj.Coordinates, 'energy', {'q', 'v'}, varargin);
      kinetic = full(v'*obj.mass(q)*v)/2;
      stored = 0;
      if ~isempty(obj.Stiffness), stored = full(q'*obj.Stiffness*q)/2; end
      if ~isempty(obj.Potential), stored = obj.Potential(q); end
      total = kinetic + stored;
    end

    function s = toStruct(obj)
    %TOSTRUCT  Plain struct with all properties, for save (objects cannot be saved in Octave).
      for name = setdiff(properties(obj)', derived()), s.(name{1}) = obj.(name{1}); end
    end

    function same = isequal(obj, varargin)
    %ISEQUAL  True when all are systems with the same matrices, functions and names.
      mine = @(s) isa(obj, 'NsdSystem') && isa(s, 'NsdSystem');
      same = all(cellfun(@(s) mine(s) && isequal(obj.toStruct(), s.toStruct()), varargin));
    end

    function disp(obj), nsd_show_system(obj); end
  end

  methods (Hidden)                     % for other functions of the toolbox
    function obj = subsasgn(obj, place, value)
      if any(strcmp({place.type}, '.')), nsd_refuse_assignment('system', place); end
      obj = builtin('subsasgn', obj, place, value);        % arrays of systems
    end

    % pictures are those of runs
    function varargout = plot(varargin), nsd_refuse_picture(varargin, 'plot'); end %#ok<STOUT>
    function varargout = animate(varargin), nsd_refuse_picture(varargin, 'animate'); end %#ok<STOUT>

    function obj = driven(obj, f)
    % a linear system with the constant force or input F added
      if strcmp(obj.Kind, 'firstOrder')
        obj.FirstOrder.input = nsd_added_force(obj.FirstOrder.input, f);
      else
        obj.Force = nsd_added_force(obj.Force, f);
      end
      obj.Stamp = nsd_next_stamp();
    end

    function obj = withTapes(obj, tapes)
    %WITHTAPES  The system with its functions recorded, for nsd_compile and runs.
      obj.Tapes = tapes;
      [obj.Stamp, obj.FunctionStamp] = deal(nsd_next_stamp());
    end

    function obj = resolved(obj, q, t)
    %RESOLVED  The same system with the number of its relations and the order of arguments known.
      [obj.FirstOrder, turned] = nsd_decided_arguments(obj.FirstOrder, t, q, obj.Parameters);
      if turned, obj = renewed(bound(obj), 1, ''); end
      obj.Gaps = nsd_row_counts(obj.Gaps, q, t, 'gap', obj);
      obj.JointGroups = nsd_row_counts(obj.JointGroups, q, t, 'joint', obj);
    end

    function [obj, count] = loaded(obj, t0, q0, v0)
    %LOADED  The system as it is run from (T0, Q0, V0): COUNT more coordinates, one for each
    %   friction of given limit, which press contacts with these limits                (FC.11)
      [parts, tangents, speeds] = nsd_loaded_parts(obj, t0, q0, v0);
      [n, count] = deal(numel(q0), numel(tangents));
      for name = fieldnames(parts)', obj.(name{1}) = parts.(name{1}); end
      if strcmp(obj.Kind, 'lagrangian'), obj = bound(obj); end
      for k = 1:count
        obj = obj.contact([zeros(n, 1); (1:count)' == k], 0, 'Friction', 1, ...
                          'Tangent', tangents{k}, 'SurfaceVelocity', speeds{k});
      end
    end
  end

  methods (Access = private)
    function obj = renewed(obj, count, call)
    % the system after CALL. Systems are values: a call without a result to keep would do nothing
      if count < 1
        error('nsd:system:resultDropped', ['the result is dropped, and the system stays as it ' ...
              'was: write sys = sys.%s'], call);
      end
      obj.Stamp = nsd_next_stamp();
      if ~any(strcmp(call, {'parameter(...)', 'start(...)', 'named(...)'}))
        obj.FunctionStamp = obj.Stamp;
      end
    end

    function obj = bound(obj)
    % the system with the values of its parameters bound to its functions
      p = obj.Parameters;
      obj.Tapes = [];
      counts = nsd_kind(obj).counts;
      for name = fieldnames(obj.Originals)'
        f = nsd_bind_parameters(obj.Originals.(name{1}), counts.(name{1}), p);
        if strcmp(name{1}, 'force')
          obj.Force.handle = f;
        else
          obj.([upper(name{1}(1)) name{1}(2:end)]) = f;     % Mass, ForceJacobian, Potential
        end
      end
      bind = @(r) nsd_bind_relation(r, p);
      obj.Gaps = cellfun(bind, obj.Gaps, 'UniformOutput', false);
      obj.JointGroups = cellfun(bind, obj.JointGroups, 'UniformOutput', false);
      if isfield(obj.FirstOrder, 'given')
        obj.FirstOrder = nsd_bind_functions(obj.FirstOrder, p);
      end
    end

    function obj = of_first_order(obj, definition)
      obj.Kind = 'firstOrder';
      obj.FirstOrder = definition;
      obj.Force = struct('kind', 'first-order');
    end
  end
end

function names = derived()
  names = {'Coordinates', 'Contacts', 'Joints', 'M', 'C', 'K', 'F', 'restitution'};
end

function require_mechanical(obj, caller)
  if ~isempty(obj.FirstOrder)
    error('nsd:system:mechanicalOnly', ['%s belongs to mechanical systems; a first-order ' ...
          'system has its relations in NsdSystem.firstOrder and starts with start(x0)'], caller);
  end
end

function [r, rough] = new_relation(obj, H, given, caller)
% the relation of a call of contact or joint, and whether it has friction
  require_mechanical(obj, caller);
  linear = ~strcmp(obj.Kind, 'lagrangian');
  if linear, n = size(obj.Mass, 1); else, n = obj.Coordinates; end
  [r, rough] = nsd_read_relation(H, nsd_chars(given), n, caller, linear);
end
