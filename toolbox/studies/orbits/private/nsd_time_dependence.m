function [word, text] = nsd_time_dependence(sys, t0, period, x)
%NSD_TIME_DEPENDENCE  How a mechanical system depends on time.
%   WORD is 'none', 'repeats' (forces and gaps repeat after the period), 'other', or 'unknown' where
%   forces and gaps have no value. Forces and gaps are compared at a few times and one state. TEXT
%   is the period of a harmonic force, for messages.
  text = '';
  t = t0 + period*[0.13 0.29 0.53 0.71 0.97];
  try
    here = values(sys, t, x);
    later = values(sys, t + period, x);
  catch
    word = 'unknown';
    return
  end
  scale = max(abs([here(:); later(:); realmin]));
  spread = max(max(abs(bsxfun(@minus, [here, later], here(:, 1)))));
  if isempty(spread) || ~(spread > 1e-13*scale)
    word = 'none';
  elseif max(max(abs(later - here))) <= 1e-6*spread
    word = 'repeats';
  else
    word = 'other';
    if isstruct(sys.Force) && isfield(sys.Force, 'omega') && isscalar(sys.Force.omega)
      text = sprintf(': the force has the period %.15g', 2*pi/abs(sys.Force.omega));
    end
  end
end

function y = values(sys, t, x)
  n = numel(x)/2;
  y = [];
  for k = 1:numel(t)
    f = sys.force(t(k), x(1:n), x(n+1:end));
    y(:, k) = [f(:); reshape(sys.gap(x(1:n), t(k)), [], 1)];                  %#ok<AGROW>
  end
end
