function f = nsd_force_value(force, t, n)
%NSD_FORCE_VALUE  F(t) at one time, n-by-1.
  switch force.kind
    case 'function'
      f = nsd_call_force(force.handle, t, n);
    case 'table'
      f = nsd_sample_force(force, t, n);
    case 'columns'
      error('nsd:system:badForce', ...
            'F is given by columns on the steps of a run and has no value at a single time');
    otherwise
      f = force.constant + force.cosine*cos(force.omega*t) + force.sine*sin(force.omega*t);
  end
end
