# report.awk - turns the result lines of run_bench into the tables of doc/benchmark.md.
#
#   SIDE CASE KEY VALUE [NOTE]               SIDE is kernel, nsd, siconos or plain
#   SIDE lcp NAME SOLVER RESIDUAL MILLISECONDS
#   SIDE friction NAME SOLVER RESIDUAL MILLISECONDS ITERATIONS CONTACTS
#   extra NAME VALUE,  energy NUMBER TEXT,  machine NAME TEXT,  note TEXT
#
# Of repeated times the smallest counts, and of several LCP solvers the fastest one whose residual
# is at most 1e-9.

BEGIN {
    split("ball kern oscillator beads chain chain-whole box bridge diode relay", cases, " ")
    title["ball"] = "ball"
    title["kern"] = "ball, Kern's scheme"
    title["oscillator"] = "oscillator"
    title["beads"] = "bead column, 100"
    title["chain"] = "chain, 1000 masses, 10 stops, first 0.03 s"
    title["chain-whole"] = "chain, 1000 masses, 10 stops, 0.2 s"
    title["box"] = "box on a plane, four contacts with friction"
    title["bridge"] = "diode bridge, first order, four diodes"
    title["diode"] = "RLC circuit with a diode"
    title["relay"] = "relay feedback with sliding"
    expected["check-ball"] = "-2.288618090550717e-05"
    expected["check-oscillator"] = "0.505586256402"
    expected["check-kern"] = "-0.000190059158"
}

$1 == "machine" { key = $2; sub(/^machine [^ ]+ /, ""); machine[key] = $0; next }
$1 == "note"    { sub(/^note /, ""); notes[++note_count] = $0; next }
$1 == "energy"  { key = $2; sub(/^energy [^ ]+ /, ""); energy_name[key] = $0; next }
$1 == "extra"   { if (!($2 in extra) || $3 + 0 < extra[$2]) extra[$2] = $3 + 0; next }

$2 == "friction" {
    name = "fc " $3
    if (!(name in known)) { known[name] = 1; frictions[++friction_count] = $3 }
    contacts[$3] = $8
    if ($4 == "sweeps") { sweep[$1, $3] = 1000 * $6 / ($7 * $8); next }
    tried[$1, name]++
    if ($5 + 0 <= 1e-8 && $5 !~ /[Nn]a[Nn]|[Ii]nf/) {
        solved[$1, name]++
        if (!(($1, name) in time) || $6 + 0 < time[$1, name]) {
            time[$1, name] = $6 + 0
            solver[$1, name] = $4
            residual[$1, name] = $5
        }
    }
    next
}

$2 == "lcp" {
    if (!($3 in known)) { known[$3] = 1; problems[++problem_count] = $3 }
    tried[$1, $3]++
    if ($5 + 0 <= 1e-9 && $5 != "Inf" && $5 != "inf" && $5 != "NaN") {
        solved[$1, $3]++
        if (!(($1, $3) in time) || $6 + 0 < time[$1, $3]) {
            time[$1, $3] = $6 + 0
            solver[$1, $3] = $4
            residual[$1, $3] = $5
        }
    }
    next
}

$3 == "us" {
    if (!(($1, $2) in time) || $4 + 0 < time[$1, $2]) { time[$1, $2] = $4 + 0; solver[$1, $2] = $5 }
    next
}

{ value[$1, $2, $3] = $4 }

function number(x) { # three figures, no exponent
    if (x == "") return "-"
    if (x >= 100) return sprintf("%.0f", x)
    if (x >= 10) return sprintf("%.1f", x)
    if (x >= 1) return sprintf("%.2f", x)
    return sprintf("%.3g", x)
}

function took(side, name) { return ((side, name) in time) ? time[side, name] : "" }
function ratio(a, b) { return a == "" || b == "" || b == 0 ? "-" : number(a / b) }
function least(a, b) { return a == "" || (b != "" && b < a) ? b : a }
function or_dash(x) { return x == "" ? "-" : x }
function millions(x) { return x == "" ? "-" : (x >= 1e5 ? sprintf("%g", x / 1e6) "e6" : x) }

function steps_of(name,    text) {
    text = millions(value["nsd", name, "steps"]) " / " millions(value["siconos", name, "steps"])
    return text " / " millions(value["plain", name, "steps"])
}

