import { projectBowelGas } from './abdomen.js';
import { drawAirways } from './airways.js';
import {
  BONE_PER_CM,
  detect,
  develop,
  expose,
  meanWhere,
  SOFT_PER_CM,
  toBytes,
} from './exposure.js';
import { createDisease, type FilmKind } from './findings.js';
import { createFrame, type Frame, xAt, yAt } from './frame.js';
import { type DrawnHeart, drawnHeart } from './heart-width.js';
import { type LungMaps, projectLungs } from './lungs.js';
import { burnMarkers } from './marker.js';
import { clamp } from './maths.js';
import { createMediastinum } from './mediastinum.js';
import { clouds } from './noise.js';
import { type Box, type OpacityMaps, opacityBox, projectDisease } from './opacity.js';
import { createPatient, type Patient } from './patient.js';
import { blur, createPlane, mapPlane, type Plane, sample } from './plane.js';
import { streamFor } from './random.js';
import { drawRibs } from './ribs.js';
import { drawShoulderGirdle } from './shoulder-girdle.js';
import { drawSpine, drawSternum } from './spine.js';
import { projectChestFolds, projectTrunk } from './trunk.js';
import { drawVessels } from './vessels.js';

export interface Film {
  readonly size: number;
  readonly pixels: Uint8Array;
  /** The same before it was rounded to whole levels, 0 (black) to 255. */
  readonly greys: Plane;
  readonly patient: Patient;
  /** How wide heart and chest were drawn. */
  readonly heart: DrawnHeart;
  readonly lung: Plane;
  readonly painted: readonly string[];
  /** Boxes round the painted opacity, one for each affected side of the film. */
  readonly boxes: readonly Box[];
}

export interface FilmOptions {
  readonly kind: FilmKind;
  readonly seed: number;
  readonly size: number;
  /** Factor on the heart size given by the seed; one person at two times differs in this alone. */
  readonly heartGrowth?: number;
}

interface Materials {
  readonly trunk: Plane;
  readonly folds: Plane;
  readonly lungs: LungMaps;
  readonly bone: Plane;
  readonly blood: Plane;
  readonly airway: Plane;
  readonly gas: Plane;
  readonly disease: OpacityMaps;
}

function gather(frame: Frame, patient: Patient, kind: FilmKind): Materials {
  const organs = createMediastinum(patient);
  const [bone, blood, airway] = [frame.size, frame.size, frame.size].map(createPlane);
  if (bone === undefined || blood === undefined || airway === undefined) {
    throw new Error('no planes');
  }
  drawRibs({ frame, plane: bone }, patient);
  drawShoulderGirdle({ frame, plane: bone }, patient);
  const column = createPlane(frame.size);
  drawSpine({ frame, plane: column }, patient);
  // the spine lies farthest from the detector and is drawn least sharply
  const spine = blur(column, 0.07 / frame.xPerPixel);
  drawSternum({ frame, plane: bone }, patient);
  drawVessels({ frame, plane: blood }, patient, organs);
  drawAirways({ frame, plane: airway }, patient);
  return {
    trunk: projectTrunk(frame, patient),
    folds: projectChestFolds(frame, patient),
    lungs: projectLungs(frame, patient, organs),
    bone: mapPlane(bone, (b, i) => b + (spine.data[i] ?? 0)),
    blood,
    airway,
    gas: projectBowelGas(frame, patient),
    disease: projectDisease(frame, createDisease(kind, patient.seed), patient.seed),
  };
}

/** Density of aerated lung against water; blood pools towards the bases of a standing person. */
function lungDensity(y: number): number {
  return 0.2 + 0.05 * clamp((y - 10) / 18, 0, 1);
}

