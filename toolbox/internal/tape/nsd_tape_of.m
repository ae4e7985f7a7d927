function g = nsd_tape_of(f, given, name, compile)
%NSD_TAPE_OF  The checked tape of the function f for a gateway, or f itself without a tape.
%   GIVEN: arguments of f at the start, a cell of columns. The tape has one input before these
%   arguments, which is ignored (mex/host/mex_call.c). NAME is for messages, COMPILE the option.
  g = f;
  if strcmp(compile, 'off') || ~isa(f, 'function_handle'), return; end
  counts = cellfun(@numel, given);
  at = struct('t', 0, 'q', vertcat(given{:}), 'v', zeros(0, 1));
  plain = @(x) called(f, mat2cell(x.q, counts, 1));
  [tapes, hint] = nsd_taped(@(ignored, varargin) f(varargin{1:end-1}), [1, counts], {'value'}, ...
                            plain, at, struct());
  if isempty(hint)
    g = tapes{1};
  elseif strcmp(compile, 'on')
    error('nsd:compile:notTraceable', '%s cannot be compiled: %s', name, hint);
  end
end

function y = called(f, inputs)
  y = f(inputs{:});
end