function dynamics(    k, name, ours) {
    print "## Time stepping"
    print ""
    print "Microseconds of CPU time per step, output of every step included."
    print ""
    print "| case | steps nsd / Siconos / Octave | nsd kernel | nsd | Siconos C++ | plain Octave" \
          " | Siconos : nsd | Octave : nsd |"
    print "|---|---|---|---|---|---|---|---|"
    for (k = 1; k in cases; k++) {
        name = cases[k]
        ours = took("nsd", name)
        printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", title[name], steps_of(name),
               number(took("kernel", name)), number(ours), number(took("siconos", name)),
               number(took("plain", name)), ratio(took("siconos", name), ours),
               ratio(took("plain", name), ours)
    }
    print ""
    print "- nsd: the whole call of `nsd_simulate` with its result, the smallest of 3 calls, of 20 when they"
    print "  take less than 0.05 s; Siconos runs once or twice. nsd kernel: for one coordinate the"
    print "  same run called from C, with output arrays that were written before; for the others the"
    print "  time inside the MEX file, fresh arrays included."
    print "- Siconos C++: `TimeStepping`, `MoreauJeanOSI(0.5)`, `LCP`, the time loop alone, every"
    print "  step stored in a `SimpleMatrix`; the faster of its solvers LEMKE and NEWTON_MIN_FBLSA" \
          ((("siconos", "beads") in solver) ? " (beads: " solver["siconos", "beads"] ")." : ".")
    print "  It has no scheme like Kern's. The whole chain would take it minutes."
    print "- plain Octave: the scheme as a loop of m-code: by hand for one coordinate (for Kern's"
    print "  scheme as in his listing), for the others with the matrix factored once and a"
    print "  warm-started active-set LCP."
    print ""
}

function agreement(    k, name) {
    print "## The same problem"
    print ""
    print "Mean position after the last step; equal figures show that all sides ran the same thing."
    print ""
    print "| case | expected | nsd | Siconos C++ | plain Octave |"
    print "|---|---|---|---|---|"
    split("check-ball check-oscillator check-kern beads chain box", checks, " ")
    for (k = 1; k in checks; k++) {
        name = checks[k]
        printf "| %s | %s | %s | %s | %s |\n", checked(name), or_dash(expected[name]),
               or_dash(value["nsd", name, "q"]), or_dash(value["siconos", name, "q"]),
               or_dash(value["plain", name, "q"])
    }
    print ""
}

function checked(name) {
    if (name == "check-ball") return "ball, h = 0.005, t = 10"
    if (name == "check-oscillator") return "oscillator, h = 0.01, t = 6"
    if (name == "check-kern") return "Kern's figure 1, t = 10"
    return title[name]
}

function lcps(    k, name, ours) {
    if (problem_count == 0) return
    print "## Dense linear complementarity problems"
    print ""
    print "Milliseconds of CPU time per solve, started from nothing; solved means that the residual"
    print "max|min(z, Mz+q)| / max(1, max|q|), recomputed outside the solver, is at most 1e-9."
    print ""
    print "| problem | nsd kernel | nsd_lcp | by, residual | Siconos, best | by, residual |" \
          " its solvers that solve it | plain Octave | Siconos : kernel | Siconos : nsd_lcp |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    for (k = 1; k <= problem_count; k++) {
        name = problems[k]
        ours = took("nsd", name)
        printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", name,
               number(took("kernel", name)), number(ours), by("nsd", name),
               number(took("siconos", name)), by("siconos", name), share("siconos", name),
               number(took("plain", name)), ratio(took("siconos", name), took("kernel", name)),
               ratio(took("siconos", name), ours)
    }
    print ""
    print "- nsd_lcp: the call from Octave with solver 'auto'; nsd kernel: the same called from C."
    print "- Siconos: `linearComplementarity_driver` with tolerance 1e-10, solvers LEMKE,"
    print "  NEWTON_MIN_FBLSA, NEWTON_FB_FBLSA, MURTY and PGS; the fastest that solves the problem."
    print "- plain Octave: active sets with backslash, then a Lemke tableau, in m-code."
    print ""
}

