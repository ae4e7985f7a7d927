function varargout = nsd_sweep(sys, parameters, tspan, varargin)
%NSD_SWEEP  Many runs of one model on all cores: parameters, initial values, or both.
%   OUT = NSD_SWEEP(SYS, P, [T0 T1], 'Name', VALUE, ...) makes one run for each value of the
%   parameters P, a struct of vectors of equal length, and keeps a few numbers of each:
%   OUT.q, OUT.v, OUT.t at its end, OUT.impacts, OUT.status. P = [] with 'q0' and 'v0' of N
%   columns makes one run for each initial state.
%
%   SYS is
%     an NsdSystem.lagrangian, firstOrder, hybrid or filippov with parameters
%       (SYS.parameter); P has fields of these names
%     a linear NsdSystem; P has fields of its own numbers: 'mass', 'damping', 'stiffness',
%       'amplitude', 'omega', 'phase', 'constant' (of its force NSD_HARMONIC), 'offset',
%       'restitution', 'friction' (of its contacts), 'limit' (of .friction), or names that these
%       were given, as in contact(..., 'Friction', 'mu')
%     NsdBodies; P may have 'friction', 'restitution', 'mass', 'gravity'
%     a function @(p) that returns an NsdSystem or NsdBodies, for anything else, such as
%       @(p) nsd_bar('Angle', p.angle); it is called once for each run
%   Linear, recorded and compiled models and bodies run in C, spread over threads, the same
%   bits whatever their number. Functions that cannot be recorded run one after the other
%   through NSD_SIMULATE.
%
%   Options of NSD_SIMULATE (Method, Step, ...), and
%       q0, v0     n-by-1, or n-by-N: one column per run (first-order systems:
%                  q0 is x0, and there is no v0)                  [those of SYS]
%       Grid       'on': all combinations of the values in P, the first
%                  field fastest                                          ['off']
%       Reduce     'last' | 'extrema' | 'poincare' | 'rows', several of them in a
%                  cell, or a function @(sol) of the NsdSolution of each run,
%                  which gives OUT.value                                 ['last']
%       Period     of 'poincare': samples at T0 + j*Period  [that of one NSD_HARMONIC]
%       Section    of 'poincare' instead of Period: 'impact' or the number of a
%                  contact: after its impacts; [k c d]: where entry k of [q; v]
%                  passes c rising (d = 1), falling (-1) or both (0)
%       Samples    number of samples kept of each run, the last ones        [32]
%       Columns    entries of [q; v] kept in samples and rows              [all]
%       After      samples, extrema and impacts count from this time        [T0]
%       Threads    largest number of threads                        [all cores]
%       File       a .mat file in which finished runs are saved every few seconds;
%                  the same call goes on where the file ends              [none]
%       Cluster    'slurm' | 'local' | 'command' | 'parfor': the runs are made by other
%                  processes, and OUT is an NsdSweepJob; it has the options    [none]
%   TSPAN, Step, Period and After may differ from run to run: a function @(p), or N values
%   (N-by-2 for TSPAN). With 'rows' TSPAN may hold the times of the rows.
%
%   OUT is a struct, one row per run: parameters, status (cellstr, see NSD_SIMULATE), message,
%   t, q, v, steps, energyGain (the largest in one step); impacts with count, first, last (times)
%   and speed (largest approach), N-by-m each; qMin, qMax, vMin, vMax; samples with t (N-by-S),
%   q, v (N-by-S-by-n), count, NaN where there are fewer. A run that fails stops at its last
%   good step and does not affect the others; after Ctrl-C finished runs are kept, the others have
%   the status 'stopped'. Bad arguments raise nsd:sweep:<reason>.
%
%   NSD_SWEEP(...) without an output prints a summary of a few lines and puts OUT into ans.
%   NSD_SWEEP(OUT) prints that of an earlier sweep: OUT is a plain struct, and typing its name
%   prints all numbers.
%
%   Example
%       osc = NsdSystem.linear(1, 0, 1, nsd_harmonic(1, 2.6)).contact(-1, 0, 'Restitution', 0.8);
%       p.omega = linspace(2.6, 2.8, 40);
%       out = nsd_sweep(osc, p, @(p) [0 2*pi/p.omega*60], 'Step', @(p) 2*pi/p.omega/200, ...
%                       'q0', -1, 'v0', 0, 'Reduce', 'poincare', 'Section', 'impact', 'Samples', 8);
%       plot(out.parameters.omega, out.samples.v, 'k.')
%
%   See also NSDSWEEPJOB, NSD_SIMULATE, NSDSYSTEM, NSDBODIES, NSD_OPTIONS, NSD_HARMONIC.
  if nargin == 1 && nargout == 0 && is_result(sys)
    nsd_show_sweep(sys);
    return
  elseif nargin < 3
    error('nsd:sweep:missing', 'nsd_sweep needs a system, parameters (or []) and a time span');
  elseif ischar(parameters)
    error('nsd:sweep:badParameter', ['the parameters are a struct with a field for each: ' ...
          'p.%s = [...]; nsd_sweep(sys, p, [t0 t1])'], parameters);
  end
  [own, options] = nsd_sweep_options(varargin);
  stage = containers.Map('now', 'prepares');      % a handle: the watch sees what is set later
  watch = onCleanup(@() tell_interrupt(stage, own.File)); %#ok<NASGU>  until the function is left
  try
    out = make_sweep(sys, parameters, tspan, own, options, stage);
    stage('now') = 'ended';
  catch err
    stage('now') = 'failed';
    nsd_rethrow(err, 'sweep');
  end
  if nargout == 0 && isstruct(out)
    nsd_show_sweep(out);
    assignin('caller', 'ans', out);               % returned, it would be printed
  else
    varargout{1} = out;
  end
