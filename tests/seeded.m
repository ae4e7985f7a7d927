function restore = seeded(seed)
%SEEDED  Fixed random numbers until RESTORE is cleared.
%   RESTORE = SEEDED(SEED) seeds rand and randn; the old states come back when RESTORE goes.
  old = {rand('twister'), randn('twister')};
  rand('twister', seed);
  randn('twister', seed);
  restore = onCleanup(@() put_back(old));
end

function put_back(old)
  rand('twister', old{1});
  randn('twister', old{2});
end
