import type { Attributes } from './attributes.js';

/** The data sets that may hold an attribute of one frame, the most specific first. */
export type FrameScope = (macroSequence: string) => readonly Attributes[];

const SHARED_GROUPS = 'x52009229';
const PER_FRAME_GROUPS = 'x52009230';

/**
 * Attributes of a frame: enhanced multi-frame objects keep them in functional groups (PS3.3
 * C.7.6.16), of this frame or of all, other objects in the data set itself.
 *
 * @param frame from 1
 */
export function frameScope(attributes: Attributes, frame: number): FrameScope {
  const groups = [
    attributes.item(PER_FRAME_GROUPS, frame - 1),
    attributes.item(SHARED_GROUPS),
  ].filter((group) => group !== undefined);
  return (macroSequence) => [
    ...groups.flatMap((group) => group.item(macroSequence) ?? []),
    attributes,
  ];
}
