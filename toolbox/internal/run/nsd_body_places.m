function [places, v] = nsd_body_places(world, v)
%NSD_BODY_PLACES  Places of the entries of [q; v] of rigid bodies in the kernel, and V as it has it.
%   The kernel has as many velocities as coordinates: in space each body has one without use. V has
%   a column for each run.
  stride = 4*world.Dimension - 5;                  % numbers per body in q and in v of the kernel
  width = 3*(world.Dimension - 1);
  bodies = world.Bodies;
  n = stride*bodies;
  kept = bsxfun(@plus, (1:width)', stride*(0:bodies-1));
  places = [(1:n)'; n + kept(:)];
  if nargin > 1
    given = v;
    v = zeros(n, size(given, 2));
    v(kept(:), :) = given;
  end
end
