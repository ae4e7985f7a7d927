// siconos_dynamics.cpp - the dynamic benchmark cases, run by Siconos (kernel component, C++).
//
//   siconos_dynamics CASE STEP STEPS SOLVER
//
// CASE is ball, oscillator, beads or chain, or one of these after "check-", or elastic-dense-N or
// elastic-sparse-N, the steel bar of N elements with dense or sparse matrices; SOLVER is one of its
// LCP solvers, lemke or newton (NEWTON_MIN_FBLSA). The chain is dense: with sparse storage it took
// longer. CASE box is a cube on four corners with friction; SOLVER is nsgs.
// Moreau-Jean with theta = 1/2 and activation on q + h/2 v, one LCP per step, every step stored in
// a SimpleMatrix. Prints lines "siconos CASE KEY VALUE": CPU time per step of the time loop in
// microseconds, and the last state, so that one can see that the same problem was solved.

#include <SiconosKernel.hpp>
#include <Friction_cst.h>
#include <SolverOptions.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace {

const double GRAVITY = 9.81;

struct Contact { // gap y = row * q + offset, on the bodies named; with friction two more rows
    SP::SimpleMatrix row;
    double offset;
    SP::DynamicalSystem first, second; // second may be null
};

struct Solver {
    int id;
    const char *name;
};

struct Model {
    std::vector<SP::LagrangianLinearTIDS> bodies;
    std::vector<Contact> contacts;
    double restitution;
    double friction = 0.0; // 3D contacts where positive
};

double cpu_seconds()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

SP::SimpleMatrix row_of(const std::vector<double> &entries)
{
    SP::SimpleMatrix row(new SimpleMatrix(1, entries.size()));
    for (unsigned int j = 0; j < entries.size(); j++)
        row->setValue(0, j, entries[j]);
    return row;
}

// One coordinate: unit mass, spring k, constant force, start at q0 at rest.
SP::LagrangianLinearTIDS point_mass(double q0, double k, double force)
{
    SP::SiconosVector q(new SiconosVector(1, q0));
    SP::SiconosVector v(new SiconosVector(1, 0.0));
    SP::SimpleMatrix mass(new SimpleMatrix(1, 1));
    mass->setValue(0, 0, 1.0);
    SP::LagrangianLinearTIDS body(new LagrangianLinearTIDS(q, v, mass));
    if (k > 0.0) {
        SP::SimpleMatrix stiffness(new SimpleMatrix(1, 1));
        stiffness->setValue(0, 0, k);
        body->setKPtr(stiffness);
    }
    body->setFExtPtr(SP::SiconosVector(new SiconosVector(1, force)));
    return body;
}

Model ball()
{
    Model model;
    model.bodies.push_back(point_mass(1.0, 0.0, -GRAVITY));
    model.contacts.push_back({row_of({1.0}), 0.0, model.bodies[0], nullptr});
    model.restitution = 0.9;
    return model;
}

Model oscillator()
{
    Model model;
    model.bodies.push_back(point_mass(1.0, 4.0, 0.0));
    model.contacts.push_back({row_of({1.0}), 0.25, model.bodies[0], nullptr});
    model.restitution = 0.8;
    return model;
}

// Column of beads of radius 1/2 on a floor, gaps 0.1, each bead a body of its own.
Model beads(int count)
{
    Model model;
    for (int i = 0; i < count; i++)
        model.bodies.push_back(point_mass(0.6 + 1.1 * i, 0.0, -GRAVITY));
    model.contacts.push_back({row_of({1.0}), -0.5, model.bodies[0], nullptr});
    for (int i = 1; i < count; i++)
        model.contacts.push_back({row_of({-1.0, 1.0}), -1.0, model.bodies[i - 1], model.bodies[i]});
    model.restitution = 0.5;
    return model;
}

// Chain of unit masses with springs to both neighbours and walls, stops 1e-3 below some of them.
Model chain(int count, int stops)
{
    SP::SiconosVector q(new SiconosVector(count, 0.0));
    SP::SiconosVector v(new SiconosVector(count, 0.0));
    SP::SimpleMatrix M(new SimpleMatrix(count, count));
    SP::SimpleMatrix K(new SimpleMatrix(count, count));
    SP::SimpleMatrix C(new SimpleMatrix(count, count));
    for (int i = 0; i < count; i++) {
        M->setValue(i, i, 1.0);
        C->setValue(i, i, 0.1);
        K->setValue(i, i, 2e4);
        if (i > 0) {
            K->setValue(i, i - 1, -1e4);
            K->setValue(i - 1, i, -1e4);
        }
    }
    Model model;
    model.bodies.push_back(SP::LagrangianLinearTIDS(new LagrangianLinearTIDS(q, v, M, K, C)));
    model.bodies[0]->setFExtPtr(SP::SiconosVector(new SiconosVector(count, -GRAVITY)));
    for (int k = 0; k < stops; k++) {
        std::vector<double> entries(count, 0.0);
        entries[(2 * k + 1) * count / (2 * stops) - 1] = 1.0; // masses 50, 150, ... of 1000
        model.contacts.push_back({row_of(entries), 1e-3, model.bodies[0], nullptr});
    }
    model.restitution = 0.5;
    return model;
}

