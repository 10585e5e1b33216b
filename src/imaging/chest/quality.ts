import {
  type ExposureIssue,
  exposureIssues,
  type GreyPlane,
  type GreyStatistics,
} from './exposure.js';
import {
  type Chest,
  edgeContact,
  locateChest,
  mediastinalOffset,
  type PictureFacts,
} from './geometry.js';
import { type Mask, organOf, type StructureMap } from './masks.js';
import { implausibleLungs, looksMirrored } from './plausibility.js';

export interface ChestQualityIssue {
  readonly issue:
    | ExposureIssue['issue']
    | 'cropped'
    | 'rotated'
    | 'tilted'
    | 'mirrored'
    | 'implausible_lungs';
  /** For a clinician. */
  readonly reason: string;
  /** The film should not be read. */
  readonly severe: boolean;
}

/**
 * Steps from which an issue is named and from which it is severe. In the 240 JSRT films the tilt is
 * within -3.5..7°, the upper mediastinum 0..0.054 of the width off the middle of the chest wall.
 */
const TILT_DEGREES = { named: 10, severe: 20 };
const OFFSET = { named: 0.08, severe: 0.12 };
/** Parts of a lung's height along an edge of the picture; tightly cut films reach 0.5 at a side. */
const CUT = { side: 0.6, lower: 0.4 };

function cropping(chest: Chest): ChestQualityIssue[] {
  const contact = edgeContact(chest);
  const where = (['left', 'right', 'lower', 'upper'] as const).filter((edge) => contact[edge] > 0);
  if (where.length === 0) return [];
  const reason = `the lungs are cut off at the ${where.join(' and ')} edge of the picture`;
  const side = Math.max(contact.left, contact.right);
  return [{ issue: 'cropped', reason, severe: side >= CUT.side || contact.lower >= CUT.lower }];
}

function positioning(chest: Chest): ChestQualityIssue[] {
  const tilt = Math.abs(chest.tiltDegrees);
  const offset = Math.abs(mediastinalOffset(chest));
  return [
    ...(tilt > TILT_DEGREES.named
      ? [
          {
            issue: 'tilted' as const,
            reason: `the chest is tilted by ${Math.round(tilt)}°`,
            severe: tilt > TILT_DEGREES.severe,
          },
        ]
      : []),
    ...(offset > OFFSET.named
      ? [
          {
            issue: 'rotated' as const,
            reason: 'the patient is turned, or the mediastinum is displaced',
            severe: offset > OFFSET.severe,
          },
        ]
      : []),
  ];
}

/**
 * On a tilted or rotated film the heart's position is not used as evidence.
 *
 * @param heart as outlined; without one only the lungs give evidence
 */
function mirroring(chest: Chest, heart: Mask | undefined): ChestQualityIssue[] {
  const mirrored = heart ? looksMirrored(chest, heart) : chest.mirrored;
  const reason =
    'right and left look exchanged: the picture may be mirrored, or the heart displaced';
  return mirrored ? [{ issue: 'mirrored', reason, severe: false }] : [];
}

function placing(chest: Chest, heart: Mask | undefined): ChestQualityIssue[] {
  const faults = positioning(chest);
  return faults.length > 0 ? faults : mirroring(chest, heart);
}

function together(a: Mask, b: Mask): Mask {
  return { ...a, cells: a.cells.map((cell, i) => (cell === 1 ? 1 : (b.cells[i] ?? 0))) };
}

/**
 * Returns the issues that limit the reading of a frontal chest film: cropping, position, exposure,
 * or outlines that cannot be lungs. Inspiration is assessed with the cardiothoracic ratio.
 *
 * @param maps `right_lung` and `left_lung`, and `heart` for the exposure between the organs
 * @param greys statistics over the whole picture
 * @param plane greys under the masks, if available
 * @throws RangeError for maps that are malformed or that differ in size from each other or the
 *   plane
 */
export function chestQuality(
  maps: readonly StructureMap[],
  facts: PictureFacts,
  greys: GreyStatistics,
  plane?: GreyPlane,
): ChestQualityIssue[] {
  const organ = (id: string) => {
    const map = maps.find((candidate) => candidate.id === id);
    return map && organOf(map);
  };
  const [right, left, heart] = [organ('right_lung'), organ('left_lung'), organ('heart')];
  const chest = right && left && locateChest(right, left, facts);
  const faults = chest ? implausibleLungs(chest) : ['two lungs side by side were not found'];
  const organs =
    chest && heart && plane && faults.length === 0
      ? { lungs: together(right, left), heart, plane }
      : undefined;
  return [
    ...faults.slice(0, 1).map((reason) => ({
      issue: 'implausible_lungs' as const,
      reason,
      severe: true,
    })),
    ...(chest && faults.length === 0 ? [...cropping(chest), ...placing(chest, heart)] : []),
    ...exposureIssues(greys, organs),
  ];
}
