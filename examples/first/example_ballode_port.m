function example_ballode_port
%% What changes in a script that calls ode23 or ode45? The line of the solver.
% The demonstration ballode of MATLAB in its own shape: f(t,y) and an events function as they are
% there, odeset, ten flights, each until the ball meets the floor, the state turned round between
% them, and the same figure. The line of the solver was
%     [t, y, te, ye] = ode23(@f, [tstart tfinal], y0, options);
% One call without the loop, past all bounces, is in example_ballode.

  [tstart, tfinal, y0] = deal(0, 30, [0; 20]);
  refine = 16;                                    % 4 there: steps of ode23 are shorter
  options = odeset('Events', @events, 'OutputSel', 1, 'Refine', refine);
  [tout, yout] = deal(tstart, y0');
  [teout, yeout] = deal([]);
  for bounce = 1:10
    [t, y, te, ye] = nsd_simulate(NsdSystem.hybrid(@f), [tstart tfinal], y0, options);
    last = numel(t);
    [tout, yout] = deal([tout; t(2:last)], [yout; y(2:last, :)]);
    [teout, yeout] = deal([teout; te], [yeout; ye]);
    y0 = [0; -0.9*y(last, 2)];                    % the floor gives back nine tenths
    options = odeset(options, 'InitialStep', t(last) - t(last-refine), 'MaxStep', t(last) - t(1));
    tstart = t(last);
  end
  fprintf('impact 10 at %.10f s, exactly %.10f\n', teout(10), 400/9.8*(1 - 0.9^10));

  figure('Position', [100 100 800 480]);
  plot(tout, yout(:, 1), teout, yeout(:, 1), 'ro');
  axis([0 30 -0.5 25]), xlabel('time'), ylabel('height');      % 0 there: heights of -1e-14 are cut
  title('Ball trajectory and the events');
end

function dydt = f(t, y) %#ok<INUSL>
  dydt = [y(2); -9.8];
end

function [value, isterminal, direction] = events(t, y) %#ok<INUSL>
  value = y(1);                                   % the height,
  isterminal = 1;                                 % where the flight ends
  direction = -1;                                 % on the way down
end
