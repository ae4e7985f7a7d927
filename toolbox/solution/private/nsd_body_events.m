function events = nsd_body_events(log, kinds, count)
%NSD_BODY_EVENTS  Events of rigid bodies: pairs of bodies instead of states.
  code = log(2, :)' - 1;                          % a + count b, both from 0
  bodies = [mod(code, count) + 1, floor(code/count) + 1];
  planes = bodies(:, 2) > count;
  bodies(planes, 2) = count - bodies(planes, 2);
  events = struct('t', log(1, :)', 'contact', bodies(:, 1), 'bodies', bodies, 'kind', {{}}, ...
                  'vBefore', log(4, :)', 'vAfter', log(5, :)', 'impulse', log(6, :)', ...
                  'loss', log(7, :)');
  events.kind = reshape(kinds(log(3, :)), [], 1);
end
