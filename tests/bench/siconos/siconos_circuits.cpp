// siconos_circuits.cpp - first-order circuits, run by Siconos (kernel component, C++).
//
//   siconos_circuits STEPS
//
// Diode bridge, RLC circuit with a diode, relay feedback: theta = 1/2, relation at the end of the
// step, one problem (Lemke) per step, every step stored in a SimpleMatrix. Prints lines
// "siconos CASE KEY VALUE": CPU time per step of the time loop in microseconds, and the first state
// after 1999 steps, so that one can see that the same scheme ran.

#include <SiconosKernel.hpp>
#include <SolverOptions.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

double cpu_seconds()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

SP::SimpleMatrix matrix(int rows, int cols, const double *entries) // row by row
{
    SP::SimpleMatrix result(new SimpleMatrix(rows, cols));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            result->setValue(i, j, entries[i * cols + j]);
    return result;
}

struct circuit { // x' = A x + B lambda, y = C x + D lambda; matrices row by row
    const char         *name;
    int                 m;
    double              h, x0[2];
    std::vector<double> A, B, C, D;
    bool                relay;
};

std::vector<circuit> circuits()
{
    const double R = 1e3, C = 1e-6, L = 1e-2;
    const std::vector<double> tank = {0, -1 / C, 1 / L, 0};
    return {{"bridge", 4, 1e-6, {10, 0}, tank, {0, 0, -1 / C, 1 / C, 0, 0, 0, 0},
             {0, 0, 0, 0, -1, 0, 1, 0},
             {1 / R, 1 / R, -1, 0, 1 / R, 1 / R, 0, -1, 1, 0, 0, 0, 0, 1, 0, 0}, false},
            {"diode", 1, 1e-6, {10, 0}, tank, {-1 / C, 0}, {-1, 0}, {R}, false},
            {"relay", 1, 2e-3, {3, 0}, {0, 1, -1, 0}, {0, 1}, {1, 2}, {0}, true}};
}

void run(const circuit &c, long steps)
{
    const int m = c.m;
    SP::SiconosVector x0(new SiconosVector(2, 0.0));
    x0->setValue(0, c.x0[0]);
    SP::FirstOrderLinearTIDS plant(new FirstOrderLinearTIDS(x0, matrix(2, 2, c.A.data())));
    SP::FirstOrderLinearTIR relation(
        new FirstOrderLinearTIR(matrix(m, 2, c.C.data()), matrix(2, m, c.B.data())));
    relation->setDPtr(matrix(m, m, c.D.data()));
    SP::NonSmoothLaw law;
    SP::OneStepNSProblem problem;
    if (c.relay) {
        law.reset(new RelayNSL(m, -1.0, 1.0));
        problem.reset(new Relay(SICONOS_RELAY_LEMKE));
    } else {
        law.reset(new ComplementarityConditionNSL(m));
        problem.reset(new LCP(SICONOS_LCP_LEMKE));
    }
    SP::Interaction interaction(new Interaction(law, relation));
    SP::NonSmoothDynamicalSystem system(new NonSmoothDynamicalSystem(0.0, c.h * double(steps)));
    system->insertDynamicalSystem(plant);
    system->link(interaction, plant);
    SP::OneStepIntegrator integrator(new EulerMoreauOSI(0.5));
    SP::TimeDiscretisation grid(new TimeDiscretisation(0.0, c.h));
    SP::TimeStepping simulation(new TimeStepping(system, grid, integrator, problem));
    SimpleMatrix output(steps + 1, 3 + 2 * m);
    double early = 0.0;

    const double start = cpu_seconds();
    for (long k = 1; k <= steps; k++) {
        simulation->computeOneStep();
        output(k, 0) = simulation->nextTime();
        for (int i = 0; i < 2; i++)
            output(k, 1 + i) = (*plant->x())(i);
        for (int i = 0; i < m; i++) {
            output(k, 3 + i) = (*interaction->lambda(0))(i);
            output(k, 3 + m + i) = (*interaction->y(0))(i);
        }
        if (k == 1999)
            early = output(k, 1);
        simulation->nextStep();
    }
    const double seconds = cpu_seconds() - start;
    std::printf("siconos %s us %.6g LEMKE\n", c.name, 1e6 * seconds / double(steps));
    std::printf("siconos %s steps %ld\n", c.name, steps);
    std::printf("siconos %s x1 %.15g\n", c.name, early);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: siconos_circuits STEPS\n");
        return 2;
    }
    try {
        for (const circuit &c : circuits())
            run(c, std::atol(argv[1]));
    } catch (...) {
        Siconos::exception::process();
        return 1;
    }
    return 0;
}
