import { contoursOf, ringArea, simplifyRing } from '../../core/contours.js';
import type { ImageSegmenterManifest } from '../../inference/schema.js';
import type { Region, StructureMask, StructureOutline } from './read-image-contract.js';

/** In cells of the mask; outlines are no finer than the masks they come from. */
const TOLERANCE = 0.25;
/** Specks below this area, in cells, are not drawn. */
const MIN_AREA = 12;

/**
 * The outlines of the structures that a segmenter found, at its thresholds.
 *
 * @param region the part of the upright picture that the masks cover
 * @returns rings in parts of the sides of the upright picture, 0..1; a structure that was not found has
 *   none and is left out
 */
export function structureOutlines(
  masks: readonly StructureMask[],
  { structures }: ImageSegmenterManifest,
  region: Region,
): StructureOutline[] {
  return masks.flatMap(({ id, rows, columns, probabilities }) => {
    const threshold = structures.find((one) => one.id === id)?.threshold;
    if (threshold === undefined) return [];
    const rings = contoursOf({ rows, columns, values: probabilities }, threshold * 255)
      .filter((ring) => ringArea(ring) >= MIN_AREA)
      .map((ring) =>
        simplifyRing(ring, TOLERANCE).map(
          ([x, y]) =>
            [
              region.x + (x / columns) * region.width,
              region.y + (y / rows) * region.height,
            ] as const,
        ),
      );
    return rings.length === 0 ? [] : [{ id, rings }];
  });
}