// Unit cube, small rotations, four corners below; dropped flat from 0.1 while it moves with 1 m/s.
Model box()
{
    const double corner[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    SP::SiconosVector q(new SiconosVector(6, 0.0));
    SP::SiconosVector v(new SiconosVector(6, 0.0));
    SP::SiconosVector weight(new SiconosVector(6, 0.0));
    SP::SimpleMatrix M(new SimpleMatrix(6, 6));
    for (unsigned int i = 0; i < 6; i++)
        M->setValue(i, i, i < 3 ? 1.0 : 1.0 / 6.0);
    (*q)(2) = 0.6;
    (*v)(0) = 1.0;
    (*weight)(2) = -GRAVITY;
    Model model;
    model.bodies.push_back(SP::LagrangianLinearTIDS(new LagrangianLinearTIDS(q, v, M)));
    model.bodies[0]->setFExtPtr(weight);
    for (const auto &at : corner) { // rows: z, x, y of the corner at (x, y, -1/2)
        SP::SimpleMatrix rows(new SimpleMatrix(3, 6));
        const double arm[3] = {at[0], at[1], -0.5};
        const int axis[3] = {2, 0, 1};
        for (unsigned int k = 0; k < 3; k++) {
            const int i = axis[k], j = (i + 1) % 3, l = (i + 2) % 3;
            rows->setValue(k, i, 1.0);      // velocity v + w x arm along axis i
            rows->setValue(k, 3 + j, arm[l]);
            rows->setValue(k, 3 + l, -arm[j]);
        }
        model.contacts.push_back({rows, -0.5, model.bodies[0], nullptr});
    }
    model.restitution = 0.0;
    model.friction = 0.3;
    return model;
}

// Steel bar of linear elements with consistent mass, at the floor with 0.1 m/s, no gravity.
Model elastic(int elements, Siconos::UBLAS_TYPE storage)
{
    const int    n = elements + 1;
    const double length = 1.0 / elements, area = 3.14e-4;
    const double k = 210e9 * area / length, m = 7800.0 * area * length / 6.0;
    SP::SiconosVector q(new SiconosVector(n, 0.0));
    SP::SiconosVector v(new SiconosVector(n, -0.1));
    SP::SimpleMatrix M(new SimpleMatrix(n, n, storage));
    SP::SimpleMatrix K(new SimpleMatrix(n, n, storage));
    for (int i = 0; i < n; i++) {
        const double ends = i == 0 || i == elements ? 1.0 : 2.0;
        M->setValue(i, i, 2.0 * m * ends);
        K->setValue(i, i, k * ends);
        if (i > 0) {
            M->setValue(i, i - 1, m);
            M->setValue(i - 1, i, m);
            K->setValue(i, i - 1, -k);
            K->setValue(i - 1, i, -k);
        }
    }
    Model model;
    model.bodies.push_back(SP::LagrangianLinearTIDS(new LagrangianLinearTIDS(q, v, M)));
    model.bodies[0]->setKPtr(K);
    std::vector<double> entries(n, 0.0);
    entries[0] = 1.0;
    model.contacts.push_back({row_of(entries), 0.0, model.bodies[0], nullptr});
    model.restitution = 0.0;
    return model;
}

SP::TimeStepping simulation_of(const Model &model, double h, long steps, int solver,
                               std::vector<SP::Interaction> &interactions)
{
    SP::NonSmoothDynamicalSystem system(new NonSmoothDynamicalSystem(0.0, h * double(steps)));
    for (const auto &body : model.bodies)
        system->insertDynamicalSystem(body);
    SP::NonSmoothLaw law(new NewtonImpactNSL(model.restitution));
    if (model.friction > 0.0)
        law.reset(new NewtonImpactFrictionNSL(model.restitution, 0.0, model.friction, 3));
    for (const auto &contact : model.contacts) {
        SP::SiconosVector offset(new SiconosVector(contact.row->size(0), 0.0));
        (*offset)(0) = contact.offset;
        SP::Relation relation(new LagrangianLinearTIR(contact.row, offset));
        interactions.emplace_back(new Interaction(law, relation));
        if (contact.second)
            system->link(interactions.back(), contact.first, contact.second);
        else
            system->link(interactions.back(), contact.first);
    }
    SP::OneStepIntegrator integrator(new MoreauJeanOSI(0.5));
    SP::TimeDiscretisation grid(new TimeDiscretisation(0.0, h));
    if (model.friction > 0.0) {
        SP::FrictionContact problem(new FrictionContact(3, solver));
        problem->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-10;
        problem->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
        return SP::TimeStepping(new TimeStepping(system, grid, integrator, problem));
    }
    SP::OneStepNSProblem lcp(new LCP(solver));
    return SP::TimeStepping(new TimeStepping(system, grid, integrator, lcp));
}

void run(const std::string &name, const Model &model, double h, long steps, Solver solver)
{
    std::vector<SP::Interaction> interactions;
    SP::TimeStepping simulation = simulation_of(model, h, steps, solver.id, interactions);
    unsigned int n = 0;
    for (const auto &body : model.bodies)
        n += body->dimension();
    const unsigned int m = interactions.size();
    SimpleMatrix output(steps + 1, 1 + 2 * n + m); // t, q, v, impulse
    double impulse_sum = 0.0;
    const double start = cpu_seconds();
    for (long k = 1; k <= steps; k++) {
        simulation->computeOneStep();
        unsigned int column = 0;
        output(k, column++) = simulation->nextTime();
        for (const auto &body : model.bodies)
            for (unsigned int i = 0; i < body->dimension(); i++)
                output(k, column++) = (*body->q())(i);
        for (const auto &body : model.bodies)
            for (unsigned int i = 0; i < body->dimension(); i++)
                output(k, column++) = (*body->velocity())(i);
        for (const auto &interaction : interactions) {
            const double impulse = (*interaction->lambda(1))(0);
            output(k, column++) = impulse;
            impulse_sum += impulse;
        }
        simulation->nextStep();
    }
    const double seconds = cpu_seconds() - start;
    double q_sum = 0.0, v_sum = 0.0;
    for (unsigned int i = 0; i < n; i++) {
        q_sum += output(steps, 1 + i);
        v_sum += output(steps, 1 + n + i);
    }
    const char *label = name.c_str();
    std::printf("siconos %s us %.6g %s\n", label, 1e6 * seconds / double(steps), solver.name);
    std::printf("siconos %s steps %ld\n", label, steps);
    std::printf("siconos %s q %.17g\n", label, q_sum / n);
    std::printf("siconos %s v %.17g\n", label, v_sum / n);
    std::printf("siconos %s impulse %.17g\n", label, impulse_sum);
}

} // namespace

