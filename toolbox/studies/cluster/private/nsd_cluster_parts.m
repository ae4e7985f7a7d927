function parts = nsd_cluster_parts(folder)
%NSD_CLUSTER_PARTS  Parts in the folder of a sweep by their names: chunk, hash and name of each.
  listing = dir(fullfile(folder, 'parts'));
  names = sort({listing.name});
  found = regexp(names, '^part_(\d+)_([0-9a-f]{64})\.mat$', 'tokens', 'once');
  is = ~cellfun('isempty', found);
  found = found(is);
  parts = struct('chunk', cellfun(@(f) str2double(f{1}), found), ...
                 'hash', {cellfun(@(f) f{2}, found, 'UniformOutput', false)}, ...
                 'name', {names(is)});
  parts.chunk = reshape(parts.chunk, 1, []);
end
