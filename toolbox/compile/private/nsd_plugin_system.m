function [sys, info] = nsd_plugin_system(file, options)
%NSD_PLUGIN_SYSTEM  A system of functions in C (toolbox/include/nsd_plugin.h), for nsd_compile.
  if exist(file, 'file') ~= 2
    error('nsd:compile:badArgument', 'there is no file %s', file);
  end
  library = nsd_build_library(preprocessed(file), options.Folder, 'cpp-output');
  has = nsd_kernel('plugin', library);
  p = values_of(regexp(has.parameters, '\w+', 'match'), options.Parameters);
  tapes = tapes_of(has, numel(fieldnames(p)));
  require(has, tapes);
  evaluate = @(which, t, q, v, p) nsd_kernel('tape_eval', tapes.(which), ...
                                             [t; q; v; nsd_parameter_values(p)], library, which);
  n = has.n;
  sys = NsdSystem.lagrangian(@(q, p) reshape(evaluate('mass', 0, q, 0*q, p), n, n), ...
                             @(t, q, v, p) evaluate('force', t, q, v, p)).parameter(p);
  if has.m > 0
    sys = sys.contact(@(q, t, p) evaluate('gap', t, q, 0*q, p), 'Restitution', ...
                      options.Restitution);
  end
  if has.p > 0, sys = sys.joint(@(q, t, p) evaluate('joint', t, q, 0*q, p)); end
  if ~isempty(tapes.potential)
    sys = sys.potential(@(q, p) evaluate('potential', 0, q, 0*q, p));
  end
  report = cellfun(@(f) struct('name', f, 'compiled', true, 'fixed', false, 'wrong', false, ...
                               'hint', ''), has.functions);
  sys = sys.withTapes(struct('tapes', tapes, 'report', report, 'n', n, 'library', library));
  info = struct('functions', report, 'file', library, 'seconds', 0);
end

function text = preprocessed(file)
% the file with all headers in their places, which is what is compiled: a changed header makes
% another library. Lines keep their numbers and files for messages of the compiler
  compiler = nsd_c_compiler();
  [folder, remove] = nsd_own_folder(); %#ok<ASGLU>
  made = fullfile(folder, 'source.i');
  command = nsd_compile_command('preprocess', compiler, nsd_absolute_name(file), made, ...
                                fullfile(nsd_toolbox_folder(), 'include'));
  nsd_run_compiler(compiler, command, made);
  text = char(nsd_read_bytes(made));
end

function p = values_of(names, given)
  p = struct();
  for k = 1:numel(names)
    if ~isfield(given, names{k})
      error('nsd:compile:parameter', ['the file has the parameters %s: give their values, ' ...
            '''Parameters'', struct(''%s'', 1, ...)'], strjoin(names, ', '), names{k});
    end
    p.(names{k}) = given.(names{k});
  end
  unknown = setdiff(fieldnames(given), names);
  if ~isempty(unknown)
    error('nsd:compile:parameter', 'the file has no parameter %s', unknown{1});
  end
end

function tapes = tapes_of(has, parameters)
% tapes without operations: the code is in the library
  [n, m, p] = deal(has.n, has.m, has.p);
  sizes = struct('mass', n^2, 'force', n, 'forceJacobian', 2*n^2, 'gap', m, ...
                 'gapJacobian', (n + 1)*m, 'gapBias', m, 'joint', p, ...
                 'jointJacobian', (n + 1)*p, 'jointBias', p, 'potential', 1);
  none = zeros(1, 0, 'int32');
  empty = struct('inputs', 1 + 2*n + parameters, 'size', 0, 'given', 1, ...
                 'constant', zeros(1, 0), 'factor', zeros(1, 0), 'term', none, 'runOp', none, ...
                 'runEnd', none, 'a', none, 'b', none, 'output', none, 'place', none);
  tapes = nsd_no_tapes('lagrangian');
  for k = 1:numel(has.functions)
    tapes.(has.functions{k}) = empty;
    tapes.(has.functions{k}).size = sizes.(has.functions{k});
  end
end

function require(has, tapes)
  needed = {'mass', 'force', 'gap', 'joint'};
  for name = needed([true, true, has.m > 0, has.p > 0])
    if isempty(tapes.(name{1}))
      error('nsd:compile:notPlugin', 'the file has no NSD_%s', upper(name{1}));
    end
  end
end
