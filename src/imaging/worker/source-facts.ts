import { isUid } from '../../core/dicom-uid.js';
import type { Attributes } from '../../media/dicom/attributes.js';
import { frameScope } from '../../media/dicom/frame-scope.js';
import type { SourceFacts } from '../result-objects/source-facts.js';

const CODE_STRING = /^[A-Z0-9_ ]{1,16}$/;
/** Letters of the directions of people (PS3.3 C.7.6.1.1.1). */
const DIRECTION = /^[APRLHF]{1,3}$/;
const MACROS = {
  position: 'x00209113',
  orientation: 'x00209116',
  measures: 'x00289110',
  direction: 'x00209453',
};

/** So many finite numbers, or nothing. */
function numbers(from: readonly Attributes[], tag: string, count: number): number[] | undefined {
  return from
    .map((attributes) => attributes.decimals(tag))
    .find((values) => values.length === count && values.every(Number.isFinite));
}

const isLength = (value: number | undefined): value is number =>
  value !== undefined && value > 0 && value < 10_000;

function codeString(attributes: Attributes, tag: string): string | undefined {
  const text = attributes.text(tag);
  return text !== undefined && CODE_STRING.test(text) ? text : undefined;
}

/**
 * What the objects of a result take from the header of its image. What is not valid is left out.
 *
 * @param frame from 1
 * @param lossy whether the transfer syntax loses detail
 */
export function readSourceFacts(
  attributes: Attributes,
  frame: number,
  lossy: boolean,
): SourceFacts {
  const scope = frameScope(attributes, frame);
  const position = numbers(scope(MACROS.position), 'x00200032', 3);
  const orientation = numbers(scope(MACROS.orientation), 'x00200037', 6);
  const spacing = numbers(scope(MACROS.measures), 'x00280030', 2);
  const thickness = numbers(scope(MACROS.measures), 'x00180050', 1)?.[0];
  const frameOfReferenceUid = attributes.text('x00200052');
  const laterality = codeString(attributes, 'x00200060');
  const bodyPart = codeString(attributes, 'x00180015');
  const directions = scope(MACROS.direction)
    .map((place) => place.texts('x00200020'))
    .find((texts) => texts.length === 2 && texts.every((text) => DIRECTION.test(text)));
  return {
    rows: attributes.word('x00280010') ?? 0,
    columns: attributes.word('x00280011') ?? 0,
    ...(frameOfReferenceUid !== undefined && isUid(frameOfReferenceUid) && { frameOfReferenceUid }),
    ...(position && orientation && { plane: { position, orientation } }),
    ...(isLength(spacing?.[0]) &&
      isLength(spacing[1]) && { pixelSpacing: [spacing[0], spacing[1]] }),
    ...(isLength(thickness) && { sliceThickness: thickness }),
    orientation: directions ?? [],
    ...((laterality === 'L' || laterality === 'R') && { laterality }),
    ...(bodyPart !== undefined && { bodyPart }),
    lossy: lossy || attributes.text('x00282110') === '01',
  };
}
