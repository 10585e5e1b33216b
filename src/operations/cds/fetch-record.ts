import { AppError } from '../../core/errors.js';
import type { Send } from '../../core/outbound-client.js';
import type { FhirResource } from '../../patient-record/chart/schema.js';
import type { Prefetched } from './prefetched.js';
import { PREFETCH, type PrefetchKey } from './services.js';

/** A FHIR server of a client that may be read with the token that the client sends. */
export interface ClientServer {
  /** Its base, without a slash at the end. */
  readonly url: string;
  readonly send: Send;
}

export interface RecordRequest {
  readonly keys: readonly PrefetchKey[];
  readonly patientId: string;
  readonly token: string;
}

/** A page of 200 resources has some hundred kilobytes. */
const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** Where the record of a patient cannot be read. */
export const noRecord = (reason: string, cause?: unknown) =>
  new AppError('precondition_failed', `The record of the patient cannot be read: ${reason}.`, {
    cause,
  });

/** A resource that is an object; null where the server has none. */
async function fetchOne(
  { url, send }: ClientServer,
  key: PrefetchKey,
  { patientId, token }: RecordRequest,
  signal: AbortSignal,
): Promise<FhirResource | null> {
  const path = PREFETCH[key].replaceAll('{{context.patientId}}', encodeURIComponent(patientId));
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/fhir+json' };
  const { status, text } = await send(
    { url: new URL(`${url}/${path}`), headers, limitBytes: MAX_BYTES },
    AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  ).catch((cause: unknown) => {
    throw noRecord('fhirServer cannot be reached', cause);
  });
  if (status === 404 || status === 410) return null;
  if (status !== 200) throw noRecord(`fhirServer answered ${status}`);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as FhirResource;
  } catch {
    // Neither is a body that is no JSON quoted, as it may be patient data.
  }
  throw noRecord('fhirServer sent no FHIR resource');
}

/**
 * Reads parts of a record from the FHIR server of a client.
 *
 * @throws AppError `precondition_failed`
 */
export async function fetchRecord(
  server: ClientServer,
  request: RecordRequest,
  signal: AbortSignal,
): Promise<Prefetched> {
  const fetched = request.keys.map(
    async (key) => [key, await fetchOne(server, key, request, signal)] as const,
  );
  return Object.fromEntries(await Promise.all(fetched));
}