function friction(    k, name) {
    if (friction_count == 0) return
    print "## Contact with Coulomb friction"
    print ""
    print "Milliseconds of CPU time per solve, started from nothing; solved means that the residual"
    print "of `nsd_friction`, recomputed outside the solver, is at most 1e-8. The last two columns are"
    print "microseconds per contact and sweep of nonsmooth Gauss-Seidel, with block-sparse storage."
    print ""
    print "| problem | contacts | nsd kernel | nsd_friction | by, residual | Siconos, best |" \
          " by, residual | its solvers that solve it | Siconos : kernel | sweep, nsd kernel |" \
          " sweep, Siconos |"
    print "|---|---|---|---|---|---|---|---|---|---|---|"
    for (k = 1; k <= friction_count; k++) {
        name = "fc " frictions[k]
        printf "| %s | %d | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", frictions[k],
               contacts[frictions[k]], number(took("kernel", name)), number(took("nsd", name)),
               by("kernel", name), number(took("siconos", name)), by("siconos", name),
               share("siconos", name), ratio(took("siconos", name), took("kernel", name)),
               number(sweep["kernel", frictions[k]]), number(sweep["siconos", frictions[k]])
    }
    print ""
    print "- nsd_friction: the call from Octave with solver 'auto', the matrix full, of heaps sparse; nsd"
    print "  kernel: the same from C with block-sparse storage. Heaps have no file for the other sides."
    print "- Siconos: `fc2d_driver` with NSGS and LEMKE, `fc3d_driver` with NSGS, NSN_AC, NSN_FB and ADMM,"
    print "  tolerance 1e-9, the files of Siconos in their own storage; the fastest that solves the problem."
    print ""
}

function by(side, name) {
    return ((side, name) in time) ? solver[side, name] ", " residual[side, name] : "-"
}

function share(side, name) {
    return ((side, name) in tried) ? solved[side, name] + 0 " of " tried[side, name] : "-"
}

function events(    k, name, names, ours) {
    if (!(("nsd", "event-ball") in time)) return
    print "## Event-driven"
    print ""
    print "Microseconds per impact, and the error of the time of the last one (ball) or of the tenth"
    print "(pendulum), in units of time."
    print ""
    print "| case | impacts nsd / Siconos / ode45 | nsd kernel | nsd | error | Siconos C++ | error" \
          " | Octave's ode45 | error | Siconos : nsd | ode45 : nsd |"
    print "|---|---|---|---|---|---|---|---|---|---|---|"
    split("event-ball event-pendulum", names, " ")
    for (k = 1; k in names; k++) {
        name = names[k]
        ours = took("nsd", name)
        printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", event_title(name),
               steps_of(name), number(took("kernel", name)), number(ours), wrong("nsd", name),
               number(took("siconos", name)), wrong("siconos", name), number(took("plain", name)),
               wrong("plain", name), ratio(took("siconos", name), ours),
               ratio(took("plain", name), ours)
    }
    print ""
    print "- nsd: the whole call of `nsd_simulate` with its result, RelTol = AbsTol = 1e-9; nsd kernel:"
    print "  the time inside the MEX file. Refine 1: rows of every step and of both sides of each impact."
    print "- Siconos C++: `EventDriven`, `LsodarOSI`, `LCP`, its tolerances, no output."
    print "- Octave's ode45: restarted at each event, as `ballode` does, at the same tolerances."
    print ""
}

function event_title(name) {
    return name == "event-ball" ? "linear ball, e = 1" : "pendulum, alpha = 0.3, stop 0.2, r = 0.8"
}

function wrong(side, name) { return or_dash(value[side, name, "error"]) }