/** Total attenuation along each ray. */
function attenuate(frame: Frame, patient: Patient, m: Materials): Plane {
  const { size } = frame;
  const random = streamFor(patient.seed, 'tissue');
  const muscle = clouds(size, { largest: 0.25, smallest: 0.004, persistence: 0.6 }, random);
  const marrow = clouds(size, { largest: 0.02, smallest: 0.002, persistence: 0.9 }, random);
  const mesh = clouds(size, { largest: 0.06, smallest: 0.003, persistence: 0.85 }, random);
  return mapPlane(m.trunk, (trunk, i) => {
    const lung = m.lungs.thickness.data[i] ?? 0;
    const filled = m.disease.filled.data[i] ?? 0;
    const rest = lungDensity(yAt(frame, Math.floor(i / size)));
    const aerated = rest * (1 + 0.07 * (mesh.data[i] ?? 0));
    const tissue = lung * (aerated + (0.96 - aerated) * filled);
    const body = Math.max(trunk - lung, 0.3 * trunk) + (m.folds.data[i] ?? 0) * Math.min(trunk, 1);
    // a vessel seen end-on is a dot, but never as dense as metal
    const blood = 2.4 * (1 - Math.exp((m.blood.data[i] ?? 0) / -2.4));
    const vessel = blood * (1 - 0.85 * filled);
    const solid = (m.disease.solid.data[i] ?? 0) * 0.75 * Math.min(1, lung / 4);
    const kept = (m.disease.kept.data[i] ?? 0) * Math.min(1, filled * 2);
    const air = (m.airway.data[i] ?? 0) + (m.gas.data[i] ?? 0) + kept;
    // bowel and fat make the belly more uneven than the chest wall
    const uneven = (m.lungs.cavity.data[i] ?? 0) > 0 && lung < 1 ? 0.045 : 0.022;
    const soft = body * (1 + uneven * (muscle.data[i] ?? 0)) + tissue + vessel + solid - air;
    const bone = (m.bone.data[i] ?? 0) * (1 + 0.07 * (marrow.data[i] ?? 0));
    return SOFT_PER_CM * Math.max(soft, 0) + BONE_PER_CM * bone;
  });
}

function levels(frame: Frame, log: Plane, m: Materials): { lung: number; mediastinum: number } {
  const lung = meanWhere(
    log,
    (i) => (m.lungs.thickness.data[i] ?? 0) > 11 && (m.disease.filled.data[i] ?? 0) < 0.05,
  );
  const mediastinum = meanWhere(log, (i) => {
    const x = xAt(frame, i % frame.size);
    const y = yAt(frame, Math.floor(i / frame.size));
    return Math.abs(x) < 5 && y > 21 && y < 27 && (m.lungs.thickness.data[i] ?? 0) < 4;
  });
  return { lung, mediastinum };
}

/** Bends outlines by a millimetre or two, asymmetrically, because no body is perfectly regular. */
function bendAll(frame: Frame, seed: number, planes: readonly Plane[]): Plane[] {
  const random = streamFor(seed, 'bend');
  const options = { largest: 0.3, smallest: 0.07, persistence: 0.4 };
  const [dx, dy] = [clouds(64, options, random), clouds(64, options, random)];
  const reach = 0.14 / frame.xPerPixel;
  const { size } = frame;
  return planes.map((plane) =>
    mapPlane(plane, (_, i) => {
      const x = (i % size) + 0.5;
      const y = Math.floor(i / size) + 0.5;
      const [u, v] = [(x / size) * 64, (y / size) * 64];
      return sample(plane, x + reach * sample(dx, u, v), y + reach * sample(dy, u, v));
    }),
  );
}

export function createFilm({ kind, seed, size, heartGrowth = 1 }: FilmOptions): Film {
  const person = createPatient(seed);
  const patient = { ...person, heart: person.heart * heartGrowth };
  const frame = createFrame(patient, size);
  const materials = gather(frame, patient, kind);
  const straight = attenuate(frame, patient, materials);
  const [bent, lung, filled] = bendAll(frame, seed, [
    straight,
    materials.lungs.thickness,
    materials.disease.filled,
  ]);
  if (bent === undefined || lung === undefined || filled === undefined) throw new Error('lost');
  const dose = expose(frame, bent);
  const clean = levels(frame, mapPlane(dose, Math.log), materials);
  const log = detect(frame, dose, patient, Math.exp(clean.lung));
  const signal = { log, lungLevel: clean.lung, mediastinumLevel: clean.mediastinum };
  const greys = burnMarkers(develop(frame, signal, patient));
  const pixels = toBytes(greys);
  const boxes = (['left', 'right'] as const).flatMap((half) => {
    const box = opacityBox(filled, lung, half, 0.12);
    return box === undefined ? [] : [box];
  });
  const painted = createDisease(kind, seed).painted;
  const heart = drawnHeart(patient);
  return { size, pixels, greys, patient, heart, lung, painted, boxes };
}
