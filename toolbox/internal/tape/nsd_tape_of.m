function g = nsd_tape_of(f, given, name, compile)
%NSD_TAPE_OF  The checked tape of the function f for a gateway, or f itself without a tape.
%   GIVEN: arguments of f at the start, a cell of columns. The tape has one input before these
%   arguments, which is ignored (mex/host/mex_call.c). NAME is for messages, COMPILE the option.
  g = f;
  if strcmp(compile, 'off') || ~isa(f, 'function_handle'), return; end
  sizes = [1, cellfun(@numel, given)];
  x0 = cellfun(@(x) x(:), given, 'UniformOutput', false);
  at = struct('t', 0, 'q', vertcat(x0{:}), 'v', zeros(0, 1));
  recorded = @(ignored, varargin) f(varargin{1:end-1});
  [trace, hint] = nsd_record(recorded, sizes, {});
  if ~isempty(trace)
    [tapes, unused] = nsd_kernel('tape', trace, {'value', 'comparisons'}, [0 0]);
    hint = 'its record is too large';
    if ~isempty(tapes{1}) && unused > 0
      hint = nsd_branch_hint(recorded, sizes, {}, unused);
    elseif ~isempty(tapes{1})
      plain = @(x) called(f, mat2cell(x.q, sizes(2:end), 1));
      hint = nsd_tape_check(plain, tapes{1}, at, struct(), 1e-9, tapes{2});
    end
    if isempty(hint), g = tapes{1}; end
  end
  if ~isempty(hint) && strcmp(compile, 'on')
    error('nsd:compile:notTraceable', '%s cannot be compiled: %s', name, hint);
  end
end

function y = called(f, inputs)
  y = f(inputs{:});
end
