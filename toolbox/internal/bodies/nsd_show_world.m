function nsd_show_world(obj)
%NSD_SHOW_WORLD  What disp(world) prints.
  name = obj.Name;
  if isempty(name), name = 'world'; end
  kinds = unique(obj.Shapes);
  parts = '';
  for k = 1:numel(kinds)
    count = sum(strcmp(kinds{k}, obj.Shapes));
    row = nsd_shape_table(kinds{k});
    words = {row.name, row.plural};
    parts = sprintf('%s, %d %s', parts, count, words{1 + (count ~= 1)});
  end
  fprintf('  %s: rigid bodies in %d dimensions%s, %s, gravity [%s]\n', name, ...
          obj.Dimension, parts, nsd_count_text(size(obj.Planes, 2), 'plane'), ...
          strtrim(sprintf('%g ', obj.Gravity)));
  fprintf('  friction %g, restitution %g, unless a body or plane names its own\n', ...
          obj.Usual(1), obj.Usual(2));
  for k = 1:obj.Joints
    link = obj.Links(k);
    fprintf('  joint %d: %s of bodies %d and %d\n', k, link.kind, link.bodies);
    if k == 20 && obj.Joints > 21, fprintf('  ... %d joints\n', obj.Joints); break; end
  end
  if ~isempty(obj.Loads)
    kinds = {obj.Loads.kind};
    fprintf('  loads:%s\n', sprintf(' %s', kinds{1:min(end, 20)}));
  end
end
