# nsd: nonsmooth dynamics for GNU Octave and MATLAB. `make help` lists what can be made.

ifeq ($(if $(filter default,$(origin CC)),,$(strip $(CC))),)
CC      := gcc
endif
# -ffp-contract=off: fused multiply-add would change bits from one machine to another
CFLAGS  ?= -O2 -g
# -fno-semantic-interposition, -Bsymbolic-functions: no other library replaces functions of this one,
# which may thus be inlined, and called without the table of the linker
STRICT  := -std=c99 -pedantic -Wall -Wextra -Werror=implicit-function-declaration -fPIC \
           -fno-semantic-interposition -ffp-contract=off -Ic -Imex -Itests/c -Iexamples/c
SAN     := -O1 -g -Werror -fsanitize=address,undefined -fno-sanitize-recover=undefined
LIBS    := -llapack -lblas -lm
# threads of nsd_sweep; make OPENMP= builds without
OPENMP  := $(shell echo | $(CC) -fopenmp -x c -fsyntax-only - 2>/dev/null && echo -fopenmp)
# expanded when a recipe runs, so that `setup` has installed mkoctfile by then
OCT_INC  = $(patsubst -I%,-isystem %,$(shell mkoctfile -p INCFLAGS))
# make V=1 shows the whole commands
SHOW     = $(if $(V),,@echo '  $(1) $<';)
OCTAVE  := env -u DISPLAY OCTAVE_HISTFILE=/dev/null octave-cli --no-init-file
DRAWING := OCTAVE_HISTFILE=/dev/null .ci/octave-drawing

KERNELS  := $(sort $(shell find c -name '*.c'))
GATEWAYS := $(sort $(shell find mex -name '*.c'))
CTESTS   := $(sort $(shell find tests/c -name 'test_*.c'))

# the C library: 0.1.2 and 0.1.3 are exchangeable, 0.1 and 0.2 are not
PREFIX   ?= /usr/local
VERSION  := $(shell sed -n 's/^version: *//p' CITATION.cff)
SONAME   := libnsd.so.$(basename $(VERSION))
HEADERS   = $(filter %.h,$(shell $(CC) -Ic -MM c/nsd.h)) examples/c/rows.h

KERNEL_OBJ  := $(KERNELS:%.c=build/%.o)
GATEWAY_OBJ := $(GATEWAYS:%.c=build/%.o)
SAN_OBJ     := $(KERNELS:%.c=build/sanitize/%.o)
# one MEX file for all gateways, without the symbols of the debugger, which are most of its size
MEX         := toolbox/internal/kernel/nsd_kernel.mex
CTEST       := $(CTESTS:tests/c/%.c=build/test/%)
SAN_CTEST   := $(CTESTS:tests/c/%.c=build/sanitize/test/%)
SAN_MEX     := $(GATEWAYS:%.c=build/sanitize/%.o)
# libraries of the sanitizers, which must be loaded before Octave; Octave itself keeps some memory.
# With a whole stack kept for each of its allocations, the tests take ten times longer.
SANITIZED    = LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
               ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:malloc_context_size=1:quarantine_size_mb=32 \
               UBSAN_OPTIONS=print_stacktrace=1

RUN_TESTS        = addpath(fullfile(pwd(), 'tests')); run_tests
RUN_C_TESTS      = tests/c/run_c_tests build/results/c $(CTEST)
# one thread of BLAS: on the small matrices of the tests a second one only waits, at full speed
RUN_OCTAVE_TESTS = NSD_RESULTS=$(CURDIR)/build/results/octave OPENBLAS_NUM_THREADS=1 $(OCTAVE) --eval "$(RUN_TESTS)"
# beside it a second process takes every other test file; MOxUnit takes all files at once
RUN_OTHER_TESTS  = $(if $(MOXUNIT_DIR),true,$(subst results/octave,results/other,$(RUN_OCTAVE_TESTS)))

.PHONY: help setup build demo test test-c test-octave test-matlab check bench bench-engines doc clean
.PHONY: test-slurm test-c-sanitized test-c-memory test-c-threads test-octave-sanitized test-quick study site sheets notebooks slides dist guard
.PHONY: install uninstall fuzz fuzz-sanitized demo-time
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SECONDARY:

