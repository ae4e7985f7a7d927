function nsd_require_event(area, options, sys)
%NSD_REQUIRE_EVENT  Raise for methods other than 'event', and for contacts with friction.
  chosen = nsd_options(options{:});
  if ~isempty(chosen.Method) && ~strcmp(chosen.Method, 'event')
    error(['nsd:' area ':badMethod'], ['nsd_%s uses Method ''event'' and its derivatives: ' ...
          'leave Method ''%s'' out'], area, chosen.Method);
  end
  if nargin > 2 && sys.Rough
    error(['nsd:' area ':friction'], ['nsd_%s needs derivatives of the motion, and there ' ...
          'are none through stick and slip; nsd_poincare shows where a motion with Friction ' ...
          'settles'], area);
  end
end
