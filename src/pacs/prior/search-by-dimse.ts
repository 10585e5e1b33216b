import type { requests } from 'dcmjs-dimse';
import type { PriorCaller, PriorQuery, PriorSearch } from '../../core/prior-query.js';
import { dimse } from '../dimse.js';
import { Association, type DimseDestination } from '../sender/association.js';
import { hex } from '../sender/statuses.js';
import { type Archive, findPrior, KEYS, MAX_MATCHES, type Match } from './find-prior.js';
import { obstacleOf, PriorFault } from './prior-fault.js';

const { StudyRootQueryRetrieveInformationModelFind, StudyRootQueryRetrieveInformationModelMove } =
  dimse.constants.SopClass;
const { CFindRequest, CMoveRequest } = dimse.requests;
const SYNTAX = '1.2.840.10008.1.2';
const SUCCESS = 0x0000;

/** The values of an element as the library reads them. */
function valuesOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  return texts
    .flatMap((text) => text.split('\\'))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** @throws DestinationFault, PriorFault */
async function find(association: Association, request: requests.CFindRequest): Promise<Match[]> {
  const matches: Match[] = [];
  const status = await association.request(request, (response) => {
    const dataset = response.getDataset();
    if (dataset === undefined || matches.length >= MAX_MATCHES) return;
    matches.push((keyword) => valuesOf(dataset.getElement(keyword)));
  });
  if (status !== SUCCESS) throw new PriorFault(`status_${hex(status)}`);
  return matches;
}

const asked = (keywords: readonly string[]) =>
  Object.fromEntries(keywords.map((keyword) => [keyword, '']));

const archiveOf = (association: Association): Archive => ({
  studies: (patientId, until) => {
    const keys = { ...asked(KEYS.study), PatientID: patientId, StudyDate: `-${until}` };
    return find(association, CFindRequest.createStudyFindRequest(keys));
  },
  series: (studyUid) => {
    const keys = { ...asked(KEYS.series), StudyInstanceUID: studyUid };
    return find(association, CFindRequest.createSeriesFindRequest(keys));
  },
  images: (studyUid, seriesUid) => {
    const uids = { StudyInstanceUID: studyUid, SeriesInstanceUID: seriesUid };
    const keys = { ...asked(KEYS.image), ...uids };
    return find(association, CFindRequest.createImageFindRequest(keys));
  },
});

/** Searches by C-FIND, and has the image sent to `moveTo` by C-MOVE. @throws DestinationFault, PriorFault */
export async function searchByDimse(
  node: DimseDestination,
  query: PriorQuery,
  moveTo: string,
  caller: Pick<PriorCaller, 'expect'>,
  signal: AbortSignal,
): Promise<PriorSearch> {
  const classes = [
    StudyRootQueryRetrieveInformationModelFind,
    StudyRootQueryRetrieveInformationModelMove,
  ];
  const contexts = classes.map((sopClassUid) => ({ sopClassUid, transferSyntaxUids: [SYNTAX] }));
  const association = await Association.open(node, contexts, signal);
  try {
    if (!classes.every((sopClassUid) => association.accepts(sopClassUid, SYNTAX))) {
      throw new PriorFault('not_negotiated');
    }
    const found = await findPrior(archiveOf(association), query);
    if ('refusal' in found) return found;
    const { studyUid, seriesUid, instanceUid } = found;
    if (!(await caller.expect(instanceUid))) return { instanceUid };
    const move = CMoveRequest.createImageMoveRequest(moveTo, studyUid, seriesUid, instanceUid);
    try {
      const status = await association.request(move);
      if (status === SUCCESS) return { instanceUid };
      throw new PriorFault(`status_${hex(status)}`);
    } catch (error) {
      return { refusal: 'not_delivered', obstacle: obstacleOf(error) };
    }
  } finally {
    await association.release();
  }
}