help:
	@echo 'make setup        install what is missing (Debian: apt-get, as root)'
	@echo 'make build        compile the kernels and the MEX files'
	@echo 'make demo         set up, build, run the bouncing ball; says where the picture is'
	@echo 'make test         set up, build, run all tests; NSD_TEST=word selects Octave test files'
	@echo 'make test-c       only the C tests'
	@echo 'make test-octave  only the Octave tests'
	@echo 'make test-octave-sanitized  the Octave tests with kernels that check every access (slow)'
	@echo 'make test-c-memory  the C tests under valgrind: memory that was not written is not read (slow)'
	@echo 'make test-c-threads  the C tests of sweeps under the thread sanitizer'
	@echo 'make test-slurm   sweeps as arrays of Slurm, with its daemons on this machine (minutes)'
	@echo 'make test-quick   all tests but those of tests/slow: under two minutes'
	@echo 'make test-matlab  the same tests in MATLAB (written, never run)'
	@echo 'make check        format, static analysis, layer rules, sizes, help texts, sanitizers'
	@echo 'make guard        the same bits as in the commit that tests/guard/base names'
	@echo 'make fuzz         mutated calls and random problems, SECONDS=n for each fuzzer [60]'
	@echo 'make fuzz-sanitized  mutated calls with kernels that check every access, SECONDS=n [60]'
	@echo 'make bench        time it against other codes'
	@echo 'make bench-engines  rigid bodies beside Bullet, ODE, MuJoCo, Jolt, Rapier (minutes)'
	@echo 'make doc          draw the pictures of doc/ again, and make site'
	@echo 'make site         the documentation as web pages in build/site'
	@echo 'make sheets       exercises and solutions of the course, LaTeX and PDF, in build/sheets'
	@echo 'make notebooks    the course for Jupyter with the kernel of Octave, in build/notebooks'
	@echo 'make slides       slides of the course, HTML and PDF, in build/slides'
	@echo 'make dist         the Octave package and the zip for MATLAB, in build/dist; tries the package'
	@echo 'make install      the C library, its headers and nsd.pc into PREFIX [/usr/local]; or uninstall'
	@echo 'make study        compute the impacting bar of doc/study again (minutes)'
	@echo 'make clean        remove what was built'

# the C library needs no Octave
setup:
	@.ci/setup $(if $(filter install,$(MAKECMDGOALS)),library,run)

build: setup build/libnsd.a $(MEX)

demo-time:
	@ls toolbox/internal/kernel/nsd_kernel.mex* >/dev/null 2>&1 || \
	    echo 'Compiling, once: about 40 s of one core; then the picture.'

demo: demo-time build
	@.ci/setup doc
	@$(DRAWING) --eval "run('toolbox/nsd_setup.m'); example_bouncing_ball; \
	    print('build/bouncing_ball.png', '-dpng', '-r120')"
	@echo "The picture is $(CURDIR)/build/bouncing_ball.png"

test: build $(CTEST)
	@rm -rf build/results && mkdir -p build/results/share
	@export NSD_SHARE=$(CURDIR)/build/results/share; $(RUN_C_TESTS) >build/results/c.log 2>&1 & \
	    $(RUN_OTHER_TESTS) >build/results/other.log 2>&1 & $(RUN_OCTAVE_TESTS); wait; \
	    cat build/results/other.log build/results/c.log; \
	    tests/check/total build/results/c build/results/octave $(if $(MOXUNIT_DIR),,build/results/other)

test-quick: export NSD_TEST = -slow
test-quick: test

test-c: $(CTEST)
	@mkdir -p build/results
	@$(RUN_C_TESTS)

test-c-sanitized: $(SAN_CTEST)
	@mkdir -p build/results
	@tests/c/run_c_tests build/results/c_sanitized $(SAN_CTEST)

# a copy of the tree with a MEX file built for the address and undefined-behaviour sanitizers; two
# processes share the test files
RUN_SANITIZED = $(SANITIZED) NSD_DATA=$${NSD_DATA-$(CURDIR)/../shared/data} OPENBLAS_NUM_THREADS=1 \
                NSD_SHARE=$(CURDIR)/build/sanitize/share $(OCTAVE) --eval "$(RUN_TESTS)"
test-octave-sanitized: build/sanitize/nsd_kernel.mex
	@rm -rf build/sanitize/tree build/sanitize/share build/results
	@mkdir -p build/sanitize/tree build/sanitize/share build/results
	@cp -R .ci $(filter-out build,$(wildcard *)) build/sanitize/tree
	@cp $< build/sanitize/tree/$(MEX)
	@cd build/sanitize/tree && { NSD_RESULTS=$(CURDIR)/build/results/sanitized_other $(RUN_SANITIZED) \
	    >$(CURDIR)/build/results/sanitized_other.log 2>&1 & \
	    NSD_RESULTS=$(CURDIR)/build/results/sanitized $(RUN_SANITIZED); wait; }
	@cat build/results/sanitized_other.log
	@tests/check/total build/results/sanitized build/results/sanitized_other

