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
  [names, expressions] = nsd_kernel('tape');
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
% C function of one tape: a variable for each operation, named by its place in the work array.
% Inputs are not copied first: the copies would wait for the caller to finish writing the inputs.
  first = tape.inputs + numel(tape.constant);
  names = nsd_kernel('tape');
  values = [texts('in[%d]', 0:tape.inputs - 1), texts('(%.17g)', tape.constant), ...
            texts('w%d', first + (0:numel(tape.a) - 1))];
  lines = cell(1, numel(tape.runOp));
  begin = 0;
  for k = 1:numel(lines)
    at = begin+1:double(tape.runEnd(k));
    begin = double(tape.runEnd(k));
    op = names{double(tape.runOp(k)) + 1};
    if strcmp(op, 'LINEAR')
      lines{k} = sums(tape, at, values);
    else
      parts = [values(first + at); values(double(tape.a(at)) + 1); values(double(tape.b(at)) + 1)];
      lines{k} = sprintf(['    const double %s = ' op '(%s, %s);\n'], parts{:});
    end
  end
  results = '';
  if ~isempty(tape.place)
    parts = [num2cell(double(tape.place(:)')); values(double(tape.output(:)') + 1)];
    results = sprintf('    out[%d] = %s;\n', parts{:});
  end
  blank = '';
  if numel(tape.place) < tape.size
    blank = sprintf('    memset(out, 0, %d * sizeof *out);\n', tape.size);
  end
  text = [sprintf('\nNSD_EXPORT void nsd_tape_%s(const double *in, double *out)\n{\n', name), ...
          sprintf('    (void)in;\n'), lines{:}, blank, results, sprintf('}\n')];
end

function text = sums(tape, at, values)
  parts = cell(1, numel(at));
  for k = 1:numel(at)
    terms = double(tape.a(at(k))) + 1:double(tape.b(at(k)));
    both = [texts('%.17g', tape.factor(terms)); values(double(tape.term(terms)) + 1)];
    body = sprintf('%s * %s + ', both{:});
    first = tape.inputs + numel(tape.constant);
    parts{k} = sprintf('    const double %s = %s;\n', values{first + at(k)}, body(1:end-3));
  end
  text = [parts{:}];
end

function list = texts(form, numbers)
  list = cell(1, 0);
  if isempty(numbers), return; end
  all = strrep(strrep(sprintf([form '\n'], numbers), 'Inf', 'INFINITY'), 'NaN', 'NAN');
  list = regexp(all(1:end-1), '\n', 'split');
end
