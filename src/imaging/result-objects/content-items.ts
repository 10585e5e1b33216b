import type { DataSet } from '../../core/dicom-data-set.js';
import { type Code, codeItem, unitCode } from './codes.js';

// Content items of structured reports (PS3.3 section C.17.3).

/** How an item stands to the one that it is in. */
export type Relationship =
  | 'CONTAINS'
  | 'HAS CONCEPT MOD'
  | 'HAS OBS CONTEXT'
  | 'HAS ACQ CONTEXT'
  | 'HAS PROPERTIES'
  | 'INFERRED FROM'
  | 'SELECTED FROM';

/** An object, or a frame of it. */
export interface ImageReference {
  readonly sopClassUid: string;
  readonly instanceUid: string;
  /** From 1, of an object with several. */
  readonly frame?: number;
}

const within = (items: readonly DataSet[]) =>
  items.length === 0 ? {} : { ContentSequence: [...items] };

const item = (
  relationship: Relationship,
  type: string,
  concept: Code | undefined,
  value: DataSet,
  items: readonly DataSet[],
): DataSet => ({
  RelationshipType: relationship,
  ValueType: type,
  ...(concept && { ConceptNameCodeSequence: [codeItem(concept)] }),
  ...value,
  ...within(items),
});

export const container = (concept: Code, items: readonly DataSet[]): DataSet =>
  item('CONTAINS', 'CONTAINER', concept, { ContinuityOfContent: 'SEPARATE' }, items);

export const textItem = (
  relationship: Relationship,
  concept: Code,
  text: string,
  items: readonly DataSet[] = [],
): DataSet => item(relationship, 'TEXT', concept, { TextValue: text }, items);

export const codedItem = (
  relationship: Relationship,
  concept: Code,
  value: Code,
  items: readonly DataSet[] = [],
): DataSet =>
  item(relationship, 'CODE', concept, { ConceptCodeSequence: [codeItem(value)] }, items);

/** @param unit of UCUM */
export const numberItem = (
  relationship: Relationship,
  concept: Code,
  value: number,
  unit: string,
  items: readonly DataSet[] = [],
): DataSet => {
  const measured = {
    NumericValue: value,
    MeasurementUnitsCodeSequence: [codeItem(unitCode(unit))],
  };
  return item(relationship, 'NUM', concept, { MeasuredValueSequence: [measured] }, items);
};

export const uidItem = (relationship: Relationship, concept: Code, uid: string): DataSet =>
  item(relationship, 'UIDREF', concept, { UID: uid }, []);

export const referencedSop = ({ sopClassUid, instanceUid, frame }: ImageReference): DataSet => ({
  ReferencedSOPClassUID: sopClassUid,
  ReferencedSOPInstanceUID: instanceUid,
  ...(frame !== undefined && { ReferencedFrameNumber: frame }),
});

export const imageItem = (
  relationship: Relationship,
  concept: Code | undefined,
  image: ImageReference,
  items: readonly DataSet[] = [],
): DataSet =>
  item(relationship, 'IMAGE', concept, { ReferencedSOPSequence: [referencedSop(image)] }, items);

/** Points of an image: columns and rows from the top left corner of its first pixel. */
export const pointsItem = (
  relationship: Relationship,
  concept: Code,
  type: 'POINT' | 'MULTIPOINT' | 'POLYLINE',
  points: ReadonlyArray<readonly [column: number, row: number]>,
  image: ImageReference,
): DataSet =>
  item(relationship, 'SCOORD', concept, { GraphicType: type, GraphicData: points.flat() }, [
    imageItem('SELECTED FROM', undefined, image),
  ]);
