// siconos_events.cpp - the bouncing ball by the event-driven strategy of Siconos (LsodarOSI).
//
//   siconos_events IMPACTS
//
// m = 1, g = 9.81, y0 = 1, e = 1, from the start to shortly after that impact; no other time
// events. Prints "siconos event-ball KEY VALUE": CPU time per event of the loop, in
// microseconds, number of impacts, and the error of the time of the last one.

#include <SiconosKernel.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

const double GRAVITY = 9.81, RESTITUTION = 1.0;

double cpu_seconds()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

double impact_time(int k) // closed form
{
    return (2 * k - 1) * std::sqrt(2.0 / GRAVITY);
}

struct Outcome {
    int impacts;
    double last, seconds;
};

Outcome run(int impacts)
{
    const double end = 0.5 * (impact_time(impacts) + impact_time(impacts + 1));
    SP::SiconosVector q(new SiconosVector(1, 1.0));
    SP::SiconosVector v(new SiconosVector(1, 0.0));
    SP::SimpleMatrix mass(new SimpleMatrix(1, 1)), H(new SimpleMatrix(1, 1));
    mass->setValue(0, 0, 1.0);
    H->setValue(0, 0, 1.0);
    SP::LagrangianLinearTIDS ball(new LagrangianLinearTIDS(q, v, mass));
    ball->setFExtPtr(SP::SiconosVector(new SiconosVector(1, -GRAVITY)));
    SP::NonSmoothLaw law(new NewtonImpactNSL(RESTITUTION));
    SP::Relation relation(new LagrangianLinearTIR(H));
    SP::NonSmoothDynamicalSystem system(new NonSmoothDynamicalSystem(0.0, end));
    system->insertDynamicalSystem(ball);
    system->link(SP::Interaction(new Interaction(law, relation)), ball);
    SP::TimeDiscretisation grid(new TimeDiscretisation(0.0, end));
    SP::EventDriven simulation(new EventDriven(system, grid));
    simulation->insertIntegrator(SP::OneStepIntegrator(new LsodarOSI()));
    simulation->insertNonSmoothProblem(SP::OneStepNSProblem(new LCP()), SICONOS_OSNSP_ED_IMPACT);
    simulation->insertNonSmoothProblem(SP::OneStepNSProblem(new LCP()),
                                       SICONOS_OSNSP_ED_SMOOTH_ACC);
    simulation->setToleranceED(1e-9); // its default refuses the gap of an impact after a while
    simulation->initialize();

    Outcome outcome = {0, 0.0, 0.0};
    SP::EventsManager events = simulation->eventsManager();
    const double begin = cpu_seconds();
    while (simulation->hasNextEvent()) {
        simulation->advanceToEvent();
        if (events->nextEvent()->getType() == 2) { // a nonsmooth event
            outcome.impacts++;
            outcome.last = simulation->nextTime();
        }
        simulation->processEvents();
    }
    outcome.seconds = cpu_seconds() - begin;
    return outcome;
}

} // namespace

int main(int argc, char **argv)
{
    const int wanted = argc > 1 ? std::atoi(argv[1]) : 2000;
    for (int k = 0; k < 5; k++) { // the smallest time counts
        const Outcome outcome = run(wanted);
        std::printf("siconos event-ball us %.6g\n", 1e6 * outcome.seconds / outcome.impacts);
        if (k == 0) {
            std::printf("siconos event-ball steps %d\n", outcome.impacts);
            std::printf("siconos event-ball error %.3g\n",
                        std::fabs(outcome.last - impact_time(outcome.impacts)));
        }
    }
    return 0;
}
