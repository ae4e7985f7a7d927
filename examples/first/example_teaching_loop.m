%% What happens inside the steps of one bounce?
% A loop of our own over nsd_step, with steps so coarse that each can be seen: free flight,
% then one step whose predicted gap y + h/2 y' is closed and in which the impulse reverses the
% velocity, then flight again. The impulse belongs to the whole step; the instant of the
% impact within the step is not computed.

ball  = nsd_ball('Restitution', 0.8);
h     = 0.04;
steps = 20;
t = zeros(steps+1, 1);
q = t;
v = t;
P = t;
state = struct('q', 1, 'v', 0);
q(1) = state.q;
for k = 1:steps
  state  = nsd_step(ball, 'moreau', t(k), state, h);
  t(k+1) = state.t;
  q(k+1) = state.q;
  v(k+1) = state.v;
  P(k+1) = state.impulse;
end

figure('Position', [100 100 700 640]);
subplot(3, 1, 1);
plot(t, q, 'o-'); xlim([0 0.8]);
ylabel('position (m)');
subplot(3, 1, 2);
stairs(t, v); xlim([0 0.8]);
ylabel('velocity (m/s)');
subplot(3, 1, 3);
stem(t, P); xlim([0 0.8]);
ylabel('impulse of the step (N s)');
xlabel('time (s)');
nsd_style

hit = find(P > 0, 1);
fprintf('step %d: y'' = %.3f -> %.3f = e*%.3f, impulse %.3f N s\n', hit - 1, v(hit-1), v(hit), ...
        -v(hit-1), P(hit));
