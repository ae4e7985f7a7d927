function line = nsd_check_line(name, level, varargin)
%NSD_CHECK_LINE  One line of nsd_check_system's report; the rest goes to sprintf.
  line = struct('name', name, 'level', level, 'message', sprintf(varargin{:}));
end
