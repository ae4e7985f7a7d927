function found = nsd_body_contacts(record, d)
%NSD_BODY_CONTACTS  Recorded contacts (c/bodies/bodies.h) as a struct of columns.
  record = record';
  found = struct('row', record(:, 1), 'bodies', record(:, 2:3), 'point', record(:, 3+(1:d)), ...
                 'gap', record(:, 7), 'normal', record(:, 7+(1:d)), ...
                 'impulse', record(:, 10+(1:d)));
end
