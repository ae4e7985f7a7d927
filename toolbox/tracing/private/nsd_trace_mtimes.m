function [ref, val] = nsd_trace_mtimes(ra, va, rb, vb)
%NSD_TRACE_MTIMES  Product of two matrices: sums with factors when one of them is constant.
  if size(ra, 2) ~= size(rb, 1)
    error('nsd:trace:size', 'matrix product: %d-by-%d times %d-by-%d', size(ra), size(rb));
  end
  [m, k, n] = deal(size(ra, 1), size(ra, 2), size(rb, 2));
  ref = reshape(0*(1:m*n), m, n);             % zeros and repmat may be shadowed here
  val = ref;
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
    entry = 0:m*n - 1;
    at = bsxfun(@plus, mod(entry, m) + 1, m*(0:k-1)');   % entries of a, one column per result
    bt = bsxfun(@plus, k*floor(entry/m), (1:k)');
    a = nsd_trace_operands(row_of(ra, at), row_of(va, at));
    b = nsd_trace_operands(row_of(rb, bt), row_of(vb, bt));
    product = nsd_trace_record('op', 'MUL', [a; b]);
    ref(:) = nsd_trace_record('linear', k*(1:m*n), {product, 1 + 0*product});
  end
end

function x = row_of(x, at)
  x = reshape(x(at), 1, []);
end

function [ref, val] = constant_times(A, rx, vx)
  val = A*vx;
  ref = 0*val;
  [column, row, factor] = find(A.');
  if isempty(row) || ~any(rx), return; end
  column = column(:)';
  row = row(:)';
  open = full(sparse(row, 1, double(rx(column) ~= 0), numel(ref), 1)) > 0;
  keep = open(row).';
  [column, row, factor] = deal(column(keep), row(keep), factor(keep));
  last = cumsum(full(sparse(row, 1, 1, numel(ref), 1)));
  terms = nsd_trace_operands(row_of(rx, column), row_of(vx, column));
  ref(open) = nsd_trace_record('linear', last(open), {terms, factor(:)'});
  val(open) = 0;
end
