import type { requests } from 'dcmjs-dimse';
import {
  isComparable,
  isSamePatient,
  type PriorCaller,
  type PriorQuery,
  type PriorSearch,
} from '../../core/prior-query.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import { dimse } from '../dimse.js';
import { Association, type DimseDestination } from '../sender/association.js';
import { DestinationFault } from '../sender/fault.js';
import { withSignsOfLife } from '../signs-of-life.js';

export interface FindPriorInput {
  /** Where it is looked for. */
  readonly node: DimseDestination;
  readonly query: PriorQuery;
  /** Our title, to which the node sends what it finds. */
  readonly moveTo: string;
  readonly limitMs: number;
}

const { StudyRootQueryRetrieveInformationModelFind, StudyRootQueryRetrieveInformationModelMove } =
  dimse.constants.SopClass;
const TRANSFER_SYNTAX_UIDS = ['1.2.840.10008.1.2'];
const SUCCESS = 0x0000;
/** The newest studies that are looked into. */
const MAX_STUDIES = 5;
/** What a search may answer. */
const MAX_MATCHES = 500;
/** CR, and DX for presentation and for processing. */
const FILM_CLASS = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.1(\.1(\.1)?)?$/;

/** An answer to a search, by keyword. */
type Match = (keyword: string) => string | undefined;

/** @throws DestinationFault */
async function find(association: Association, request: requests.CFindRequest): Promise<Match[]> {
  const matches: Match[] = [];
  const status = await association.request(request, (response) => {
    const dataset = response.getDataset();
    if (dataset === undefined || matches.length >= MAX_MATCHES) return;
    matches.push((keyword) => {
      const value: unknown = dataset.getElement(keyword);
      return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
    });
  });
  if (status !== SUCCESS) throw new DestinationFault('invalid_answer');
  return matches;
}

const { CFindRequest, CMoveRequest } = dimse.requests;

/** The studies that may hold an earlier image, newest first; and whether others contradict the patient. */
async function findStudies(association: Association, query: PriorQuery) {
  const { patient, studyUid, studyDate } = query;
  const found = await find(
    association,
    CFindRequest.createStudyFindRequest({ PatientID: patient.id, StudyDate: `-${studyDate}` }),
  );
  const earlier = found.filter((match) => {
    const [uid, date] = [match('StudyInstanceUID'), match('StudyDate')];
    return uid !== undefined && uid !== studyUid && date !== undefined && date < studyDate;
  });
  const ofPatient = earlier.filter((match) => {
    const [id, issuer] = [match('PatientID'), match('IssuerOfPatientID')];
    const [birthDate, sex] = [match('PatientBirthDate'), match('PatientSex')];
    return isSamePatient(patient, {
      ...(id !== undefined && { id }),
      ...(issuer !== undefined && { issuer }),
      ...(birthDate !== undefined && { birthDate }),
      ...(sex !== undefined && { sex }),
    });
  });
  const whenOf = (match: Match) => `${match('StudyDate')}${match('StudyTime') ?? ''}`;
  ofPatient.sort((a, b) => (whenOf(a) < whenOf(b) ? 1 : -1));
  return { studies: ofPatient.slice(0, MAX_STUDIES), others: earlier.length - ofPatient.length };
}

interface FoundImage {
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly instanceUid: string;
}

/** The comparable images of a study; those whose view is known to be the same come first. */
async function findImages(
  association: Association,
  query: PriorQuery,
  study: Match,
): Promise<FoundImage[]> {
  const studyUid = study('StudyInstanceUID') ?? '';
  const studyDate = study('StudyDate') ?? '';
  const images: Array<FoundImage & { readonly view: string | undefined }> = [];
  const allSeries = await find(
    association,
    CFindRequest.createSeriesFindRequest({ StudyInstanceUID: studyUid, BodyPartExamined: '' }),
  );
  for (const series of allSeries) {
    const seriesUid = series('SeriesInstanceUID');
    const [modality, bodyPart] = [series('Modality'), series('BodyPartExamined')];
    const about = {
      studyUid,
      studyDate,
      ...(modality !== undefined && { modality }),
      ...(bodyPart !== undefined && { bodyPart }),
    };
    if (seriesUid === undefined || !isComparable(query, about)) continue;
    const found = await find(
      association,
      CFindRequest.createImageFindRequest({
        StudyInstanceUID: studyUid,
        SeriesInstanceUID: seriesUid,
        SOPClassUID: '',
        ViewPosition: '',
      }),
    );
    for (const image of found) {
      const [instanceUid, view] = [image('SOPInstanceUID'), image('ViewPosition')];
      if (instanceUid === undefined || !FILM_CLASS.test(image('SOPClassUID') ?? '')) continue;
      if (!isComparable(query, { ...about, ...(view !== undefined && { view }) })) continue;
      images.push({ studyUid, seriesUid, instanceUid, view });
    }
  }
  return images.sort((a, b) => Number(b.view !== undefined) - Number(a.view !== undefined));
}

async function search(
  { node, query, moveTo }: FindPriorInput,
  caller: PriorCaller,
  signal: AbortSignal,
): Promise<PriorSearch> {
  const contexts = [
    StudyRootQueryRetrieveInformationModelFind,
    StudyRootQueryRetrieveInformationModelMove,
  ].map((sopClassUid) => ({ sopClassUid, transferSyntaxUids: TRANSFER_SYNTAX_UIDS }));
  const association = await Association.open(node, contexts, signal);
  try {
    for (const { sopClassUid } of contexts) {
      const [syntax = ''] = TRANSFER_SYNTAX_UIDS;
      if (!association.accepts(sopClassUid, syntax)) return { refusal: 'unreachable' };
    }
    const { studies, others } = await findStudies(association, query);
    for (const study of studies) {
      const [image] = await findImages(association, query, study);
      if (image === undefined) continue;
      const { studyUid, seriesUid, instanceUid } = image;
      if (!(await caller.expect(instanceUid))) return { instanceUid };
      const move = CMoveRequest.createImageMoveRequest(moveTo, studyUid, seriesUid, instanceUid);
      const status = await association.request(move);
      return status === SUCCESS ? { instanceUid } : { refusal: 'not_delivered' };
    }
    return { refusal: others > 0 ? 'other_patient' : 'none' };
  } finally {
    await association.release();
  }
}

/** Looks for the last comparable film of a patient at another node, and has it sent to us. */
export const findPriorTask = defineTask({
  name: 'pacs.find-prior',
  lane: 'long',
  run: (input: FindPriorInput, context: TaskContext<PriorCaller>) =>
    withSignsOfLife(context, async (): Promise<PriorSearch> => {
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.limitMs)]);
      try {
        return await search(input, context.caller, signal);
      } catch (error) {
        if (error instanceof DestinationFault) return { refusal: 'unreachable' };
        throw error;
      }
    }),
});
