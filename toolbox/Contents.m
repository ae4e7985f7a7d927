% nsd: nonsmooth dynamics for GNU Octave and MATLAB
% Version 0.1.0 (R2019b) 17-Nov-2026
%
% Set-up
%   nsd_setup      - Put the toolbox on the path and check its compiled files
%   nsd_version    - Version of the toolbox
%   nsd_selftest   - Check an installed toolbox against known answers, in seconds
%
% Systems
%   NsdSystem      - Mechanical system with contacts and joints, or first-order system
%   NsdBodies      - Rigid bodies with forces, joints and motors; contacts are found in the run
%   nsd_urdf       - A robot from a URDF file as a world of rigid bodies
%   nsd_harmonic   - Harmonic force
%   nsd_table      - Measured or tabulated force
%   nsd_stribeck   - Coefficient of friction that depends on the sliding speed
%   nsd_rate_state - Rate-and-state friction: faults, rough rock, paper, slow sliding
%   nsd_cohesive   - Cohesive zone of a contact: glue that breaks as it opens
%   nsd_ball       - Bouncing ball on a rigid floor, with an initial state
%   nsd_oscillator - Linear oscillator that hits a wall, with an initial state
%   nsd_pendulum   - Forced pendulum that hits a stop, with an initial state
%   nsd_bar            - Slender bar dropped on a rigid floor, compiled.
%   nsd_bouncing_pendulum - Mass on a rod that bounces on a wall: one joint, one stop
%   nsd_two_balls  - Two balls on a spring that bounce on a floor, with an initial state
%   nsd_clock      - A clock of rigid bodies: escape wheel, anchor and pendulum in the plane
%   nsd_elastic_bar - Elastic bar that falls on a rigid floor: linear finite elements
%   nsd_check_system - Test the functions of a system before it is run
%   nsd_compile    - Compile the functions of a nonlinear system with the host's C compiler
%
% Simulation
%   nsd_simulate   - Integrate a system with contacts and impacts, diodes or relays
%   nsd_options    - Create, change or show the options of nsd_simulate
%   nsd_prepare    - A run made ready once, for many starts: optimisers, shooting, loops of your own
%   nsd_step       - One step of a scheme, for loops of your own
%   NsdSolution    - Result of nsd_simulate: rows, events, energies, plot, export
%     plot(sol), plot(sol, 'velocity')   draws a solution: help NsdSolution
%     animate(sol), animate(sol, @(t,q) POINTS)   plays or films it: help NsdSolution.animate
%   nsd_contact_modes - Open, closed, stick or slip: each contact in each row of a solution
%   nsd_style      - One look for figures: width of lines, palette, letters, grid, panel letters
%   nsd_sweep      - Many runs of one model on all cores: parameters, initial values
%   NsdSweepJob    - A sweep that other processes make: Slurm, background processes, any scheduler
%   nsd_sweep_job  - Open the folder of a sweep that other processes compute
%   nsd_sweep_chunk - Make the runs of one chunk of a sweep in a folder: what a scheduler calls
%
% Solvers
%   nsd_lcp        - Solve a linear complementarity problem
%   nsd_mlcp       - Solve a mixed linear complementarity problem
%   nsd_friction   - Solve a contact problem with Coulomb friction
%   nsd_relay      - Solve a relay problem: a variational inequality on a box
%   nsd_project    - Projection on constraints in the kinetic metric, or on those of a system
%
% Analysis
%   nsd_exact      - Closed-form motion of ball, oscillator, take-off and elastic bar
%   nsd_hausdorff  - Hausdorff distance of two functions with jumps, from their filled graphs
%   nsd_order      - Errors of a scheme over step sizes, and the order they show
%   nsd_compare    - Run one model with every scheme: pictures, penetration, energy, time, error
%   nsd_benchmark  - Rigid bodies against closed forms and published results of other engines
%   nsd_check      - Compare an answer of the course with the exact one, and give a hint
%   nsd_question   - Add a question of your own to those of nsd_check
%   nsd_class      - Keep the answers of a class in a folder, and count them
%   nsd_poincare   - Points of a long run on a section: once a period, at impacts, or on a plane
%   nsd_bifurcation - Bifurcation diagram: points of the long-time motion over a parameter
%   nsd_basin      - Basins of attraction: where each initial state of a grid ends up
%   nsd_periodic   - Periodic motion through impacts, by shooting: state, multipliers, stability
%   nsd_bvp        - Boundary value problem through impacts: conditions at both ends of a motion
%   nsd_branch     - Follow a periodic motion over a parameter; find where it bifurcates
%   nsd_curve      - Follow a fold, a period doubling or a grazing over two parameters
%   nsd_lyapunov   - Lyapunov exponents of a motion with impacts
