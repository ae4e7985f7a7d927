function diagram = nsd_bifurcation_of(out, study)
%NSD_BIFURCATION_OF  The struct of nsd_bifurcation from its sweep; STUDY: parameter, values, column.
  [N, S, n] = size(out.samples.q);
  x = cat(3, out.samples.q, out.samples.v);
  if study.column > 2*n
    error('nsd:bifurcation:badValue', 'Columns must be from 1 to %d, an entry of [q; v]', 2*n);
  end
  diagram = struct('name', study.parameter, 'values', study.values, ...
                   'points', reshape(x(:, :, study.column), N, S), 'samples', out.samples, ...
                   'status', {out.status}, 'periods', nsd_sample_period(x, study.tolerance));
  diagram.periods(~strcmp(out.status, 'ok')) = NaN;
end
