import { randomBytes } from 'node:crypto';
import type { OutboundResponse, StreamedBody } from '../../core/outbound-client.js';
import { contentOfSealedFile, openSealedFile } from '../../core/sealed-file.js';
import type { ObjectToSend, SendCaller, SendOutcome } from '../../core/sent-object.js';
import {
  type DicomWebClient,
  type DicomWebDestination,
  firstValue,
  itemsOf,
  openDicomWeb,
  parseJson,
} from '../dicom-web.js';
import { connectionFault, reasonOf } from './fault.js';
import { outcomeOfHttp, outcomeOfStatus } from './statuses.js';

const ANSWER_MS = 60_000;
/** The slowest network that is waited for. */
const MIN_BYTES_PER_MS = 50;
const MAX_ANSWER_BYTES = 2 ** 20;

/** A body of the type `multipart/related` (RFC 2387) with one part. */
function bodyOf({ file }: ObjectToSend): StreamedBody & { mediaType: string } {
  const boundary = randomBytes(24).toString('hex');
  // Without the transfer syntax, which the file states: there are services that pass over a part with it.
  const head = Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    mediaType: `multipart/related; type="application/dicom"; boundary=${boundary}`,
    bytes: head.length + file.bytes + tail.length,
    async *open() {
      yield head;
      yield* contentOfSealedFile(file);
      yield tail;
    },
  };
}

const FAILED_SOPS = '00081198';
const FAILURE_REASON = '00081197';
const REFERENCED_SOPS = '00081199';
const REFERENCED_INSTANCE = '00081155';
const WARNING_REASON = '00081196';
/** Its body says what became of each object. */
const DETAILED = [200, 202, 409];

/** What a service has answered to one object (PS3.18 section 10.5.3). */
export function outcomeOfAnswer(
  { status, text }: Pick<OutboundResponse, 'status' | 'text'>,
  instanceUid: string,
): SendOutcome {
  const answer = DETAILED.includes(status) ? parseJson(text) : undefined;
  const failure = firstValue(itemsOf(answer, FAILED_SOPS)?.[0], FAILURE_REASON);
  if (typeof failure === 'number') return outcomeOfStatus(failure);
  const outcome = outcomeOfHttp(status);
  const stored = itemsOf(answer, REFERENCED_SOPS);
  if (outcome.kind !== 'sent' || stored === undefined) return outcome;
  const own = stored.find((item) => firstValue(item, REFERENCED_INSTANCE) === instanceUid);
  // A service that answers success and lists nothing has stored nothing.
  if (own === undefined) return { kind: 'not-now', reason: 'invalid_answer' };
  const warning = firstValue(own, WARNING_REASON);
  return typeof warning === 'number' ? outcomeOfStatus(warning) : outcome;
}

/** @throws DestinationFault */
async function store(
  { send, url, headers }: DicomWebClient,
  object: ObjectToSend,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const reader = await openSealedFile(object.file).catch(() => undefined);
  if (reader === undefined) return { kind: 'refused', reason: 'unreadable_object' };
  await reader.close();
  const { mediaType, ...body } = bodyOf(object);
  const limitMs = ANSWER_MS + Math.ceil(body.bytes / MIN_BYTES_PER_MS);
  const answer = await send(
    {
      url: url('studies'),
      headers: { ...headers, 'Content-Type': mediaType },
      body,
      limitBytes: MAX_ANSWER_BYTES,
    },
    AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
  );
  return outcomeOfAnswer(answer, object.instanceUid);
}

/** Sends objects by STOW-RS, one in each request, until one of them is not taken now. */
export async function sendByStow(
  destination: DicomWebDestination,
  objects: readonly ObjectToSend[],
  { begin, end }: SendCaller,
  signal: AbortSignal,
): Promise<void> {
  const client = openDicomWeb(destination, connectionFault);
  for (const object of objects) {
    const { id } = object;
    if (signal.aborted || !(await begin(id))) continue;
    let outcome: SendOutcome;
    try {
      outcome = await store(client, object, signal);
    } catch (error) {
      outcome = { kind: 'not-now', reason: reasonOf(error) };
    }
    await end({ id, outcome });
    if (outcome.kind === 'not-now') return;
  }
}
