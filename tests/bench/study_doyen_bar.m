function study_doyen_bar(elements)
%STUDY_DOYEN_BAR  Which setting keeps the bar of Doyen, Ern and Piperno on its orbit?
%   STUDY_DOYEN_BAR(ELEMENTS) runs ten periods of nsd_elastic_bar('Case', 'doyen') with schemes,
%   steps, mass matrices and GGL on and off, for each number of ELEMENTS [500], and prints contacts
%   (20 are right), the largest error of the first two contacts and the errors of single periods,
%   in per cent of the period 16/3, and the range of the energy over that of the start. Takes
%   minutes for thousands of elements; not part of the tests.
  if nargin < 1, elements = 500; end
  state = warning('off', 'all');
  restore = onCleanup(@() warning(state)); %#ok<NASGU>
  settings = {1, 'consistent', {'newmark', 'Beta', 1/6}; ...
              0.99, 'consistent', {'newmark', 'Beta', 1/6, 'GGL', 'on'}; ...
              1, 'lumped', {'newmark', 'Beta', 0}; ...
              0.99, 'lumped', {'newmark', 'Beta', 0, 'GGL', 'on'}; ...
              1, 'lumped', {'paoli'}; ...
              0.5, 'consistent', {'newmark'}; ...
              0.5, 'consistent', {'newmark', 'GGL', 'on'}; ...
              0.5, 'consistent', {'hht', 'Alpha', 0.05}; ...
              0.5, 'consistent', {'genalpha', 'SpectralRadius', 0.9}; ...
              0.5, 'consistent', {'genalpha', 'SpectralRadius', 0.9, 'GGL', 'on'}; ...
              0.5, 'lumped', {'genalpha', 'SpectralRadius', 0.5}};
  fprintf('elements  h c/l  mass        contacts  first two  periods         energy\n');
  for N = elements
    for k = 1:size(settings, 1)
      try_setting(N, settings{k, :});
    end
  end
end

function try_setting(N, courant, mass, method)
  h = courant*10/N/30;
  steps = round(54/h);
  bar = nsd_elastic_bar('Case', 'doyen', 'Elements', N, 'MassMatrix', mass);
  sol = nsd_simulate(bar, [0 steps*h], 'Step', h, 'Method', method{:}, 'Progress', 'off', ...
                     'OutputEvery', max(1, round(0.01/h)));
  energy = (500 + sol.energy.total - sol.energy.external)/500;
  contacts = intervals(sol.events);
  period = 100*((contacts(3:end, 1) - contacts(1:end-2, 1))*3/16 - 1);
  first = 100*max(max(abs(contacts(1:2, :) - [1, 5/3; 11/3, 13/3])))*3/16;
  words = cellfun(@(w) num2str(w), method, 'UniformOutput', false);
  fprintf('%8d  %5.2f  %-10s  %8d  %9.2f  %6.2f %6.2f  %7.4f %7.4f  %s\n', N, courant, mass, ...
          size(contacts, 1), first, min(period), max(period), min(energy), max(energy), ...
          strjoin(words));
end

function contacts = intervals(events)
% first impact and last event of each contact; what is closer than 0.15 belongs together
  contacts = zeros(0, 2);
  impact = strcmp(events.kind, 'impact');
  for k = 1:numel(events.t)
    if impact(k) && (isempty(contacts) || events.t(k) > contacts(end, 2) + 0.15)
      contacts(end+1, 1) = events.t(k); %#ok<AGROW>
    end
    contacts(end, 2) = events.t(k);
  end
end