function bars(    N) {
    if (!("bar_fast" in extra)) return
    print "## Bars"
    print ""
    print "Microseconds per step inside the MEX file; every 100th row kept."
    print ""
    print "| impacting bar, model 1, n = 9, h = 1e-7, 50000 steps | M^-1 in O(n) | M dense |"
    print "|---|---|---|"
    printf "| time stepping, 'paoli' | %s | %s |\n", number(extra["bar_fast"]), number(extra["bar_dense"])
    printf "| 'event-newmark' | %s | %s |\n", number(extra["bar_fast_event"]), number(extra["bar_dense_event"])
    print ""
    print "| steel bar, finite elements, one contact | moreau | newmark | genalpha |" \
          " Siconos, dense | Siconos, sparse | Siconos : moreau |"
    print "|---|---|---|---|---|---|---|"
    for (N = 1000; N <= 10000; N *= 10)
        printf "| %d elements | %s | %s | %s | %s | %s | %s |\n", N, \
               number(extra["elastic_moreau_" N]), number(extra["elastic_newmark_" N]), \
               number(extra["elastic_genalpha_" N]), number(took("siconos", "elastic-dense-" N)), \
               number(took("siconos", "elastic-sparse-" N)), \
               ratio(least(took("siconos", "elastic-dense-" N), \
                           took("siconos", "elastic-sparse-" N)), extra["elastic_moreau_" N])
    print ""
    print "Here CPU time of the whole call; the bar is in contact from the first step on. Siconos:"
    print "`MoreauJeanOSI(0.5)` on a `LagrangianLinearTIDS`, 20 steps (3 of the long bar, whose dense"
    print "matrices would take 800 MB each). Mean displacement after these steps, nsd and Siconos:"
    for (N = 1000; N <= 10000; N *= 10)
        printf "%s and %s (%d elements)%s\n", or_dash(value["nsd", "elastic-" N, "q"]), \
               or_dash(value["siconos", "elastic-sparse-" N, "q"]), N, N == 1000 ? "," : "."
    print ""
}

function sparse(    N, k, list, names) {
    if (!("sparse_obstacle_100" in extra)) return
    print "## Contacts everywhere, sparse matrices"
    print ""
    print "CPU time. Obstacle under a membrane by `nsd_lcp` with sparse M, from nothing, residual 1e-9, and"
    print "sparse active sets in plain Octave (a backslash for each set); residuals recomputed."
    print ""
    print "| nodes | nsd, s | residual | plain Octave, s | Octave : nsd |"
    print "|---|---|---|---|---|"
    for (N = 100; N <= 1000; N = N == 100 ? 300 : N + 700)
        printf "| %d x %d | %s | %s | %s | %s |\n", N, N, number(extra["sparse_obstacle_" N]),
               number(extra["sparse_obstacle_" N "_residual"]),
               number(extra["sparse_obstacle_" N "_plain"]),
               ratio(extra["sparse_obstacle_" N "_plain"], extra["sparse_obstacle_" N])
    print ""
    printf "Time grows with nodes^%s from 100 x 100 to 1000 x 1000.\n\n", \
           number(log(extra["sparse_obstacle_1000"] / extra["sparse_obstacle_100"]) / log(100))
    print "A stop at every node, 'moreau', closed sets that change in every step; milliseconds per step and"
    print "of the set-up, and the same scheme in plain sparse Octave with warm-started active sets."
    print ""
    print "| mesh | pushing at the end | set-up | step | plain step | Octave : nsd | largest difference of q |"
    print "|---|---|---|---|---|---|---|"
    split("chain_1000 chain_2000 chain_10000 membrane_32 membrane_45 membrane_100", list, " ")
    split("chain, 1000|chain, 2000|chain, 10000|32 x 32|45 x 45|100 x 100", names, "|")
    for (k = 1; k <= 6; k++) sparse_mesh("sparse_" list[k], names[k])
    print ""
    printf "While the set stays, half of the nodes closed: 316 x 316 nodes take %s ms per step, a chain of 10^6\n", \
           number(1e3 * extra["sparse_rest_2d"])
    printf "%s ms. A column of 10^4 beads started cold: %s ms for the call and its first step, then %s ms per step.\n\n", \
           number(1e3 * extra["sparse_rest_1d"]), number(1e3 * extra["sparse_cold_first"]), \
           number(1e3 * extra["sparse_cold_step"])
    sparse_more()
}

