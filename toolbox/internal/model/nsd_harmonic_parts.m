function [cosine, sine] = nsd_harmonic_parts(force, p)
%NSD_HARMONIC_PARTS  Cosine and sine parts of a harmonic force for amplitudes or phases in p.
%   p.amplitude and p.phase are numbers, or rows with one number for each run.
  cosine = force.cosine;
  sine = force.sine;
  if ~isfield(p, 'amplitude') && ~isfield(p, 'phase'), return; end
  a = hypot(cosine, sine);
  phase = atan2(-sine, cosine);
  if isfield(p, 'amplitude'), a = p.amplitude; end
  if isfield(p, 'phase'), phase = p.phase; end
  cosine = a.*cos(phase);
  sine = -a.*sin(phase);
end
