function film = nsd_join_gifs(pictures, rate)
%NSD_JOIN_GIFS  One GIF that shows the pictures one after the other, again and again.
%   FILM = NSD_JOIN_GIFS(PICTURES, RATE)
%   PICTURES is a cell array of GIFs of one picture each, rows of bytes, all of one size and
%   with one palette; RATE is in pictures per second. FILM is a row of bytes.
%
%   A GIF is a head, the palette, and blocks. Blocks that begin with ! are remarks and times,
%   the one that begins with a comma is the picture, a semicolon ends the file.
  count = numel(pictures);
  head = pictures{1}(1:start_of_blocks(pictures{1}) - 1);
  forever = uint8([33 255 11, double('NETSCAPE2.0'), 3 1 0 0 0]);
  delay = max(1, diff(round(100*(0:count)/rate)));      % in 1/100 s; in sum as long as it should be
  parts = cell(1, count);
  for k = 1:count
    wait = uint8([33 249 4 0, mod(delay(k), 256), min(255, floor(delay(k)/256)), 0 0]);
    parts{k} = [wait, block_of_picture(pictures{k})];
  end
  film = [head, forever, parts{:}, uint8(';')];
end

function first = start_of_blocks(bytes)
% the head has 13 bytes; the eleventh tells whether a palette follows and how long it is
  first = 14;
  if bytes(11) >= 128, first = first + 3*2^(mod(double(bytes(11)), 8) + 1); end
end

function block = block_of_picture(bytes)
% the first block that begins with a comma, up to the semicolon that ends the file
  at = start_of_blocks(bytes);
  while bytes(at) == '!'
    at = at + 2;                                        % then pieces, each with its length before
    while bytes(at) > 0, at = at + 1 + double(bytes(at)); end
    at = at + 1;
  end
  block = bytes(at:end-1);
end
