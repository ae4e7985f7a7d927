function [names, expressions] = nsd_tape_operations()
%NSD_TAPE_OPERATIONS  Names of the operations of a tape, and each as an expression in C.
  [names, expressions] = nsd_kernel('tape');
end