function sparse_more(    n) {
    if (!("sparse_ladder_1000" in extra)) return
    printf "A load whose edge drifts over 316 x 316 nodes changes %s of the nodes that move in each step: %s ms per step.\n", \
           number(extra["sparse_drift_2d_changed_part"]), number(1e3 * extra["sparse_drift_2d"])
    printf "Octave's backslash on the nodes that move takes %s ms. A string of 10^6 nodes over a parabola by `nsd_lcp`, from\n", \
           number(1e3 * extra["sparse_drift_2d_backslash"])
    printf "nothing: %s s, residual %s. A membrane of 100 x 100 nodes in a wind, M without symmetry: %s s, plain Octave %s s.\n\n", \
           number(extra["sparse_string"]), number(extra["sparse_string_residual"]), \
           number(extra["sparse_wind_100"]), number(extra["sparse_wind_100_plain"])
    print "A ladder of resistors and capacitors with a diode at every tenth node, implicit Euler; milliseconds."
    print "Set-up of the first call of a system, and of the same call again, which keeps what was prepared up to 1000 nodes."
    print ""
    print "| nodes | first set-up | set-up | step | plain set-up | plain step | Octave : nsd | largest difference of x |"
    print "|---|---|---|---|---|---|---|---|"
    for (n = 1000; n <= 10000; n += 9000)
        printf "| %d | %s | %s | %s | %s | %s | %s | %s |\n", n,
               number(1e3 * extra["sparse_ladder_" n "_first"]), number(1e3 * extra["sparse_ladder_" n "_setup"]),
               number(1e3 * extra["sparse_ladder_" n]), number(1e3 * extra["sparse_ladder_" n "_plain_setup"]),
               number(1e3 * extra["sparse_ladder_" n "_plain"]),
               ratio(extra["sparse_ladder_" n "_plain"], extra["sparse_ladder_" n]),
               number(extra["sparse_ladder_" n "_difference"])
    print ""
    printf "The stops of the first table, ms per step: 'newmark' %s (chain, 2000) and %s (45 x 45), 'hht' %s and %s.\n\n", \
           number(1e3 * extra["sparse_newmark_1d"]), number(1e3 * extra["sparse_newmark_2d"]), \
           number(1e3 * extra["sparse_hht_1d"]), number(1e3 * extra["sparse_hht_2d"])
    printf "'newmark' with 'GGL', 'on': %s and %s; 'paoli', Weight 0.25: %s (45 x 45).\n\n", \
           number(1e3 * extra["sparse_ggl_1d"]), number(1e3 * extra["sparse_ggl_2d"]), \
           number(1e3 * extra["sparse_paoli_2d"])
    printf "Lumped masses, 45 x 45: 'kern' %s and 'paoli' %s. Three membranes whose nodes rub in space (mu = 0.4), 'moreau', ms per step: %s (22 x 22), %s (45 x 45), %s (100 x 100).\n\n", \
           number(1e3 * extra["sparse_kern_lumped_2d"]), number(1e3 * extra["sparse_paoli_lumped_2d"]), \
           number(1e3 * extra["sparse_rubbing_22"]), number(1e3 * extra["sparse_rubbing_45"]), \
           number(1e3 * extra["sparse_rubbing_100"])
    printf "Stops on both sides of each node, 'moreau', ms per step: %s (chain, 2000) and %s (45 x 45).\n\n", \
           number(1e3 * extra["sparse_both_sides_1d"]), number(1e3 * extra["sparse_both_sides_2d"])
    printf "A strip of 2000 nodes that rub on stops (mu = 0.4), 'moreau': %s ms per step, set-up %s ms, largest residual %s.\n\n", \
           number(1e3 * extra["sparse_rough"]), number(1e3 * extra["sparse_rough_setup"]), \
           number(extra["sparse_rough_residual"])
    sparse_recorded()
}

function sparse_recorded(    n) {
    if (!("sparse_recorded_600" in extra)) return
    print "Recorded masses with M(q), springs between neighbours, 'moreau'; milliseconds in the kernel. First call: with recording;"
    print "set-up: of later calls. Closed: a stop at every mass, all of them closed."
    print ""
    print "| masses | first call | set-up | step | plain step | Octave : nsd | step, closed | largest difference of q |"
    print "|---|---|---|---|---|---|---|---|"
    for (n = 150; n <= 1200; n *= 2)
        printf "| %d | %s | %s | %s | %s | %s | %s | %s |\n", n, number(1e3 * extra["sparse_recorded_" n "_first"]),
               number(1e3 * extra["sparse_recorded_" n "_setup"]), number(1e3 * extra["sparse_recorded_" n]),
               number(1e3 * extra["sparse_recorded_" n "_plain"]),
               ratio(extra["sparse_recorded_" n "_plain"], extra["sparse_recorded_" n]),
               number(1e3 * extra["sparse_recorded_closed_" n]), number(extra["sparse_recorded_" n "_difference"])
    print ""
    printf "A step grows with n^%s. 'newmark' with 600 masses: %s ms; 25 x 25 masses in the plane, 'moreau': %s ms (plain %s).\n\n", \
           number(extra["sparse_recorded_growth"]), number(1e3 * extra["sparse_recorded_newmark_600"]), \
           number(1e3 * extra["sparse_recorded_2d"]), number(1e3 * extra["sparse_recorded_2d_plain"])
}

