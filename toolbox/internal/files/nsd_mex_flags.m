function [compile, link, libraries] = nsd_mex_flags(place, msvc, threads)
%NSD_MEX_FLAGS  Flags of MATLAB's mex for the kernel. PLACE: 'linux', 'mac' or 'windows'.
%   MSVC: true for Microsoft's compiler, which has other flags than GCC, MinGW and Clang. THREADS:
%   with OpenMP; Microsoft's has none of the atomics that sweeps need, so it is built without.
%   COMPILE goes before a source, LINK before the objects, LIBRARIES after them. Written by the
%   manual, not run. The libraries of MATLAB take 64-bit integers, and on Windows have names
%   without an underscore; ut is the library with utIsInterruptPending.
  compile = {'-R2018a', '-DNSD_MATLAB', '-DNSD_LAPACK_64'};
  link = {'-R2018a'};
  libraries = {'-lmwlapack', '-lmwblas', '-lut'};
  if strcmp(place, 'windows'), compile{end+1} = '-DNSD_LAPACK_PLAIN_NAMES'; end
  if msvc
    compile{end+1} = 'COMPFLAGS=$COMPFLAGS /fp:precise';
    return
  end
  words = '-std=gnu99 -ffp-contract=off';
  if threads && strcmp(place, 'mac')              % Apple's clang has no library of its own for it
    words = [words ' -Xpreprocessor -fopenmp'];
    link{end+1} = 'LDFLAGS=$LDFLAGS -lomp';
  elseif threads
    words = [words ' -fopenmp'];
    link{end+1} = 'LDFLAGS=$LDFLAGS -fopenmp';
  end
  compile{end+1} = ['CFLAGS=$CFLAGS ' words];
end
