function needs_octave_child()
%NEEDS_OCTAVE_CHILD  Skips the test where no octave-cli of its own can be started and timed out.
  if ~exist('OCTAVE_VERSION', 'builtin')
    moxunit_throw_test_skipped_exception('starts octave-cli, which this host is not');
  end
  [missing, ~] = system('command -v timeout && command -v octave-cli');
  if missing
    moxunit_throw_test_skipped_exception('needs timeout and octave-cli on the PATH');
  end
end
