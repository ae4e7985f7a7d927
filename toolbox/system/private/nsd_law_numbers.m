function numbers = nsd_law_numbers(area, given)
%NSD_LAW_NUMBERS  The numbers of a law of contacts in a row. GIVEN: rows {name, value, rule}.
%   A number that breaks its rule (nsd_check_number) raises nsd:<area>:badValue.
  id = ['nsd:' area ':badValue'];
  numbers = cellfun(@(name, x, rule) nsd_check_number(x, rule, name, id), given(:, 1), ...
                    given(:, 2), given(:, 3))';
end