# the address sanitizer does not see reads of memory that nobody has written; an hour of one core
test-c-memory: $(CTEST)
	@.ci/setup run memory
	@for test in $(CTEST); do \
	    echo "  VALGRIND $$test" && OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 valgrind -q \
	    --error-exitcode=1 $$test >build/results/memory.log || exit 1; done

# clang with libomp: its Archer tells the thread sanitizer of OpenMP's barriers; with gcc every
# barrier of libgomp is reported as a race
THREADS := -O1 -g -std=c99 -fopenmp -fsanitize=thread -ffp-contract=off -Ic -Itests/c
test-c-threads:
	@.ci/setup run threads
	@mkdir -p build/threads
	@for test in $(sort $(wildcard tests/c/sweep/test_*.c)); do \
	    echo "  TSAN $$test" && clang $(THREADS) $$test $(KERNELS) $(LIBS) -o build/threads/test && \
	    TSAN_OPTIONS=ignore_noninstrumented_modules=1:halt_on_error=1 OPENBLAS_NUM_THREADS=1 \
	    OMP_NUM_THREADS=4 build/threads/test || exit 1; done

# munge, a controller and two emulated nodes in a temporary folder; ended by their numbers
test-slurm: build
	@.ci/setup run slurm
	@tests/slurm/run_slurm

test-octave: build
	@mkdir -p build/results
	@$(RUN_OCTAVE_TESTS)

test-matlab:
	@command -v matlab >/dev/null || { echo 'matlab is not on the PATH'; exit 1; }
	matlab -batch "$(RUN_TESTS)"

check:
	@.ci/setup run check
	@tests/check/run_checks

# exact bits of examples and systems against the commit of tests/guard/base
guard:
	@tests/guard/run_guard

# children catch crashes; NSD_FUZZ_FIRST=n makes other cases than those from number 1 on
SECONDS ?= 60
fuzz: build
	@ulimit -v 4000000; OPENBLAS_NUM_THREADS=1 $(OCTAVE) \
	    --eval "addpath(fullfile(pwd(), 'tests', 'fuzz')); run_fuzz($(SECONDS))"

# mutated calls of the gateways with a MEX file that checks every access; NSD_FUZZ_COUNT ends it
fuzz-sanitized: build build/sanitize/nsd_kernel.mex
	@NSD_FUZZ_MEX=$(CURDIR)/build/sanitize/nsd_kernel.mex OPENBLAS_NUM_THREADS=1 $(SANITIZED) \
	    $(OCTAVE) --eval "addpath(fullfile(pwd(), 'tests', 'fuzz')); \
	    run_fuzz($(SECONDS), 'fuzz_gateways')"

bench: build
	@tests/bench/run_bench

# Bullet, ODE and MuJoCo from Debian packages beside NsdBodies, minutes
bench-engines: build
	@tests/bench/engines/run_engines

doc: build
	@.ci/setup doc
	@test -e doc/make_pictures.m || { echo 'doc/make_pictures.m is missing'; exit 1; }
	@$(DRAWING) --eval "run('toolbox/nsd_setup.m'); run('doc/make_pictures.m')"
	@$(MAKE) --no-print-directory site

site:
	@.ci/setup run site
	@$(OCTAVE) --eval "addpath(fullfile(pwd(), 'doc', 'site')); make_site('build/site')"

# exercises with room to write, and the same with solutions: LaTeX, and PDF where there is a pdflatex
sheets:
	@.ci/setup site sheets
	@doc/course/make_sheets build/sheets

notebooks:
	@.ci/setup run notebooks
	@$(OCTAVE) --eval "addpath(fullfile(pwd(), 'doc', 'course')); make_notebooks('build/notebooks')"

slides:
	@.ci/setup site sheets
	@doc/course/make_slides build/slides

dist: site
	@.ci/setup dist
	@.ci/package/make_dist
	@.ci/package/try_dist

