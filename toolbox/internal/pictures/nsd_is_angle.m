function yes = nsd_is_angle(name)
%NSD_IS_ANGLE  True when NAME of a coordinate is one that angles have, or its unit is rad.
  yes = ~isempty(regexpi(name, ['^\\?(theta|phi|psi|alpha|beta|gamma|varphi|chi|angle|tilt|' ...
                                'yaw|roll|pitch|rotation)|\(rad\)'], 'once'));
end
