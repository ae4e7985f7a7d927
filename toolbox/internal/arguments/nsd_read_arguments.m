function [q0, v0, options] = nsd_read_arguments(sys, given)
%NSD_READ_ARGUMENTS  (q0, v0, options...) or (options...) after the time span.
  n = sys.Coordinates;
  if numel(given) > 2 && isnumeric(given{3}) && isempty(given{3})
    given(3) = [];                                % no options, as in ode45
  end
  states = find([cellfun('isclass', given, 'char') | cellfun('isclass', given, 'struct'), true], ...
                1) - 1;
  if states == 0
    if isempty(sys.InitialPosition)
      error('nsd:simulate:noStart', ...
            'give q0 and v0: this system carries no initial state (see sys.start)');
    end
    q0 = sys.InitialPosition;
    v0 = sys.InitialVelocity;
  elseif strcmp(sys.Kind, 'firstOrder')
    if states > 1
      error('nsd:simulate:noStart', 'a first-order system takes one initial state, x0');
    end
    if isnan(n), n = numel(given{1}); end
    q0 = nsd_check_vector(given{1}, n, 'x0', 'simulate');
    v0 = zeros(n, 1);
  elseif states == 2
    if isnan(n), n = numel(given{1}); end
    q0 = nsd_check_vector(given{1}, n, 'q0', 'simulate');
    v0 = nsd_check_vector(given{2}, n, 'v0', 'simulate');
  elseif states > 2
    error('nsd:simulate:noStart', ['after q0 and v0 come options, ''Name'', value pairs or a ' ...
          'struct, not %s %s'], nsd_size_text(given{3}), class(given{3}));
  else
    hint = '';
    if numel(given{1}) == 2*n, hint = ': split y0 = [q0; v0] into two'; end
    error('nsd:simulate:noStart', 'give both q0 and v0 before the options%s', hint);
  end
  options = nsd_options(given{states+1:end});
  if strcmp(sys.Kind, 'firstOrder')
    options.Method = nsd_or(options.Method, sys.FirstOrder.methods{1});
  end
  refuse_event_options(sys, options);
  options = nsd_fill_options(options);
  if strcmp(sys.Kind, 'linear'), [q0, v0] = consistent_joints(sys, q0, v0); end
end

function refuse_event_options(sys, options)
% raises for options that the method or the kind of system does not use
  if strcmp(options.Method, 'event')
    foreign = nsd_event_option_names(nsd_system_kind(sys));
    why = 'has no meaning for this first-order system';
  else
    foreign = nsd_event_option_names();
    why = ['belongs to Method ''event'': add ''Method'', ''event''; the others take constant ' ...
           'steps, set by Step'];
  end
  nsd_refuse_options(options, foreign, why);
end

function [q0, v0] = consistent_joints(sys, q0, v0)
% a start that violates the joints is moved to the nearest state in the mass metric, with a warning
  J = sys.JointNormals;
  if isempty(J), return; end
  X = sys.Mass \ full(J);
  W = pinv(full(J'*X));
  miss = full(J'*q0) + sys.JointOffset;
  rate = full(J'*v0);
  size_q = max([1; abs(sys.JointOffset); abs(J)'*abs(q0)]);
  size_v = max([1; abs(J)'*abs(v0)]);
  if any(abs(miss) > 1e-9*size_q) || any(abs(rate) > 1e-9*size_v)
    warning('nsd:simulate:jointStart', ...
            'q0, v0 violate the joints (by %.3g, %.3g) and were moved to the nearest state', ...
            max(abs(miss)), max(abs(rate)));
    q0 = q0 - X*(W*miss);
    v0 = v0 - X*(W*rate);
    left = full(J'*q0) + sys.JointOffset;
    if any(abs(left) > 1e-9*size_q)
      error('nsd:simulate:jointsContradict', ...
            'joint %d contradicts the other joints: check J and b', ...
            find(abs(left) > 1e-9*size_q, 1, 'last'));
    end
  end
end
