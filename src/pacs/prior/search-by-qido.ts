import { readMediaType } from '../../core/media-type.js';
import { MultipartFault, readParts } from '../../core/multipart-related.js';
import type { StreamedResponse } from '../../core/outbound-client.js';
import type { PriorCaller, PriorQuery, PriorSearch } from '../../core/prior-query.js';
import { createSealedFile, type SealedFile } from '../../core/sealed-file.js';
import {
  type DicomWebClient,
  type DicomWebDestination,
  isJsonObject,
  type JsonObject,
  openDicomWeb,
  parseJson,
  valuesOf,
} from '../dicom-web.js';
import {
  type Archive,
  type FoundImage,
  findPrior,
  KEYS,
  type Keyword,
  MAX_MATCHES,
  type Match,
} from './find-prior.js';
import { answerFault, obstacleOf, PriorFault } from './prior-fault.js';

const TAGS: Readonly<Record<Keyword, string>> = {
  PatientID: '00100020',
  IssuerOfPatientID: '00100021',
  PatientBirthDate: '00100030',
  PatientSex: '00100040',
  StudyDate: '00080020',
  StudyTime: '00080030',
  ModalitiesInStudy: '00080061',
  StudyInstanceUID: '0020000D',
  Modality: '00080060',
  BodyPartExamined: '00180015',
  SeriesInstanceUID: '0020000E',
  SOPClassUID: '00080016',
  SOPInstanceUID: '00080018',
  ViewPosition: '00185101',
};

/** 500 entries with all that services add of their own. */
const MAX_SEARCH_BYTES = 8 * 2 ** 20;
/** What is around the object in a body. */
const MAX_WRAPPING_BYTES = 64 * 1024;
const SEARCH_TYPES = ['application/dicom+json', 'application/json'];
const DICOM = 'application/dicom';
const OK = 200;
const NO_CONTENT = 204;
const ACCEPTED = `multipart/related; type="${DICOM}"; transfer-syntax=*`;

const matchOf =
  (entry: JsonObject): Match =>
  (keyword) =>
    valuesOf(entry, TAGS[keyword])
      ?.filter((value) => typeof value === 'string')
      .map((value) => value.trim())
      .filter((value) => value !== '');

interface Page {
  readonly matches: readonly Match[];
  /** The service has more, which it gives when it is asked from there on. */
  readonly isCut: boolean;
}

/** PS3.18, 8.3.4.4: a service that gives fewer results than it has says so with this code. */
const MORE_RESULTS = /^299\b.*\badditional results\b/i;

/** @throws DestinationFault, PriorFault */
async function searchPage(
  { send, url, headers }: DicomWebClient,
  path: string,
  parameters: ReadonlyArray<readonly [string, string]>,
  signal: AbortSignal,
): Promise<Page> {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const { status, contentType, text, warning } = await send(
    { url: url(`${path}?${query.join('&')}`), headers, limitBytes: MAX_SEARCH_BYTES },
    signal,
  );
  if (status === NO_CONTENT) return { matches: [], isCut: false };
  if (status !== OK) throw new PriorFault(`http_${status}`);
  if (!SEARCH_TYPES.includes(contentType)) throw new PriorFault('content_type');
  const entries = parseJson(text);
  if (!Array.isArray(entries) || !entries.every(isJsonObject)) {
    throw new PriorFault('invalid_answer');
  }
  return { matches: entries.map(matchOf), isCut: MORE_RESULTS.test(warning ?? '') };
}

/** @throws DestinationFault, PriorFault */
async function search(
  client: DicomWebClient,
  path: string,
  keys: Readonly<Record<string, string>>,
  wanted: readonly Keyword[],
  signal: AbortSignal,
): Promise<Match[]> {
  const terms = [
    ...Object.entries(keys),
    ...wanted.map((keyword) => ['includefield', TAGS[keyword]] as const),
  ];
  const found: Match[] = [];
  while (found.length < MAX_MATCHES) {
    const limit = ['limit', String(MAX_MATCHES - found.length)] as const;
    const offset = found.length === 0 ? [] : [['offset', String(found.length)] as const];
    const page = await searchPage(client, path, [...terms, limit, ...offset], signal);
    found.push(...page.matches);
    if (!page.isCut || page.matches.length === 0) break;
  }
  return found;
}

