function [sys, info] = nsd_compile(sys, varargin)
%NSD_COMPILE  Compile the functions of a nonlinear system with the host's C compiler.
%   SYS = NSD_COMPILE(SYS) records the functions of the NsdSystem SYS (mass, force, potential,
%   gaps, joints and their derivatives), writes C code, compiles the code into a shared library
%   and returns the system that uses it: nsd_simulate(SYS, ...) then runs machine code. Libraries
%   are kept by content in a folder of yours, so that the same functions are compiled once. Values
%   of parameters can be changed afterwards; after a change of a function call NSD_COMPILE again.
%   Runs record the functions by themselves (option Compile) and evaluate the record, which is
%   nearly as fast: NSD_COMPILE is worth its time for long runs or many runs.
%
%   SYS = NSD_COMPILE('file.c') makes a system of functions written in C with the header
%   toolbox/include/nsd_plugin.h, which shows how; see also doc/user/compile.md.
%
%   [SYS, INFO] = NSD_COMPILE(...) also returns a struct:
%       functions   struct array: name, compiled (true or false), hint (why not)
%       file        the library, '' when nothing was compiled
%       seconds     time that recording and compiling took
%       force, gap, forceJacobian, ...   functions @(t,q,v) that evaluate what was compiled
%   Functions that cannot be compiled stay in the interpreter; disp(SYS) says which and why.
%   NSD_COMPILE(SYS, 'Name', VALUE, ...) sets
%       Start    {q0, v0} or {q0, v0, t0}, around which records are checked   [as carried]
%       Target   'library' | 'tape' (record only)                         ['library']
%       Parameters   of a C file: struct of the values of its parameters
%       Restitution  of its contacts: a number, one per contact, or a parameter   [0]
%       Folder   where libraries are kept                [nsd_libraries in prefdir()]
%
%   Raised: nsd:compile:noCompiler, nsd:compile:failed, nsd:compile:badArgument,
%   nsd:compile:notPlugin, nsd:compile:parameter.
%
%   Example
%       sys = NsdSystem.lagrangian(1, @(t,q,v,p) -p.k*sin(q) - 0.1*v).parameter('k', 9.81);
%       [sys, info] = nsd_compile(sys, 'Start', {0.5, 0}, 'Target', 'tape');
%       info.force(0, 0.5, 0)
%
%   See also NSD_SIMULATE, NSDSYSTEM, NSD_OPTIONS.
  if nargin > 0, sys = nsd_chars(sys); end
  if nargin < 1 || ~(isa(sys, 'NsdSystem') || ischar(sys))
    error('nsd:compile:badArgument', 'nsd_compile takes an NsdSystem, or the name of a C file');
  end
  options = read_options(varargin);
  clock = tic();
  if ischar(sys)
    [sys, info] = nsd_plugin_system(sys, options);
    info.seconds = toc(clock);
    return
  end
  if ~strcmp(sys.Kind, 'lagrangian') || ~isempty(sys.Builtin)
    error('nsd:compile:badArgument', 'nsd_compile takes systems made by NsdSystem.lagrangian');
  end
  at = start_of(sys, options.Start);
  [~, sys] = nsd_model_arrays(sys, at.t, at.q, at.v);
  sys = nsd_trace_system(sys.withTapes([]), at, 'auto');
  file = '';
  if strcmp(options.Target, 'library') && any([sys.Tapes.report.compiled])
    file = library_of(sys, [at.t; at.q; at.v; nsd_parameter_values(sys)], options.Folder);
    tapes = sys.Tapes;
    tapes.library = file;
    sys = sys.withTapes(tapes);
  end
  info = struct('functions', sys.Tapes.report, 'file', file, 'seconds', toc(clock));
  names = fieldnames(sys.Tapes.tapes);
  for k = 1:numel(names)
    if ~isempty(sys.Tapes.tapes.(names{k})), info.(names{k}) = evaluator(sys, names{k}); end
  end
end

function file = library_of(sys, x, folder)
% the library of a system; a library found in the folder is tested, and built again if it is damaged
  source = nsd_write_c(sys.Tapes.tapes);
  file = nsd_build_library(source, folder, 'c');
  reason = trouble(sys.Tapes.tapes, x, file);
  if ~isempty(reason)
    nsd_remove_file(file);
    file = nsd_build_library(source, folder, 'c');
    reason = trouble(sys.Tapes.tapes, x, file);
  end
  if ~isempty(reason), error('nsd:compile:failed', '%s: %s', file, reason); end
end

function reason = trouble(tapes, x, file)
% '' when every function of the library returns the same values as its record
  reason = '';
  for name = fieldnames(tapes)'
    tape = tapes.(name{1});
    if isempty(tape), continue; end
    wanted = nsd_kernel('tape_eval', tape, x);
    try
      got = nsd_kernel('tape_eval', tape, x, file, name{1});
    catch err
      reason = err.message;
      return
    end
    same = abs(got - wanted) <= 1e-9*max([abs(wanted); realmin]) | (isnan(got) & isnan(wanted)) ...
           | got == wanted;
    if ~all(same), reason = sprintf('%s of the library differs from its record', name{1}); end
  end
end

function options = read_options(given)
  options = struct('Start', {{}}, 'Target', 'library', 'Folder', '', 'Parameters', struct(), ...
                   'Restitution', 0);
  options = nsd_pair_options('nsd_compile', given, options, 'compile', 'badArgument');
  options.Target = nsd_check_word(options.Target, {'library', 'tape'}, 'Target', ...
                                  'nsd:compile:badArgument');
  if ~ischar(options.Folder) || size(options.Folder, 1) > 1
    error('nsd:compile:badArgument', 'Folder must be the name of a folder');
  elseif ~isstruct(options.Parameters) || ~isscalar(options.Parameters)
    error('nsd:compile:badArgument', 'Parameters must be a struct');
  elseif ~iscell(options.Start)
    error('nsd:compile:badArgument', 'Start must be {q0, v0} or {q0, v0, t0}');
  end
  if isempty(options.Folder), options.Folder = fullfile(prefdir(), 'nsd_libraries'); end
end

function at = start_of(sys, given)
  n = sys.Coordinates;
  if isempty(given) && ~isempty(sys.InitialPosition)
    given = {sys.InitialPosition, sys.InitialVelocity};
  end
  if numel(given) < 2 && isnan(n)
    error('nsd:compile:badArgument', ['the number of coordinates is not known: give ''Start'', ' ...
          '{q0, v0}, or give the system a start']);
  end
  if numel(given) < 2, given = {zeros(n, 1), zeros(n, 1)}; end
  if isnan(n), n = numel(given{1}); end
  at = struct('t', 0, 'q', nsd_check_vector(given{1}, n, 'q0', 'compile'), ...
              'v', nsd_check_vector(given{2}, n, 'v0', 'compile'));
  if numel(given) > 2, at.t = given{3}; end
end

function f = evaluator(sys, name)
  tape = sys.Tapes.tapes.(name);
  library = sys.Tapes.library;
  p = nsd_parameter_values(sys);
  n = sys.Tapes.n;
  f = @(t, q, v) shaped(nsd_kernel('tape_eval', tape, [t; q(:); v(:); p], library, name), name, n);
end

function y = shaped(y, name, n)
  switch name
    case {'mass', 'massJacobian'}, y = reshape(y, n, n);
    case 'forceJacobian', y = reshape(y, n, 2*n);
  end
end