function sparse_mesh(key, name) {
    if (!(key in extra)) return
    printf "| %s | %s | %s | %s | %s | %s | %s |\n", name, number(extra[key "_pushing"]),
           number(1e3 * extra[key "_setup"]), number(1e3 * extra[key]), number(1e3 * extra[key "_plain"]),
           ratio(extra[key "_plain"], extra[key]), number(extra[key "_difference"])
}

function bodies(    k, list, names) {
    if (!("bodies_box" in extra)) return
    print "## Rigid bodies"
    print ""
    print "`NsdBodies`: contacts found by a grid, friction; CPU time of the whole call per step. Spheres"
    print "fall in layers into a box (mu = 0.3, e = 0, h = 5e-3); means over the run."
    print ""
    print "| case | bodies | contacts | sweeps per step | us per step | us per step and contact | the same per sweep | steps above the tolerance |"
    print "|---|---|---|---|---|---|---|---|"
    split("box stack spheres_5 spheres_14 spheres_40 settle_5 settle_10 settle_16 " \
          "cube_5 cube_10 cube_16 rough_5 rough_8", list, " ")
    split("cube on a plane, 2000 steps|stack of boxes, 1000 steps|5 layers, 5 wide, 0.5 s|" \
          "5 layers, 14 wide, 0.5 s|5 layers, 40 wide, 0.5 s|5 x 5 x 5 settle, 5.7 s|" \
          "10 x 10 x 10 settle, 8 s|16 x 16 x 16 settle, 10.1 s|5 x 5 x 5 fall, 0.7 s|" \
          "10 x 10 x 10 fall, 1 s|16 x 16 x 16 fall, 1.26 s|" \
          "5 x 5 x 5 settle, mu = 0.5|8 x 8 x 8 settle, mu = 0.5", names, "|")
    for (k = 1; k <= 13; k++) one_world(list[k], names[k])
    print ""
    printf "Time per step grows with contacts^%s from 5 to 40 wide in five layers,\n", power("spheres_5", "spheres_40")
    printf "with contacts^%s from 125 to 4096 spheres that fall and settle, over the times above, and with\n", power("settle_5", "settle_16")
    printf "contacts^%s while they fall, when small cubes are single columns and large ones a heap.\n", power("cube_5", "cube_16")
    printf "Rough spheres jam: with mu = 0.5 it is contacts^%s.\n", power("rough_5", "rough_8")
    print ""
}

function tosses() {
    if (!("tosses_count" in extra)) return
    print "## Measured tosses of a cube"
    print ""
    printf "%d tosses of the ContactNets data set, each run from its first sample (`bench_tosses`): mean distance of\n", extra["tosses_count"]
    printf "the centres over a toss %s widths of the cube (median %s), mean angle %s degrees (median %s);\n",
           number(extra["tosses_mean"]), number(extra["tosses_median"]), number(extra["tosses_angle_mean"]),
           number(extra["tosses_angle_median"])
    printf "%s s for all runs.\n", number(extra["tosses_seconds"])
    print ""
}

# exponent of the time per step over contacts, from one world to another
function power(one, two,    a, b) {
    a = "bodies_" one
    b = "bodies_" two
    if (!(a in extra) || !(b in extra)) return "-"
    return number(log(extra[b] / extra[a]) / log(extra[b "_contacts"] / extra[a "_contacts"]))
}

