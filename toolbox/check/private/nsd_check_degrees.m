function line = nsd_check_degrees(names, q)
%NSD_CHECK_DEGREES  A note where an angle is above a full turn, as 60 degrees taken for radians.
%   NAMES: of the angles, with their values in Q; [] without angles.
  line = [];
  if isempty(names), return; end
  [most, k] = max(abs(q));
  if most > 2*pi
    line = nsd_check_line('angles', 'note', ['%s is %g: angles are in radians; is it meant in ' ...
                          'degrees, %g*pi/180 = %.4g?'], names{k}, q(k), q(k), q(k)*pi/180);
  else
    line = nsd_check_line('angles', 'ok', 'in radians, below a full turn');
  end
end
