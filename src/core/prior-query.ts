import type { DescribedObject } from './received-object.js';
import type { SealedFile } from './sealed-file.js';
import type { SendReason } from './sent-object.js';

/** Who a patient is, as a header or a search says it. */
export type PatientIdentity = Pick<
  DescribedObject['patient'],
  'id' | 'issuer' | 'birthDate' | 'sex'
>;

/** For which image an earlier one is looked for. */
export interface PriorQuery {
  readonly patient: PatientIdentity & { readonly id: string };
  readonly studyUid: string;
  /** YYYYMMDD */
  readonly studyDate: string;
  readonly modality: string;
  readonly bodyPart?: string;
  readonly view?: string;
}

/** Why no earlier image is compared. */
export type PriorRefusal =
  /** The header of the new image says too little. */
  | 'unidentified'
  | 'none'
  /** There is one with this patient ID, and its other data contradict. */
  | 'other_patient'
  /** Of the node that was to be searched. */
  | 'other_mode'
  | 'unreachable'
  | 'not_delivered';

/** What kept a node from being searched, or an image from being delivered; never text of the node. */
export type PriorObstacle =
  | SendReason
  /** An answer of another content type than was asked for. */
  | 'content_type'
  | 'too_large'
  /** The search finds more than is looked through. */
  | 'too_many'
  | 'nothing_sent'
  /** Another object than was asked for. */
  | 'other_object'
  /** An object that is not stored here. */
  | 'not_stored'
  | 'no_room';

/** Why there is no earlier image. */
export interface PriorFailure {
  readonly refusal: PriorRefusal;
  readonly obstacle?: PriorObstacle;
}

/** An earlier image that has been sent to us, or why there is none. */
export type PriorSearch = { readonly instanceUid: string } | PriorFailure;

/** The file of an image that was asked for by its UIDs. */
export interface RetrievedImage {
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly instanceUid: string;
  readonly file: SealedFile;
}

/** What the search asks and says while it works. */
export interface PriorCaller {
  /** Before an image is sent to us. False: it is held already. */
  expect(instanceUid: string): Promise<boolean>;
  /** Checks and holds a file; unless it is held, nothing is left of it. */
  keep(image: RetrievedImage): Promise<PriorSearch>;
}

const text = (value: string | undefined) => (value ?? '').trim();

const contradicts = (a: string | undefined, b: string | undefined) =>
  text(a) !== '' && text(b) !== '' && text(a).toUpperCase() !== text(b).toUpperCase();

/**
 * Whether two images are of one patient: the ID and its issuer must be equal, and birth date and sex where
 * both state them. The name is never asked: it is written in many ways, and shared by many.
 */
export function isSamePatient(a: PatientIdentity, b: PatientIdentity): boolean {
  if (text(a.id) === '' || text(a.id) !== text(b.id)) return false;
  if (text(a.issuer) !== text(b.issuer)) return false;
  return !contradicts(a.birthDate, b.birthDate) && !contradicts(a.sex, b.sex);
}

/** Films of either class are compared with each other. */
const FILMS = ['CR', 'DX'];

const isFilm = (modality: string) => FILMS.includes(modality);

/** Whether images of two modalities can be compared. */
export const isSameModality = (a: string, b: string): boolean =>
  a === b || (isFilm(a) && isFilm(b));

/** What is known of an image that may be comparable. */
export interface EarlierImage {
  readonly studyUid: string;
  readonly studyDate?: string;
  readonly modality?: string;
  readonly bodyPart?: string;
  readonly view?: string;
}

/** Whether an image is an earlier one that can be compared: of another, earlier study, and of the same kind. */
export function isComparable(query: PriorQuery, image: EarlierImage): boolean {
  const { studyUid, studyDate, modality, bodyPart, view } = image;
  if (studyUid === query.studyUid) return false;
  if (studyDate === undefined || !/^\d{8}$/.test(studyDate)) return false;
  if (studyDate >= query.studyDate) return false;
  if (modality === undefined || !isSameModality(modality, query.modality)) return false;
  return !contradicts(bodyPart, query.bodyPart) && !contradicts(view, query.view);
}
