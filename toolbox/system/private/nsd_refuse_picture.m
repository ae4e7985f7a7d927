function nsd_refuse_picture(given, name)
%NSD_REFUSE_PICTURE  A picture, NAME(SYS), shows a run, and a system alone has none.
%   GIVEN: the arguments of the call. Raises nsd:system:notRun with the two lines to write.
  sys = given{find(cellfun('isclass', given, 'NsdSystem'), 1)};
  start = ', q0, v0';
  if ~isempty(sys.FirstOrder), start = ', x0'; end
  if ~isempty(sys.InitialPosition), start = ''; end
  error('nsd:system:notRun', ['%s draws a solution, and this system has not been run: ' ...
        'sol = nsd_simulate(sys, [t0 t1]%s); %s(sol)'], name, start, name);
end
