function bench_picture(file)
%BENCH_PICTURE  Wall time of the first simulation and picture of a session, set-up included.
%   Prints "extra prompt SECONDS". Call it first thing in a fresh Octave.
  start = tic();
  run('toolbox/nsd_setup.m');
  set(0, 'defaultfigurevisible', 'off');
  plot(nsd_simulate(nsd_ball(), [0 10]));
  print(file, '-dpng');
  fprintf('extra prompt %.6g\n', toc(start));
end