end

function yes = is_result(out)
  yes = isstruct(out) && isscalar(out) ...
        && all(isfield(out, {'parameters', 'status', 'message', 'steps', 'impacts'}));
end

function tell_interrupt(stage, file)
% Ctrl-C outside the kernel cannot be caught, and a script would end without a word
  if any(strcmp(stage('now'), {'ended', 'failed'})), return; end
  said = 'while its runs were prepared: none was made';
  kept = sprintf('; %s is as it was', file);
  if strcmp(stage('now'), 'runs')
    said = 'while its runs were made: nothing is returned';
    kept = sprintf('; runs that were saved are in %s, and the same call goes on there', file);
  end
  if isempty(file), kept = ''; end
  fprintf(2, 'nsd_sweep was interrupted %s%s\n', said, kept);
end

function out = make_sweep(sys, parameters, tspan, own, options, stage)
  [p, list] = nsd_sweep_parameters(parameters, own);
  [members, options] = nsd_sweep_members(sys, p, list, tspan, own, options);
  wanted = nsd_sweep_reduction(members, own, options);
  members = nsd_sweep_starts(members, options);
  % the gateway does not return all arrays that a solution of 'event' or of bodies needs
  alone = ~isempty(wanted.fun) && (strcmp(options.Method, 'event') || isa(sys, 'NsdBodies'));
  if ~alone, members = nsd_sweep_compiled(members, options); end
  if ~isempty(own.Cluster)
    out = NsdSweepJob.start(members, wanted, own, options);
    return
  end
  content = [];
  if ~isempty(own.File), content = nsd_sweep_content(members, wanted, options); end
  stage('now') = 'runs';
  raw = nsd_sweep_run(members, wanted, own, options, content);
  out = nsd_sweep_result(members, wanted, raw);
end

%!test
%! out = nsd_sweep(nsd_ball(), struct('restitution', [0 0.5]), [0 0.2], 'Step', 1e-2);
%! assert(numel(out.status), 2);
