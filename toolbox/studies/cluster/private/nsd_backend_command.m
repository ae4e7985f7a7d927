function varargout = nsd_backend_command(action, varargin)
%NSD_BACKEND_COMMAND  One line for each chunk, for PBS, HTCondor, GNU parallel: nothing is started.
%   Lines are printed and written to commands.txt. What runs is not known here.
  switch action
    case 'limit', varargout{1} = 1e5;
    case 'workers', varargout{1} = nsd_or(varargin{1}.Workers, 16);
    case 'show', varargout{1} = lines(varargin{1}, varargin{4});
    case 'submit', varargout{1} = submit(varargin{:});
    case 'running', varargout{1} = [];
    case 'cancel'
      error('nsd:cluster:notKnown', ['lines of Cluster ''command'' run where you started them: ' ...
            'end them there']);
  end
end

function text = lines(folder, chunks)
  text = sprintf(['sh ' strrep(strrep(nsd_shell_word(fullfile(folder, 'chunk.sh')), '\', '\\'), ...
                               '%', '%%') ' %d\n'], chunks);
end

function note = submit(folder, site, head, chunks) %#ok<INUSL>
  text = lines(folder, chunks);
  nsd_write_file(fullfile(folder, 'commands.txt'), text);
  if numel(chunks) <= 20
    fprintf('%s', text);
  else
    fprintf('%d lines, one for each chunk, are in %s\n', numel(chunks), ...
            fullfile(folder, 'commands.txt'));
  end
  note = nsd_cluster_list(chunks);
end