/** UIDs are put into paths: they have been checked. */
const archiveOf = (client: DicomWebClient, signal: AbortSignal): Archive => ({
  studies: (patientId, until) => {
    const keys = { PatientID: patientId, StudyDate: `-${until}` };
    return search(client, 'studies', keys, KEYS.study, signal);
  },
  series: (studyUid) => search(client, `studies/${studyUid}/series`, {}, KEYS.series, signal),
  images: (studyUid, seriesUid) => {
    const path = `studies/${studyUid}/series/${seriesUid}/instances`;
    return search(client, path, {}, KEYS.image, signal);
  },
});

/** The boundary of a body that holds DICOM objects. @throws PriorFault */
function boundaryOf({ mediaType }: StreamedResponse): string {
  const parameter = (name: string) =>
    mediaType?.parameters.find(([one]) => one === name)?.[1] ?? undefined;
  // Its parameters may follow.
  const type = readMediaType(parameter('type') ?? DICOM)?.type;
  if (mediaType?.type !== 'multipart/related' || type !== DICOM) {
    throw new PriorFault('content_type');
  }
  const boundary = parameter('boundary') ?? '';
  if (boundary.length < 1 || boundary.length > 70) throw new PriorFault('invalid_answer');
  return boundary;
}

/** Where files are written, and how large they may be. */
export interface FileTerms {
  readonly folder: string;
  readonly maxBytes: number;
}

/** Writes the one object of a body to an encrypted file. @throws DestinationFault, PriorFault */
async function storeObject(
  response: StreamedResponse,
  { folder, maxBytes }: FileTerms,
): Promise<SealedFile> {
  const { status } = response;
  if (status !== OK)
    throw new PriorFault(status === NO_CONTENT ? 'nothing_sent' : `http_${status}`);
  const boundary = boundaryOf(response);
  const writer = createSealedFile(folder);
  let count = 0;
  let bytes = 0;
  try {
    await readParts(response.content, boundary, async (content, mediaType) => {
      count += 1;
      if (count > 1) throw new PriorFault('invalid_answer');
      for await (const piece of content) {
        if (mediaType() !== DICOM) throw new PriorFault('content_type');
        bytes += piece.byteLength;
        if (bytes > maxBytes) throw new PriorFault('too_large');
        await writer.write(piece);
      }
    });
    if (bytes === 0) throw new PriorFault('nothing_sent');
    return await writer.finish();
  } catch (error) {
    await writer.discard();
    if (error instanceof MultipartFault) throw new PriorFault('invalid_answer', { cause: error });
    throw error;
  }
}

const retrieve = (
  { receive, url, headers }: DicomWebClient,
  { studyUid, seriesUid, instanceUid }: FoundImage,
  terms: FileTerms,
  signal: AbortSignal,
): Promise<SealedFile> =>
  receive(
    {
      url: url(`studies/${studyUid}/series/${seriesUid}/instances/${instanceUid}`),
      headers: { ...headers, Accept: ACCEPTED },
      limitBytes: terms.maxBytes + MAX_WRAPPING_BYTES,
    },
    signal,
    (response) => storeObject(response, terms),
  );

/** Searches by QIDO-RS, and retrieves the image by WADO-RS. @throws DestinationFault, PriorFault */
export async function searchByQido(
  node: DicomWebDestination,
  query: PriorQuery,
  terms: FileTerms,
  caller: PriorCaller,
  signal: AbortSignal,
): Promise<PriorSearch> {
  const client = openDicomWeb(node, answerFault);
  const found = await findPrior(archiveOf(client, signal), query);
  if ('refusal' in found) return found;
  const { instanceUid } = found;
  if (!(await caller.expect(instanceUid))) return { instanceUid };
  try {
    const file = await retrieve(client, found, terms, signal);
    return await caller.keep({ ...found, file });
  } catch (error) {
    return { refusal: 'not_delivered', obstacle: obstacleOf(error) };
  }
}
