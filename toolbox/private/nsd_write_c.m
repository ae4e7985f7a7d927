function text = nsd_write_c(tapes)
%NSD_WRITE_C  The tapes of a system as one C file, a function nsd_tape_<name>(in, out) for each.
  names = fieldnames(tapes);
  parts = {operations()};
  for k = 1:numel(names)
    if ~isempty(tapes.(names{k})), parts{end+1} = one(tapes.(names{k}), names{k}); end %#ok<AGROW>
  end
  text = [parts{:}];
end

function text = operations()
% every operation as a macro, from the list that the evaluator uses
  [names, expressions] = nsd_tape_mex();
  count = numel(names) - 1;                       % the last is LINEAR
  text = sprintf(['/* written by nsd_compile: functions of a system and their derivatives */\n' ...
                  '#include <math.h>\n#include <string.h>\n']);
  if ispc()
    text = [text sprintf('#define NSD_EXPORT __declspec(dllexport)\n')];
  else
    text = [text sprintf('#define NSD_EXPORT\n')];
  end
  for k = 1:count
    text = [text sprintf(['static inline double %s(double x, double y) ' ...
                          '{ (void)y; return %s; }\n'], names{k}, expressions{k})]; %#ok<AGROW>
  end
end

function text = one(tape, name)
  first = tape.inputs + numel(tape.constant);
  count = numel(tape.a);
  lines = cell(1, numel(tape.runOp));
  names = nsd_tape_mex();
  begin = 0;
  for k = 1:numel(lines)
    at = begin+1:double(tape.runEnd(k));
    begin = double(tape.runEnd(k));
    op = names{double(tape.runOp(k)) + 1};
    if strcmp(op, 'LINEAR')
      lines{k} = sums(tape, at, first);
    else
      numbers = [first + at - 1; double(tape.a(at)); double(tape.b(at))];
      lines{k} = sprintf(['    w[%d] = ' op '(w[%d], w[%d]);\n'], numbers);
    end
  end
  constants = '';
  if ~isempty(tape.constant)
    numbers = [tape.inputs + (0:numel(tape.constant) - 1); tape.constant];
    constants = sprintf('    w[%d] = %.17g;\n', numbers);
    constants = strrep(strrep(constants, 'Inf', 'INFINITY'), 'NaN', 'NAN');
  end
  results = '';
  if ~isempty(tape.place)
    results = sprintf('    out[%d] = w[%d];\n', [double(tape.place); double(tape.output)]);
  end
  blank = '';
  if numel(tape.place) < tape.size
    blank = sprintf('    memset(out, 0, %d * sizeof *out);\n', tape.size);
  end
  text = [sprintf('\nNSD_EXPORT void nsd_tape_%s(const double *in, double *out)\n{\n', name), ...
          sprintf('    double w[%d];\n    (void)w;\n', first + count), ...
          sprintf('    memcpy(w, in, %d * sizeof *w);\n', tape.inputs), ...
          constants, lines{:}, blank, results, sprintf('}\n')];
end

function text = sums(tape, at, first)
  parts = cell(1, numel(at));
  for k = 1:numel(at)
    terms = double(tape.a(at(k))) + 1:double(tape.b(at(k)));
    body = sprintf('%.17g * w[%d] + ', [tape.factor(terms); double(tape.term(terms))]);
    parts{k} = sprintf('    w[%d] = %s;\n', first + at(k) - 1, body(1:end-3));
  end
  text = [parts{:}];
end
