function text = stress_sum(out)
%STRESS_SUM  Numbers of a sweep's result that tell its bits, as text.
  bits = @(x) nsd_kernel('hash', typecast(x(:)', 'uint8'));
  text = sprintf('[%d %s]', sum(strcmp(out.status, 'ok')), ...
                 bits([out.q; out.v; out.samples.v(:)]));
end
