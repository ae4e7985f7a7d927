// engine_wasm.mjs - Jolt and Rapier as WebAssembly in the scenes of scenes.h:
//     engine_scene list SCENE | node engine_wasm.mjs ENGINE STEP ITERATIONS FOLDER
// prints CPU seconds of the steps, then position and velocity of each body. FOLDER has node_modules.
//
// A first world takes some steps before the clock starts, and --no-liftoff makes all of the machine
// code when a package is loaded, so that no time of translation is counted.
// Defaults of the engines, but for the iterations, sleeping and the damping of velocities.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const WARM_UP = 200; // steps

async function load(folder, file) {
  return (await import(pathToFileURL(resolve(folder, 'node_modules', file)))).default;
}

async function jolt(folder, iterations) {
  const J = await (await load(folder, 'jolt-physics/dist/jolt-physics.wasm-compat.js'))();
  return (scene) => {
    const [STILL, MOVING] = [0, 1];
    const settings = new J.JoltSettings();
    const layers = new J.ObjectLayerPairFilterTable(2);
    layers.EnableCollision(STILL, MOVING);
    layers.EnableCollision(MOVING, MOVING);
    const broad = new J.BroadPhaseLayerInterfaceTable(2, 2);
    broad.MapObjectToBroadPhaseLayer(STILL, new J.BroadPhaseLayer(0));
    broad.MapObjectToBroadPhaseLayer(MOVING, new J.BroadPhaseLayer(1));
    settings.mObjectLayerPairFilter = layers;
    settings.mBroadPhaseLayerInterface = broad;
    settings.mObjectVsBroadPhaseLayerFilter =
      new J.ObjectVsBroadPhaseLayerFilterTable(broad, 2, layers, 2);
    settings.mMaxBodyPairs = settings.mMaxContactConstraints = 16384;
    const world = new J.JoltInterface(settings);
    const system = world.GetPhysicsSystem();
    system.SetGravity(new J.Vec3(0, 0, -scene.gravity));
    const numbers = system.GetPhysicsSettings();
    numbers.mNumVelocitySteps = iterations;
    numbers.mAllowSleeping = false;
    system.SetPhysicsSettings(numbers);
    const bodies = system.GetBodyInterface();
    const add = (shape, x, moves, body) => {
      const made = new J.BodyCreationSettings(shape, new J.RVec3(...x), new J.Quat(0, 0, 0, 1),
        moves ? J.EMotionType_Dynamic : J.EMotionType_Static, moves ? MOVING : STILL);
      made.mFriction = scene.friction; // a pair takes the root of the product
      made.mRestitution = scene.restitution;
      made.mLinearDamping = made.mAngularDamping = 0;
      if (moves) {
        made.mOverrideMassProperties = J.EOverrideMassProperties_CalculateInertia;
        made.mMassPropertiesOverride.mMass = body.mass;
        made.mLinearVelocity = new J.Vec3(...body.v);
      }
      const one = bodies.CreateBody(made);
      bodies.AddBody(one.GetID(), J.EActivation_Activate);
      return one;
    };
    for (const { plane: [a, b, c, offset] } of scene.planes) {
      add(new J.PlaneShape(new J.Plane(new J.Vec3(a, b, c), -offset), null, 1000), [0, 0, 0], false);
    }
    const all = scene.bodies.map((b) => add(b.ball ? new J.SphereShape(b.size[0])
      : new J.BoxShape(new J.Vec3(...b.size.map((s) => s / 2))), b.x, true, b));
    const three = (p) => [p.GetX(), p.GetY(), p.GetZ()];
    return {
      step: (h) => world.Step(h, 1),
      state: () => all.map((b) => [...three(b.GetPosition()), ...three(b.GetLinearVelocity())]),
      free: () => J.destroy(world),
    };
  };
}

async function rapier(folder, iterations) {
  const R = await load(folder, '@dimforge/rapier3d-compat/dist/rapier.mjs');
  await R.init();
  return (scene) => {
    const world = new R.World({ x: 0, y: 0, z: -scene.gravity });
    const three = ([x, y, z]) => ({ x, y, z });
    const add = (shape, desc, mass) => {
      const one = world.createRigidBody(desc);
      shape.setFriction(scene.friction).setRestitution(scene.restitution); // a pair takes the mean
      world.createCollider(mass ? shape.setMass(mass) : shape, one);
      return one;
    };
    world.integrationParameters.numSolverIterations = iterations;
    for (const { plane: [a, b, c, offset] } of scene.planes) {
      add(new R.ColliderDesc(new R.HalfSpace({ x: a, y: b, z: c })),
        R.RigidBodyDesc.fixed().setTranslation(a * offset, b * offset, c * offset));
    }
    const all = scene.bodies.map((b) => add(b.ball ? R.ColliderDesc.ball(b.size[0])
      : R.ColliderDesc.cuboid(...b.size.map((s) => s / 2)),
    R.RigidBodyDesc.dynamic().setTranslation(...b.x).setLinvel(...b.v).setCanSleep(false), b.mass));
    return {
      step: (h) => { world.timestep = h; world.step(); },
      state: () => all.map((b) => [b.translation(), b.linvel()].flatMap((p) => [p.x, p.y, p.z])),
      free: () => world.free(),
    };
  };
}

const [engine, h, iterations, folder] = process.argv.slice(2);
const scene = JSON.parse(readFileSync(0, 'utf8'));
const create = await { jolt, rapier }[engine](folder, Number(iterations));
const steps = Math.round(scene.duration / Number(h));
const first = create(scene);
for (let k = 0; k < Math.min(steps, WARM_UP); k++) first.step(Number(h));
first.free();
const world = create(scene);
const before = process.cpuUsage();
for (let k = 0; k < steps; k++) world.step(Number(h));
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1e6);
for (const row of world.state()) console.log(row.join(' '));