function one_world(name, text,    key) {
    key = "bodies_" name
    if (!(key in extra)) return
    printf "| %s | %d | %s | %s | %s | %s | %s | %d |\n", text, extra[key "_count"],
           number(extra[key "_contacts"]), number(extra[key "_sweeps"]), number(extra[key]),
           number(extra[key] / extra[key "_contacts"]),
           number(extra[key] / extra[key "_contacts"] / extra[key "_sweeps"]),
           extra[key "_unsolved"]
}

function sweeps() {
    if (!("sweep_seconds" in extra)) return
    print "## Sweeps"
    print ""
    print "10^4 runs of 10^4 steps of the impact oscillator (`nsd_sweep`, 'moreau', 20 samples of"
    print "each run kept), by the wall clock."
    print ""
    printf "- All runs on %d cores: %s s; a loop of `nsd_simulate`: %s s (%s times as long).\n",
           extra["sweep_cores"], number(extra["sweep_seconds"]), number(extra["sweep_loop"]),
           number(extra["sweep_loop"] / extra["sweep_seconds"])
    printf "- One thread takes %s times as long as %d.\n", number(extra["sweep_scaling"]),
           extra["sweep_cores"]
    print ""
    print "Other families, by the wall clock: 10^4 short runs (32 of the spheres)."
    print ""
    print "| system | loop of `nsd_simulate` over the sweep | one thread over all |"
    print "|---|---|---|"
    one_family("bridge", "diode bridge, 100 steps")
    one_family("relay", "`NsdSystem.filippov`, a relay")
    one_family("ball", "`NsdSystem.hybrid`, a bouncing ball")
    one_family("spheres", "100 spheres, 100 steps")
    print ""
}

function one_family(name, text,    key) {
    key = "sweep_" name
    if (!((key "_loop") in extra)) return
    printf "| %s | %s | %s |\n", text, number(extra[key "_loop"]), number(extra[key "_scaling"])
}

function compiled() {
    if (!("compile_pendulum_called" in extra)) return
    print "## Functions of nonlinear systems"
    print ""
    print "Called back, recorded (the default) and compiled (`nsd_compile`). CPU time; one force, and"
    print "10^6 steps of 'moreau' (callbacks: from 10^4 steps). Recording includes the checks."
    print ""
    print "| | recording, ms | force, record, ns | force, compiled, ns | run, called back, s |" \
          " run, recorded, s | run, compiled, s | called back : recorded |"
    print "|---|---|---|---|---|---|---|---|"
    compiled_row("pendulum, stop", "pendulum")
    compiled_row("double pendulum, wall", "double")
    print ""
    printf "- Recording a chain of 100 masses: %s s by a matrix, %s s by a loop over the masses.\n",
           number(extra["compile_chain_matrix"]), number(extra["compile_chain_loop"])
    print ""
}

function compiled_row(label, name) {
    name = "compile_" name
    printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", label, number(extra[name "_trace"]),
           number(extra[name "_tape"]), number(extra[name "_code"]), number(extra[name "_called"]),
           number(extra[name "_traced"]), number(extra[name "_compiled"]),
           number(extra[name "_called"] / extra[name "_traced"])
}

function calls() {
    if (!("calls_ball_auto_fresh" in extra)) return
    print "## One call"
    print ""
    print "Milliseconds of CPU time of a short run, result included: the first call of a system, the same"
    print "call again (from the third on), a run of `nsd_prepare`, and such a run of which sol.q(end) is read."
    print ""
    print "| | first | again | prepared | prepared, read | again : first | prepared : again |"
    print "|---|---|---|---|---|---|---|"
    calls_row("ball_auto", "ball, [0 8], Method chosen ('event')")
    calls_row("ball_moreau", "ball, [0 8], 'moreau', steps chosen")
    calls_row("ball_short", "ball, [0 1], 'moreau', 50 steps")
    calls_row("pendulum_auto", "recorded pendulum with a stop, [0 1], Method chosen ('event')")
    calls_row("pendulum_moreau", "recorded pendulum with a stop, [0 1], 'moreau', 100 steps")
    calls_row("world", "sliding box, a world of bodies, 10 steps")
    print ""
}

