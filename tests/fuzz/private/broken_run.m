function wrong = broken_run(sol)
%BROKEN_RUN  What a run of fuzz_runs with status 'ok' violates, checked from its rows; '' nothing.
  wrong = '';
  numbers = [sol.t(:); sol.q(:); sol.v(:)];
  E = sol.energy;
  works = cell2mat(cellfun(@(name) E.(name), nsd_work_table(), 'UniformOutput', false));
  miss = E.total - E.total(1) - sum(works, 2);
  scale = max(abs([E.total(:); E.kinetic(:); E.potential(:); works(:)]));
  if ~all(isfinite(numbers))
    wrong = 'ok, but rows are not finite';
  elseif any(diff(sol.t) < 0) || abs(sol.t(end) - 0.3) > 1e-9
    wrong = 'ok, but its times are not those asked for';
  elseif any(abs(miss) > 1e-8*scale)
    wrong = 'ok, but the works do not add up';
  elseif isa(sol.system, 'NsdBodies')
    wrong = law_of_bodies(sol);
  end
end

function wrong = law_of_bodies(sol)
  wrong = '';
  if ~isempty(sol.joints) && any(abs(sol.joints.drift(:)) > 1e-8)
    wrong = 'ok, but a joint is open';
  end
  c = sol.contacts;
  if ~isempty(c)
    P = [sum(c.impulse.*c.normal, 2); 0];
    if any(P < -1e-9*max(abs(P))), wrong = 'ok, but an impulse pulls'; end
  end
end
