import { randomBytes } from 'node:crypto';
import { createOutboundClient, type Send, type StreamedBody } from '../../core/outbound-client.js';
import { contentOfSealedFile, openSealedFile } from '../../core/sealed-file.js';
import type { Destination, ObjectToSend, SendCaller, SendOutcome } from '../../core/sent-object.js';
import { connectionFault, reasonOf } from './fault.js';
import { outcomeOfHttp, outcomeOfStatus } from './statuses.js';

export type DicomWebDestination = Extract<Destination, { service: 'dicomweb' }>;

const CONNECT_MS = 10_000;
const ANSWER_MS = 60_000;
/** The slowest network that is waited for. */
const MIN_BYTES_PER_MS = 50;
const MAX_ANSWER_BYTES = 2 ** 20;

/** Calls a DICOMweb service. */
export interface DicomWebClient {
  readonly send: Send;
  /** Of a path below the service. */
  url(path: string): URL;
  readonly headers: Readonly<Record<string, string>>;
}

export function openDicomWeb({ url, tls, authorization }: DicomWebDestination): DicomWebClient {
  return {
    send: createOutboundClient({ ...tls, connectMs: CONNECT_MS, fault: connectionFault }),
    url: (path) => new URL(`${url.replace(/\/+$/, '')}/${path}`),
    headers: {
      Accept: 'application/dicom+json',
      ...(authorization !== undefined && { Authorization: authorization }),
    },
  };
}

/** A body of the type `multipart/related` (RFC 2387) with one part. */
function bodyOf({ file, transferSyntaxUid }: ObjectToSend): StreamedBody & { mediaType: string } {
  const boundary = randomBytes(24).toString('hex');
  const type = `application/dicom; transfer-syntax=${transferSyntaxUid}`;
  const head = Buffer.from(`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`);
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

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The first number of an element in any item of a sequence (DICOM JSON Model, PS3.18 annex F). */
function numberIn(answer: unknown, sequence: string, element: string): number | undefined {
  const items = isObject(answer) ? answer[sequence] : undefined;
  const values = isObject(items) && Array.isArray(items.Value) ? items.Value : [];
  for (const item of values) {
    const held = isObject(item) ? item[element] : undefined;
    const [value] = isObject(held) && Array.isArray(held.Value) ? held.Value : [];
    if (typeof value === 'number') return value;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const FAILED = ['00081198', '00081197'] as const;
const STORED = ['00081199', '00081196'] as const;

/** What a service has answered to one object (PS3.18 section 10.5.3). */
export function outcomeOfAnswer(status: number, text: string): SendOutcome {
  const answer = parsed(text);
  const isAnswered = status === 200 || status === 202 || status === 409;
  const failure = isAnswered ? numberIn(answer, ...FAILED) : undefined;
  if (failure !== undefined && failure !== 0) return outcomeOfStatus(failure);
  const warning = isAnswered ? numberIn(answer, ...STORED) : undefined;
  if (warning !== undefined && status !== 409) {
    return {
      kind: 'sent',
      reason: `status_${warning.toString(16).toUpperCase().padStart(4, '0')}`,
    };
  }
  return outcomeOfHttp(status);
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
  const { status, text } = await send(
    {
      url: url('studies'),
      headers: { ...headers, 'Content-Type': mediaType },
      body,
      limitBytes: MAX_ANSWER_BYTES,
    },
    AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
  );
  return outcomeOfAnswer(status, text);
}

/** Sends objects by STOW-RS, one in each request, until one of them is not taken now. */
export async function sendByStow(
  destination: DicomWebDestination,
  objects: readonly ObjectToSend[],
  { begin, end }: SendCaller,
  signal: AbortSignal,
): Promise<void> {
  const client = openDicomWeb(destination);
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