# A program includes <nsd/nsd.h>; the includes between the headers get the same folder in front.
install: build/libnsd.a build/libnsd.so
	@mkdir -p $(DESTDIR)$(PREFIX)/lib/pkgconfig
	@for header in $(HEADERS); do \
	    name=$${header#examples/} && to=$(DESTDIR)$(PREFIX)/include/nsd/$${name#c/} && \
	    mkdir -p $${to%/*} && sed 's|^#include "|#include "nsd/|' $$header >$$to || exit 1; \
	done
	@install -m 644 build/libnsd.a $(DESTDIR)$(PREFIX)/lib
	@install -m 755 build/libnsd.so $(DESTDIR)$(PREFIX)/lib/libnsd.so.$(VERSION)
	@ln -sf libnsd.so.$(VERSION) $(DESTDIR)$(PREFIX)/lib/$(SONAME)
	@ln -sf $(SONAME) $(DESTDIR)$(PREFIX)/lib/libnsd.so
	@sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LIBS) $(OPENMP)|' c/nsd.pc.in \
	    >$(DESTDIR)$(PREFIX)/lib/pkgconfig/nsd.pc

uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/include/nsd
	rm -f $(DESTDIR)$(PREFIX)/lib/libnsd.a $(DESTDIR)$(PREFIX)/lib/libnsd.so*
	rm -f $(DESTDIR)$(PREFIX)/lib/pkgconfig/nsd.pc

# figures and tables of the impacting bar, on all cores: minutes
study: build
	@.ci/setup doc
	@$(DRAWING) --eval "run('toolbox/nsd_setup.m'); addpath('examples/impacting_bar'); \
	    bar_study('build/bar_study'); bar_theory('build/bar_study/figure7.png')"
	@for f in build/bar_study/figure*.png; do cp $$f doc/pictures/bar_$${f##*/}; done
	@cp build/bar_study/tables.md doc/study/impacting-bar-tables.md
	@echo 'See doc/study/impacting-bar.md; the data is in build/bar_study'

clean:
	rm -rf build
	find toolbox -name '*.mex' -delete -o -name '*.mex[amw]*' -delete

# -- how things are compiled; the order-only `setup` comes first and rebuilds nothing

build/c/%.o: c/%.c | setup
	@mkdir -p $(@D)
	$(call SHOW,CC )$(CC) $(CFLAGS) $(STRICT) $(OPENMP) -MMD -MP -c $< -o $@

build/mex/%.o: mex/%.c | setup
	@mkdir -p $(@D)
	$(call SHOW,CC )$(CC) $(CFLAGS) $(STRICT) $(OCT_INC) -MMD -MP -c $< -o $@

build/sanitize/c/%.o: c/%.c | setup
	@mkdir -p $(@D)
	$(call SHOW,SAN)$(CC) $(SAN) $(STRICT) $(OPENMP) -MMD -MP -c $< -o $@

# made anew, so that the objects of removed kernels do not stay in it
build/libnsd.a: $(KERNEL_OBJ)
	@rm -f $@
	@$(AR) rcs $@ $^

# programs built with one version of the library run with another one that has the same SONAME
build/libnsd.so: $(KERNEL_OBJ)
	$(call SHOW,LD )$(CC) -shared -Wl,-soname,$(SONAME),--no-undefined,-S,-Bsymbolic-functions -o $@ $^ $(LIBS) $(OPENMP)

build/sanitize/libnsd.a: $(SAN_OBJ)
	@rm -f $@
	@$(AR) rcs $@ $^

$(MEX): $(GATEWAY_OBJ) build/libnsd.a
	@mkdir -p $(@D)
	$(call SHOW,MEX)mkoctfile --mex -Wl,-S,-Bsymbolic-functions -o $@ $^ $(LIBS) $(OPENMP)

build/sanitize/mex/%.o: mex/%.c | setup
	@mkdir -p $(@D)
	$(call SHOW,SAN)$(CC) $(SAN) $(STRICT) $(OCT_INC) -MMD -MP -c $< -o $@

build/sanitize/nsd_kernel.mex: $(SAN_MEX) build/sanitize/libnsd.a
	$(call SHOW,MEX)LDFLAGS=-fsanitize=address,undefined mkoctfile --mex -o $@ $^ $(LIBS) $(OPENMP)

# compiled and linked apart: a change of a kernel only links the tests again
build/test/%.o: tests/c/%.c | setup
	@mkdir -p $(@D)
	$(call SHOW,CC )$(CC) $(CFLAGS) $(STRICT) $(OPENMP) -MMD -MP -c $< -o $@

build/test/%: build/test/%.o build/libnsd.a
	@$(CC) $(OPENMP) $^ $(LIBS) -o $@

build/sanitize/test/%.o: tests/c/%.c | setup
	@mkdir -p $(@D)
	$(call SHOW,SAN)$(CC) $(SAN) $(STRICT) $(OPENMP) -MMD -MP -c $< -o $@

build/sanitize/test/%: build/sanitize/test/%.o build/sanitize/libnsd.a
	@$(CC) $(SAN) $(OPENMP) $^ $(LIBS) -o $@

-include $(shell find build -name '*.d' 2>/dev/null)
