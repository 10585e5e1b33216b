import { bell, between, streamFor } from './random.js';

export type Sex = 'female' | 'male';

/** What differs from one person, and from one exposure, to the next. */
export interface Patient {
  readonly seed: number;
  readonly sex: Sex;
  /** 0 young, 1 old: the aorta unfolds and elongates. */
  readonly age: number;
  /** Width and height of the thorax against the model's. */
  readonly width: number;
  readonly height: number;
  /** Soft tissue around the thorax, against the model's. */
  readonly girth: number;
  readonly breast: number;
  readonly heart: number;
  /** Sideways shift per centimetre of depth: a person is never exactly parallel to the film. */
  readonly rotation: number;
  readonly tilt: number;
  readonly rightDome: number;
  readonly leftDome: number;
  readonly ribDrop: number;
  readonly boneDensity: number;
  readonly clavicleRise: number;
  readonly shoulderDrop: number;
  readonly vesselCalibre: number;
  readonly stomachGas: number;
  /** Film: where the curve sits, how steep it is, how much mottle. */
  readonly exposure: number;
  readonly contrast: number;
  readonly mottle: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

export function createPatient(seed: number): Patient {
  const random = streamFor(seed, 'patient');
  const sex: Sex = random() < 0.5 ? 'female' : 'male';
  const small = sex === 'female' ? 0.94 : 1;
  const stature = between(random, 0.97, 1.04) * small;
  const rightDome = between(random, 26.9, 28.3);
  return {
    seed,
    sex,
    age: random(),
    width: stature * between(random, 0.97, 1.03),
    height: stature * between(random, 1, 1.07),
    girth: between(random, 1.06, 1.15),
    breast: sex === 'female' ? between(random, 1.2, 3) : 0,
    heart: between(random, 0.97, 1.07),
    rotation: bell(random) * 0.02,
    tilt: bell(random) * 0.012,
    rightDome,
    // the liver holds the right dome higher by about half an interspace
    leftDome: rightDome + between(random, 0.8, 1.6),
    ribDrop: between(random, 0.9, 1.12),
    boneDensity: between(random, 0.9, 1.1),
    clavicleRise: between(random, 3.2, 4.8),
    shoulderDrop: between(random, -0.5, 1),
    vesselCalibre: between(random, 0.95, 1.1),
    stomachGas: between(random, 0.6, 1.1),
    exposure: between(random, -0.05, 0.05),
    contrast: between(random, 0.97, 1.05),
    mottle: between(random, 0.85, 1.15),
    offsetX: bell(random) * 0.4,
    offsetY: between(random, -0.5, 0.7),
  };
}
