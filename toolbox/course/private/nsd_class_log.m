function nsd_class_log(question, p, answer, ok)
%NSD_CLASS_LOG  One answer into the file of nsd_class, where there is one; a failure only warns.
  place = nsd_class_place();
  if isempty(place), return; end
  file = fullfile(place.folder, ['answers_' place.name '.csv']);
  numbers = '';
  if isnumeric(answer), numbers = strtrim(sprintf('%.10g ', answer)); end
  changed = [fieldnames(p), struct2cell(p)]';
  row = sprintf('%s,%s,%s,"%s","%s",%d\n', datestr(now(), 'yyyy-mm-dd HH:MM:SS'), place.name, ...
                question, strtrim(sprintf('%s=%g ', changed{:})), numbers, ok); %#ok<TNOW1,DATST>
  try
    text = sprintf('time,student,question,numbers,answer,right\n');
    if exist(file, 'file') == 2, text = fileread(file); end
    nsd_write_file(file, [text row]);
  catch err
    nsd_warn('nsd:class:notWritten', 'the answer was not kept: %s', err.message);
  end
end
