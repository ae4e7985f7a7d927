function nsd_cluster_set_aside(sweep)
%NSD_CLUSTER_SET_ASIDE  Rename torn and foreign parts to bad_..., so that their chunks are missing.
  parts = nsd_cluster_parts(sweep.folder);
  for name = parts.name
    part = nsd_cluster_read_part(sweep, name{1});
    if isempty(part)
      file = fullfile(sweep.folder, 'parts', name{1});
      nsd_write_file(fullfile(sweep.folder, 'parts', ['bad_' name{1}]), nsd_read_bytes(file));
      nsd_remove_file(file);
    end
  end
end
