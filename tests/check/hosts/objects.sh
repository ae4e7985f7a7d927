# Shell functions of the checks that build for MATLAB and for Windows; they run in the root of the tree.
here=tests/check/hosts
kernels=$(find c -name '*.c' | sort)
gateways=$(find mex -name '*.c' | sort)

compile() { # compiler, folder, flags, sources: objects below the folder, all errors are printed
    ${MAKE:-make} -s -k -j2 -f $here/build.mk OUT="$2" CC="$1" FLAGS="$3" SOURCES="$4"
}

objects() { # folder, sources: names of the objects
    for source in $2; do echo "$1/${source%.c}.o"; done
}

declared() { # prefix, mx or mex: the functions of mex.h that begin with it
    sed 's|/\*.*\*/||' $here/mex.h | grep -oE "\b$1[A-Z][A-Za-z0-9]*\(" | tr -d '(' |
        grep -v '^mexFunction$'
}

listed() { # library, ending: its functions from the file symbols, each with the ending
    sed -n "s/^$1 //p" $here/symbols | tr ' ' '\n' | sed "s/$/$2/"
}

# libraries that nsd_setup gives to the link in MATLAB
named_libraries() {
    grep -oE "'-l[a-z]+'" toolbox/internal/files/nsd_mex_flags.m | tr -d "'" | sort -u
}
