"""Read runs that sol.save('run.mat') or sol.save('run.h5') wrote: python3 read_run.py FILE ...

MAT: scipy.io.loadmat gives every field by its name, q as rows by columns, as in Octave and MATLAB.
HDF5 as Octave writes it: a variable is a group with 'value', a struct a group of variables, and arrays
come transposed. (MATLAB writes HDF5 without these groups.)
"""
import sys


def read_mat(name):
    from scipy.io import loadmat
    run = loadmat(name, squeeze_me=True, struct_as_record=False)
    return run["q"], run["v"], run["events"].t, str(run["nsd"].version)


def read_hdf5(name):
    import h5py
    with h5py.File(name, "r") as run:
        value = lambda path: run[path.replace("/", "/value/") + "/value"][()].T
        version = run["nsd/value/version/value"][()].tobytes().decode()
        return value("q"), value("v"), value("events/t"), version


for name in sys.argv[1:]:
    q, v, times, version = (read_mat if name.endswith(".mat") else read_hdf5)(name)
    print("rows %d coordinates %d events %d last %.17g %.17g"
          % (q.shape[0], q.shape[1], times.size, q[-1, 0], v[-1, 1]))
