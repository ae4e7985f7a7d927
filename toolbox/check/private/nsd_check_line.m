function line = nsd_check_line(name, level, varargin)
%NSD_CHECK_LINE  One line of the report of nsd_check_system; arguments after LEVEL go to sprintf.
  line = struct('name', name, 'level', level, 'message', sprintf(varargin{:}));
end
