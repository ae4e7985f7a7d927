function text = nsd_version()
%NSD_VERSION  Version of the toolbox, as in CITATION.cff: files and compiled libraries carry it.
  text = '0.1.0';
end
