function [ref, val] = nsd_trace_mtimes(ra, va, rb, vb)
%NSD_TRACE_MTIMES  Product of two matrices: sums with factors when one of them is constant.
  if size(ra, 2) ~= size(rb, 1)
    error('nsd:trace:size', 'matrix product: %d-by-%d times %d-by-%d', size(ra), size(rb));
  end
  [m, k, n] = deal(size(ra, 1), size(ra, 2), size(rb, 2));
  [ref, val] = deal(repmat(0, m, n)); %#ok<REPMAT>  zeros may be shadowed
  if k == 0 || m*n == 0, return; end
  if ~any(ra(:))
    for j = 1:n
      [ref(:, j), val(:, j)] = constant_times(va, rb(:, j), vb(:, j));
    end
  elseif ~any(rb(:))
    for i = 1:m
      [r, v] = constant_times(vb.', ra(i, :).', va(i, :).');
      [ref(i, :), val(i, :)] = deal(r.', v.');
    end
  else
    [i, j] = ndgrid(1:m, 1:n);
    at = bsxfun(@plus, i(:)', m*(0:k-1)');           % entries of a, one column per result
    bt = bsxfun(@plus, k*(j(:)' - 1), (1:k)');
    a = nsd_trace_operands(ra(at(:)).', va(at(:)).');
    b = nsd_trace_operands(rb(bt(:)).', vb(bt(:)).');
    product = nsd_trace_record('op', 'MUL', [a; b]);
    ref(:) = nsd_trace_record('linear', k*(1:m*n), {product, 1 + 0*product});
  end
end

function [ref, val] = constant_times(A, rx, vx)
  val = A*vx;
  ref = 0*val;
  [column, row, factor] = find(A.');
  if isempty(row) || ~any(rx), return; end
  column = column(:)';
  row = row(:)';
  open = accumarray(row(:), double(rx(column(:)) ~= 0), [numel(ref), 1]) > 0;
  keep = open(row).';
  [column, row, factor] = deal(column(keep), row(keep), factor(keep));
  last = cumsum(accumarray(row(:), 1, [numel(ref), 1]));
  terms = nsd_trace_operands(rx(column).', vx(column).');
  ref(open) = nsd_trace_record('linear', last(open), {terms, factor(:)'});
  val(open) = 0;
end