int main(int argc, char **argv)
{
    const std::string label = argc > 1 ? argv[1] : "";
    const std::string name = label.rfind("check-", 0) == 0 ? label.substr(6) : label;
    const std::string solver_name = argc > 4 ? argv[4] : "";
    if (argc != 5 ||
        (solver_name != "lemke" && solver_name != "newton" && solver_name != "nsgs")) {
        std::fprintf(stderr, "usage: siconos_dynamics CASE STEP STEPS lemke|newton|nsgs\n");
        return 2;
    }
    const double h = std::atof(argv[2]);
    const long steps = std::atol(argv[3]);
    const Solver solver = solver_name == "lemke"
                              ? Solver{SICONOS_LCP_LEMKE, "LEMKE"}
                              : Solver{SICONOS_LCP_NEWTON_MIN_FBLSA, "NEWTON_MIN_FBLSA"};
    try {
        if (name == "ball")
            run(label, ball(), h, steps, solver);
        else if (name == "oscillator")
            run(label, oscillator(), h, steps, solver);
        else if (name == "beads")
            run(label, beads(100), h, steps, solver);
        else if (name == "box")
            run(label, box(), h, steps, {SICONOS_FRICTION_3D_NSGS, "NSGS"});
        else if (name == "chain")
            run(label, chain(1000, 10), h, steps, solver);
        else if (name.rfind("elastic-dense-", 0) == 0)
            run(label, elastic(std::atoi(name.c_str() + 14), Siconos::DENSE), h, steps, solver);
        else if (name.rfind("elastic-sparse-", 0) == 0)
            run(label, elastic(std::atoi(name.c_str() + 15), Siconos::SPARSE), h, steps, solver);
        else
            return 2;
    } catch (...) {
        Siconos::exception::process();
        return 1;
    }
    return 0;
}
