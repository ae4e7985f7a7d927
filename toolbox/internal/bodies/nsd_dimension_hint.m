function text = nsd_dimension_hint(d, numbers)
%NSD_DIMENSION_HINT  Why a world has D dimensions, where NUMBERS are those of the other one; or ''.
  text = '';
  if d == 3 && numbers == 2
    text = ['; Gravity has three numbers, so this world is in space: one in the plane begins ' ...
            'with NsdBodies(''Gravity'', [0 -9.81])'];
  elseif d == 2 && numbers == 3
    text = ['; Gravity has two numbers, so this world is plane: one in space begins with ' ...
            'NsdBodies(''Gravity'', [0 0 -9.81])'];
  end
end
