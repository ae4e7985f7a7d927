function text = nsd_cluster_machine(what, process)
%NSD_CLUSTER_MACHINE  'name' of this machine as one word, its 'processor', 'blas'; 'begun' PROCESS.
%   'begun': when a process of this machine began, as a word, '' if there is none. Number and word
%   together belong to one process only: a number may be given again. 'unknown' without /proc.
  switch what
    case 'name'
      text = getenv('HOSTNAME');
      if exist('OCTAVE_VERSION', 'builtin'), text = gethostname(); end
      node = getenv('SLURMD_NODENAME');
      if ~isempty(node), text = node; end
      text = regexprep(text, '[^\w.-]', '_');
      if isempty(text), text = 'unknown'; end
    case 'processor'
      text = computer();
      info = char(nsd_read_bytes('/proc/cpuinfo'));
      found = regexp(info, 'model name\s*:\s*([^\n]*)', 'tokens', 'once');
      if ~isempty(found), text = found{1}; end
    case 'blas'
      text = version('-blas');
    case 'begun'
      text = begun(process);
  end
end

function word = begun(process)
  word = '';
  if exist('/proc/self/stat', 'file') == 2
    text = char(nsd_read_bytes(sprintf('/proc/%d/stat', process)));
    words = strsplit(strtrim(text(find([')' text] == ')', 1, 'last'):end)), ' ');
    ended = any(strcmp(words{1}, {'Z', 'X'}));
    if numel(words) > 20 && ~ended, word = words{20}; end   % field 22, in ticks since the boot
  elseif isunix() && system(sprintf('kill -0 %d 2>/dev/null', process)) == 0
    word = 'unknown';
  end
end
