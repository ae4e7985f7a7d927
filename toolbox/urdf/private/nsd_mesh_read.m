function [points, volume] = nsd_mesh_read(file)
%NSD_MESH_READ  Corners of the triangles of an STL (binary or text) or OBJ file, and the volume.
  [bytes, reason] = nsd_read_bytes(file);
  if ~isempty(reason), error('nsd:urdf:noMesh', 'the mesh %s cannot be read: %s', file, reason); end
  [~, ~, ending] = fileparts(file);
  bytes = uint8(bytes(:)');
  switch lower(ending)
    case '.stl', points = read_stl(bytes, file);
    case '.obj', points = read_obj(nsd_read_text(file), file);
    otherwise
      error('nsd:urdf:noMesh', ['the mesh %s is neither STL nor OBJ: convert it, with MeshLab ' ...
            'or Blender for instance'], file);
  end
  if isempty(points) || ~all(isfinite(points(:)))
    error('nsd:urdf:noMesh', 'the mesh %s has no triangles, or numbers that are not finite', file);
  end
  [a, b, c] = deal(points(:, 1:3:end), points(:, 2:3:end), points(:, 3:3:end));
  volume = abs(sum(sum(a.*cross(b, c, 1), 1)))/6;
end

function points = read_stl(bytes, file)
% binary: 80 bytes, the number of triangles, then 50 bytes each: normal, three corners, two spare
  if numel(bytes) >= 84
    count = double(typecast(bytes(81:84), 'uint32'));
    if numel(bytes) == 84 + 50*count
      each = reshape(bytes(85:end), 50, count);
      numbers = typecast(reshape(each(13:48, :), 1, []), 'single');
      points = reshape(double(numbers), 3, []);
      return
    end
  end
  text = nsd_read_text(file);
  if isempty(regexp(text, '^\s*solid', 'once'))
    error('nsd:urdf:noMesh', ['the mesh %s is no STL: its length does not fit its number of ' ...
          'triangles, and it is no text'], file);
  end
  words = regexp(text, 'vertex\s+(\S+)\s+(\S+)\s+(\S+)', 'tokens');
  points = reshape(str2double([words{:}]), 3, []);
  points = points(:, 1:3*floor(end/3));
end

function points = read_obj(text, file)
% lines v x y z, and f a b c ..., whose corners may be a/t/n and count from the end when negative
  words = regexp(text, '(?:^|\n)v[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)', 'tokens');
  corners = reshape(str2double([words{:}]), 3, []);
  faces = regexp(text, '(?:^|\n)f[ \t]+([^\n]*)', 'tokens');
  triangles = cell(1, numel(faces));
  for k = 1:numel(faces)
    loop = sscanf(regexprep(faces{k}{1}, '/[^ \t\r]*', ''), '%d')';
    loop(loop < 0) = loop(loop < 0) + size(corners, 2) + 1;
    if numel(loop) < 3 || any(loop < 1 | loop > size(corners, 2))
      error('nsd:urdf:noMesh', 'the mesh %s: face %d names corners that are not there', file, k);
    end
    j = 2:numel(loop) - 1;
    triangles{k} = corners(:, loop([ones(size(j)); j; j + 1]));
  end
  points = [triangles{:}];
end
