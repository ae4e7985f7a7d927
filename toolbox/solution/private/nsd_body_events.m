function events = nsd_body_events(log, kinds, count)
%NSD_BODY_EVENTS  Events of rigid bodies: pairs of bodies instead of states
  code = log.contact - 1;                         % a + count b, both from 0
  bodies = [mod(code, count) + 1, floor(code/count) + 1];
  planes = bodies(:, 2) > count;
  bodies(planes, 2) = count - bodies(planes, 2);
  events = struct('t', log.t, 'contact', bodies(:, 1), 'bodies', bodies, 'kind', {{}}, ...
                  'vBefore', log.vBefore, 'vAfter', log.vAfter, 'impulse', log.impulse, ...
                  'loss', log.loss);
  events.kind = reshape(kinds(log.kind), [], 1);
end
