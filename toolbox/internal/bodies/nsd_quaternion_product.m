function c = nsd_quaternion_product(a, b)
%NSD_QUATERNION_PRODUCT  Products of the quaternions in the columns of a and b; one serves all.
  w = a(1, :).*b(1, :) - a(2, :).*b(2, :) - a(3, :).*b(3, :) - a(4, :).*b(4, :);
  x = a(1, :).*b(2, :) + a(2, :).*b(1, :) + a(3, :).*b(4, :) - a(4, :).*b(3, :);
  y = a(1, :).*b(3, :) - a(2, :).*b(4, :) + a(3, :).*b(1, :) + a(4, :).*b(2, :);
  z = a(1, :).*b(4, :) + a(2, :).*b(3, :) - a(3, :).*b(2, :) + a(4, :).*b(1, :);
  c = [w; x; y; z];
end
