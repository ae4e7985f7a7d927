function out = nsd_trace_record(what, a, b, values)
%NSD_TRACE_RECORD  The record that traced values write to (NsdTrace): one function at a time.
%   nsd_trace_record('start', inputs, codes)  forgets everything; codes: numbers by name
%   id = nsd_trace_record('op', name, [a; b], values)   rows of operands -> numbers of the
%                                             results; where an operand is 0, its value counts
%   r = nsd_trace_record('constant', values)  operands that are constants, negative
%   id = nsd_trace_record('linear', last, {operands, factors})   sums of factors times operands:
%                                             sum k ends with operand last(k)
%   stack = nsd_trace_record('watch', k)      keeps the call stack of operation k; returns the
%                                             stack that was kept last
%   x = nsd_trace_record('values', k)         values of constants k
%   all = nsd_trace_record('keep'), nsd_trace_record('restore', all)   for a record in between
%   trace = nsd_trace_record('finish')        input of gateway 'tape', except for the result
  persistent code count constant constants term factor terms inputs codes calls watched place
  switch what
    case 'op'
      if nargin > 3 && any(b(:) == 0)
        known = b == 0;
        b(known) = nsd_trace_record('constant', values(known));
      end
      calls = calls + 1;
      if calls > 5e4
        error('nsd:trace:long', 'it takes more than %d operations one by one', 5e4);
      end
      more = size(b, 2);
      if count + more > size(code, 2), code(3, 2*(count + more)) = 0; end
      at = count + (1:more);
      code(1, at) = codes.(a);
      code(2:3, at) = b;
      out = inputs + at;
      if watched > count && watched <= count + more, place = dbstack('-completenames'); end
      count = count + more;
    case 'constant'
      more = numel(a);
      if constants + more > numel(constant), constant(2*(constants + more)) = 0; end
      constant(constants + (1:more)) = a;
      out = -(constants + (1:more));
      constants = constants + more;
    case 'linear'
      more = numel(b{1});
      if terms + more > numel(term)
        term(2*(terms + more)) = 0;
        factor(2*(terms + more)) = 0;
      end
      term(terms + (1:more)) = b{1};
      factor(terms + (1:more)) = b{2};
      last = terms + a(:)';
      first = [terms, last(1:end-1)] + 1;
      terms = terms + more;
      out = nsd_trace_record('op', 'LINEAR', [first; last]);
    case 'values'
      out = constant(a);
    case 'keep'
      out = {code, count, constant, constants, term, factor, terms, inputs, codes, calls, ...
             watched, place};
    case 'restore'
      [code, count, constant, constants, term, factor, terms, inputs, codes, calls, ...
       watched, place] = a{:};
    case 'watch'
      out = place;
      watched = a;
      place = [];
    case 'start'
      code = reshape(0*(1:192), 3, 64);          % zeros may be shadowed by tracing/arrays
      [constant, term, factor] = deal(code(1, :));
      [count, constants, terms, inputs, codes, calls] = deal(0, 0, 0, a, b, 0);
    otherwise
      out = struct('inputs', inputs, 'code', code(:, 1:count), 'constant', ...
                   constant(1:constants), 'term', term(1:terms), 'factor', factor(1:terms));
  end
end