function small() {
    if (!("small_box" in extra)) return
    print "## Small systems, cradles, stiff flights, recorded chains"
    print ""
    print "CPU time, the smallest of some; in the kernel, but for sweeps and the making of a system."
    print ""
    print "| what | time |"
    print "|---|---|"
    small_row("box", "step of a box on four frictional contacts, us")
    small_row("slide", "the same, pushed and turned: all contacts slide, us")
    small_row("forced", "step in a sweep of the forced oscillator, ns")
    small_row("unforced", "the same without force, ns")
    small_row("plain", "the forced one in a plain C loop without rows, events, energies, ns")
    small_row("run", "run of ten steps in a sweep, us")
    small_row("system", "making a system with a contact, ms")
    small_row("cradle_30", "event of a cradle of 30 balls, us")
    small_row("cradle_100", "100 balls, us")
    small_row("cradle_300", "300 balls, us")
    small_row("cradle_1000", "1000 balls, us")
    small_row("cradle_300_call", "the whole call of 300 balls, 270 events, with set-up and solution, ms")
    small_row("swing_300", "event of 300 pendulums 1 mm apart, us")
    small_row("swing_300_rows", "the same with Refine 1, us")
    small_row("stiff", "two masses with a damper of rate 4e4, RelTol 1e-8, 2 s by 'event', ms")
    small_row("stiff_steps", "its steps")
    small_row("chain_150", "step of a recorded chain of 150 masses with M(q), us")
    small_row("chain_300", "300 masses, us")
    small_row("chain_600", "600 masses, us")
    print ""
}

function small_row(name, text) {
    if (("small_" name) in extra) printf "| %s | %s |\n", text, number(extra["small_" name])
}

function calls_row(name, text,    first, again, prepared) {
    first = extra["calls_" name "_fresh"]
    again = extra["calls_" name "_repeated"]
    prepared = extra["calls_" name "_prepared"]
    printf "| %s | %s | %s | %s | %s | %s | %s |\n", text, number(first), number(again),
           number(prepared), number(extra["calls_" name "_read"]), ratio(again, first),
           ratio(prepared, again)
}

function energies(    k, list) {
    if (!("energies_count" in extra)) return
    print "## Equations from energies"
    print ""
    print "CPU time of runs of `NsdSystem.energies` over that of the same equations written by hand, both"
    print "recorded: 200000 steps of 'moreau', and a run by 'event' with small tolerances. Ten steps: the"
    print "milliseconds of a call that is not the first."
    print ""
    print "| system | 'moreau' | 'event' | ten steps, ms | by hand, ms |"
    print "|---|---|---|---|---|"
    for (k = 1; k <= extra["energies_count"]; k++) {
        printf "| %s | %s | %s | %s | %s |\n", energy_name[k], number(extra["energies_moreau_" k]),
               number(extra["energies_event_" k]), number(extra["energies_ten_" k]),
               number(extra["energies_hand_" k])
    }
    print ""
}

function others() {
    if (!("prompt" in extra) && !("memory_ratio" in extra)) return
    print "## Start and memory"
    print ""
    if ("prompt" in extra) {
        printf "- `plot(nsd_simulate(nsd_ball(), [0 10]))` and a PNG of it, at a fresh prompt: %s s",
               number(extra["prompt"])
        printf " (%s s with the start of Octave).\n", number(extra["prompt_process"])
    }
    if ("memory_ratio" in extra) {
        printf "- Peak memory of the whole chain run: %s MB above the start, %s times its output" \
               " of %s MB.\n", number(extra["memory_peak"]), number(extra["memory_ratio"]),
               number(extra["memory_output"])
    }
    print ""
}

END {
    print "# Benchmark"
    print ""
    print "Written by `make bench`; every number is from one run on one machine. Times are the"
    print "smallest of repeated runs, one thread. A dash means: not run, or not solved."
    print ""
    dynamics()
    agreement()
    lcps()
    friction()
    events()
    bars()
    sparse()
    compiled()
    energies()
    calls()
    small()
    bodies()
    tosses()
    sweeps()
    others()
    print "## Machine"
    print ""
    printf "%s; GNU Octave %s; Siconos %s (Debian); %s; BLAS %s.\n", machine["processor"],
           machine["octave"], machine["siconos"] == "" ? "not installed" : machine["siconos"],
           machine["compiler"], machine["blas"]
    if (note_count > 0) {
        print ""
        print "Parts that did not run:"
        print ""
        for (k = 1; k <= note_count; k++) print "- " notes[k]
    }
}
