import { isUid } from '../../core/dicom-uid.js';
import {
  isComparable,
  isSameModality,
  isSamePatient,
  type PriorFailure,
  type PriorQuery,
  type RetrievedImage,
} from '../../core/prior-query.js';
import { PriorFault } from './prior-fault.js';

/** What is asked of each entry, beside its UIDs. */
export const KEYS = {
  study: [
    'PatientID',
    'IssuerOfPatientID',
    'PatientBirthDate',
    'PatientSex',
    'StudyDate',
    'StudyTime',
    'ModalitiesInStudy',
  ],
  series: ['Modality', 'BodyPartExamined'],
  image: ['SOPClassUID', 'ViewPosition'],
} as const;

export type Keyword =
  | (typeof KEYS)[keyof typeof KEYS][number]
  | 'StudyInstanceUID'
  | 'SeriesInstanceUID'
  | 'SOPInstanceUID';

/**
 * An entry that was found: the values of an attribute, without padding. Empty: it has none; undefined: the
 * search does not say.
 */
export type Match = (keyword: Keyword) => readonly string[] | undefined;

/** Where images are searched for; each throws where the search fails. */
export interface Archive {
  /** Of a patient ID, up to a date. */
  studies(patientId: string, until: string): Promise<readonly Match[]>;
  series(studyUid: string): Promise<readonly Match[]>;
  images(studyUid: string, seriesUid: string): Promise<readonly Match[]>;
}

export type FoundImage = Omit<RetrievedImage, 'file'>;

/** The newest studies that are looked into. */
const MAX_STUDIES = 5;
/** What a search may find: of more, the last cannot be told. */
export const MAX_MATCHES = 500;
/** CR, and DX for presentation and for processing. */
const FILM_CLASS = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.1(\.1(\.1)?)?$/;

/** @throws PriorFault */
function limited(matches: readonly Match[]): readonly Match[] {
  if (matches.length >= MAX_MATCHES) throw new PriorFault('too_many');
  return matches;
}

const firstOf = (match: Match, keyword: Keyword) => match(keyword)?.[0] || undefined;

function uidOf(match: Match, keyword: Keyword): string | undefined {
  const uid = firstOf(match, keyword);
  return uid !== undefined && isUid(uid) ? uid : undefined;
}

/** An issuer that the search does not return is left to the header of the image. */
function isOfPatient({ patient }: PriorQuery, match: Match): boolean {
  const issuer =
    match('IssuerOfPatientID') === undefined ? patient.issuer : firstOf(match, 'IssuerOfPatientID');
  const [id, birthDate] = [firstOf(match, 'PatientID'), firstOf(match, 'PatientBirthDate')];
  const sex = firstOf(match, 'PatientSex');
  return isSamePatient(patient, {
    ...(id !== undefined && { id }),
    ...(issuer !== undefined && { issuer }),
    ...(birthDate !== undefined && { birthDate }),
    ...(sex !== undefined && { sex }),
  });
}

/** Where the search does not say of what a study is, it may be of everything. */
function mayBeComparable({ modality }: PriorQuery, match: Match): boolean {
  const modalities = match('ModalitiesInStudy') ?? [];
  return modalities.length === 0 || modalities.some((one) => isSameModality(one, modality));
}

/** The studies that may hold an earlier image, newest first; and whether others contradict the patient. */
async function findStudies(archive: Archive, query: PriorQuery) {
  const { patient, studyUid, studyDate } = query;
  const found = limited(await archive.studies(patient.id, studyDate));
  const earlier = found.filter((match) => {
    const [uid, date] = [uidOf(match, 'StudyInstanceUID'), firstOf(match, 'StudyDate')];
    return uid !== undefined && uid !== studyUid && date !== undefined && date < studyDate;
  });
  const ofPatient = earlier.filter((match) => isOfPatient(query, match));
  const whenOf = (match: Match) =>
    `${firstOf(match, 'StudyDate')}${firstOf(match, 'StudyTime') ?? ''}`;
  const studies = ofPatient
    .filter((match) => mayBeComparable(query, match))
    .sort((a, b) => (whenOf(a) < whenOf(b) ? 1 : -1));
  return { studies: studies.slice(0, MAX_STUDIES), others: earlier.length - ofPatient.length };
}

/** The comparable images of a study; those whose view is known to be the same come first. */
async function findImages(
  archive: Archive,
  query: PriorQuery,
  study: Match,
): Promise<readonly FoundImage[]> {
  const studyUid = uidOf(study, 'StudyInstanceUID') ?? '';
  const studyDate = firstOf(study, 'StudyDate') ?? '';
  const images: Array<FoundImage & { readonly view: string | undefined }> = [];
  for (const series of limited(await archive.series(studyUid))) {
    const seriesUid = uidOf(series, 'SeriesInstanceUID');
    const [modality, bodyPart] = [firstOf(series, 'Modality'), firstOf(series, 'BodyPartExamined')];
    const about = {
      studyUid,
      studyDate,
      ...(modality !== undefined && { modality }),
      ...(bodyPart !== undefined && { bodyPart }),
    };
    if (seriesUid === undefined || !isComparable(query, about)) continue;
    for (const image of limited(await archive.images(studyUid, seriesUid))) {
      const instanceUid = uidOf(image, 'SOPInstanceUID');
      const view = firstOf(image, 'ViewPosition');
      if (instanceUid === undefined || !FILM_CLASS.test(firstOf(image, 'SOPClassUID') ?? ''))
        continue;
      if (!isComparable(query, { ...about, ...(view !== undefined && { view }) })) continue;
      images.push({ studyUid, seriesUid, instanceUid, view });
    }
  }
  return images.sort((a, b) => Number(b.view !== undefined) - Number(a.view !== undefined));
}

/**
 * Decides which is the last comparable film of a patient, however the archive is searched.
 *
 * @throws PriorFault, and what the archive throws
 */
export async function findPrior(
  archive: Archive,
  query: PriorQuery,
): Promise<FoundImage | PriorFailure> {
  const { studies, others } = await findStudies(archive, query);
  for (const study of studies) {
    const [image] = await findImages(archive, query, study);
    if (image !== undefined) return image;
  }
  return { refusal: others > 0 ? 'other_patient' : 'none' };
}
