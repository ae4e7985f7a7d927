function text = nsd_disk_full(found, wanted)
%NSD_DISK_FULL  What is wrong with a file that holds FOUND of WANTED bytes.
  text = sprintf(['only %d of %d bytes reached the disk, which may be full, or a limit of the ' ...
                  'size of files is reached'], min(found, wanted), wanted);
end
