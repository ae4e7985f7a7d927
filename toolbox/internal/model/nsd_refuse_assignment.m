function nsd_refuse_assignment(area, place)
%NSD_REFUSE_ASSIGNMENT  Raise nsd:AREA:readOnly for an assignment such as ball.M = 2.
%   AREA is 'system', 'bodies' or 'solution', PLACE the struct that subsasgn gets. The message names
%   what to write instead.
  fields = place(strcmp({place.type}, '.'));
  if isempty(fields)
    error(['nsd:' area ':readOnly'], 'the parts of an nsd object can be read, but not assigned');
  end
  name = fields(1).subs;
  error(['nsd:' area ':readOnly'], '%s can be read, but not assigned: %s', name, ...
        advice(area, lower(name)));
end

function text = advice(area, name)
% what to write instead
  switch area
    case 'solution'
      text = 'take a copy, as in q = sol.q, and change the copy';
    case 'bodies'
      text = ['write world = world.parameter(''gravity'', 0), or ''friction'', ' ...
              '''restitution'', ''mass''; make a new world for other changes'];
    otherwise
      text = system_advice(name);
  end
end

function text = system_advice(name)
  known = {{'restitution'}, 'restitution', 'contact(H, b, ''Restitution'', e)'; ...
           {'m', 'mass'}, 'mass', 'NsdSystem.linear(M, C, K, F)'; ...
           {'c', 'damping'}, 'damping', 'NsdSystem.linear(M, C, K, F)'; ...
           {'k', 'stiffness'}, 'stiffness', 'NsdSystem.linear(M, C, K, F)'; ...
           {'f', 'force'}, 'constant', 'NsdSystem.linear(M, C, K, F)'};
  row = find(cellfun(@(names) any(strcmp(name, names)), known(:, 1)), 1);
  if any(strcmp(name, {'initialposition', 'initialvelocity'}))
    text = 'write sys = sys.start(q0, v0)';
  elseif any(strcmp(name, {'name', 'labels'}))
    text = 'write sys = sys.named(name, labels)';
  elseif isempty(row)
    text = ['make a new system with the value you want, or change a named number by sys = ' ...
            'sys.parameter(name, value)'];
  else
    text = sprintf(['write sys = sys.parameter(''%s'', value) where it is one number, or make ' ...
                    'a new system with %s'], known{row, 2:3});
  end
end
