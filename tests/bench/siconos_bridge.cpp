// siconos_bridge.cpp - the diode bridge, run by Siconos (kernel component, C++).
//
//   siconos_bridge STEPS
//
// theta = 1/2, relation at the end of the step, one LCP (Lemke) per step of 1 us, every step stored
// in a SimpleMatrix. Prints lines "siconos bridge KEY VALUE": CPU time per step of the time loop in
// microseconds, and the voltage after 4999 steps, so that one can see that the same scheme ran.

#include <SiconosKernel.hpp>
#include <SolverOptions.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

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

void run(long steps)
{
    const double h = 1e-6, R = 1e3, C = 1e-6, L = 1e-2;
    const double a[] = {0, -1 / C, 1 / L, 0};
    const double b[] = {0, 0, -1 / C, 1 / C, 0, 0, 0, 0};
    const double c[] = {0, 0, 0, 0, -1, 0, 1, 0};
    const double d[] = {1 / R, 1 / R, -1, 0, 1 / R, 1 / R, 0, -1, 1, 0, 0, 0, 0, 1, 0, 0};
    SP::SiconosVector x0(new SiconosVector(2, 0.0));
    x0->setValue(0, 10.0);
    SP::FirstOrderLinearTIDS tank(new FirstOrderLinearTIDS(x0, matrix(2, 2, a)));
    SP::FirstOrderLinearTIR relation(new FirstOrderLinearTIR(matrix(4, 2, c), matrix(2, 4, b)));
    relation->setDPtr(matrix(4, 4, d));
    SP::NonSmoothLaw law(new ComplementarityConditionNSL(4));
    SP::Interaction diodes(new Interaction(law, relation));
    SP::NonSmoothDynamicalSystem system(new NonSmoothDynamicalSystem(0.0, h * double(steps)));
    system->insertDynamicalSystem(tank);
    system->link(diodes, tank);
    SP::OneStepIntegrator integrator(new EulerMoreauOSI(0.5));
    SP::TimeDiscretisation grid(new TimeDiscretisation(0.0, h));
    SP::OneStepNSProblem lcp(new LCP(SICONOS_LCP_LEMKE));
    SP::TimeStepping simulation(new TimeStepping(system, grid, integrator, lcp));
    SimpleMatrix output(steps + 1, 11);
    double voltage = 0.0;

    const double start = cpu_seconds();
    for (long k = 1; k <= steps; k++) {
        simulation->computeOneStep();
        output(k, 0) = simulation->nextTime();
        for (int i = 0; i < 2; i++)
            output(k, 1 + i) = (*tank->x())(i);
        for (int i = 0; i < 4; i++) {
            output(k, 3 + i) = (*diodes->lambda(0))(i);
            output(k, 7 + i) = (*diodes->y(0))(i);
        }
        if (k == 4999)
            voltage = output(k, 1);
        simulation->nextStep();
    }
    const double seconds = cpu_seconds() - start;
    std::printf("siconos bridge us %.6g LEMKE\n", 1e6 * seconds / double(steps));
    std::printf("siconos bridge steps %ld\n", steps);
    std::printf("siconos bridge voltage %.15g\n", voltage);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: siconos_bridge STEPS\n");
        return 2;
    }
    try {
        run(std::atol(argv[1]));
    } catch (...) {
        Siconos::exception::process();
        return 1;
    }
    return 0;
}
