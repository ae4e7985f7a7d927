function nsd_check_span(tspan, given)
%NSD_CHECK_SPAN  Raise nsd:simulate:badSpan unless TSPAN is [t0 t1], or times that increase.
%   GIVEN: the arguments behind it, where the time span may stand by mistake.
  id = 'nsd:simulate:badSpan';
  if ~isnumeric(tspan) || ~isreal(tspan)
    error(id, 'tspan must be [t0 t1] or a vector of output times, not %s %s', ...
          nsd_size_text(tspan), class(tspan));
  elseif numel(tspan) < 2
    later = [];
    if nargin > 1, later = find(cellfun(@is_span, given), 1); end
    if ~isempty(later)
      error(id, 'the time span comes behind the system: nsd_simulate(sys, %s, q0, v0)', ...
            mat2str(given{later}, 6));
    elseif isempty(tspan)
      error(id, 'tspan is empty: give [t0 t1] or a vector of output times');
    end
    error(id, 'tspan must be [t0 t1] or a vector of output times, not one number: [0 %g]?', ...
          tspan);
  elseif any(isnan(tspan(:)))
    error(id, 'tspan contains NaN: give [t0 t1] or a vector of output times');
  elseif any(isinf(tspan(:)))
    error(id, ['tspan must be finite: a run has an end. Give a late one; an event of yours ' ...
          '(option Events) can end the run before']);
  elseif any(diff(double(tspan(:))) <= 0)
    error(id, ['tspan must increase strictly: an empty span has no steps, and impacts cannot ' ...
          'be run backwards']);
  end
end

function yes = is_span(x)
  yes = isnumeric(x) && isreal(x) && numel(x) == 2 && all(isfinite(x(:))) && x(2) > x(1);
end
