function text = site_escape(text)
%SITE_ESCAPE  Text as HTML shows it.
  text = strrep(strrep(strrep(text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;');
end
