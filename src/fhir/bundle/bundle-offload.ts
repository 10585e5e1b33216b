import type { ExchangeBody } from '../../calls/exchange.js';
import { errorOf, type Fault, faultOf } from '../../core/fault.js';
import { decodeText, parseBody } from '../../core/json-bytes.js';
import type { JsonExtent } from '../../core/json-extent.js';
import type { Definitions } from '../definitions/definition.js';
import type { ResourceRequest } from '../interactions/plan.js';
import type { ResourceOffload } from '../interactions/resource-offload.js';
import { LazyResource } from '../lazy-resource.js';
import type { WriteEntry } from './read-bundle.js';
import { type BundleEntry, type ReadEntry, type RequestBundle, readBundle } from './read-bundle.js';

/** JSON limits of a Bundle: its entries may be as large as other bodies. */
export const BUNDLE_EXTENT: JsonExtent = { depth: 104, values: 2_000_000, members: 1_000_000 };

/** A Bundle for a worker to parse, as it was sent. */
export interface BundleToRead {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Entries. */
  readonly maxEntries: number;
  readonly base: string;
}

type PlainWrite = Omit<WriteEntry, 'request'> & {
  readonly request: Omit<ResourceRequest, 'resource'>;
  /** The text of its resource. */
  readonly text?: string;
};

type PlainEntry =
  | ReadEntry
  | PlainWrite
  | {
      readonly kind: 'faulty';
      readonly index: number;
      readonly place: string;
      readonly fault: Fault;
    };

/** A parsed Bundle, as plain data. */
export interface PlainBundle {
  readonly type: RequestBundle['type'];
  readonly entries: readonly PlainEntry[];
}

/** The same with the SHA-256 of the body: hex. */
export interface HashedBundle extends PlainBundle {
  readonly sha256: string;
}

/** All FHIR tasks that a worker may do. */
export interface FhirOffload extends ResourceOffload {
  /** @param bundle its bytes may be transferred, and are empty afterwards */
  readBundle(bundle: BundleToRead): Promise<HashedBundle> | undefined;
}

function plainOf(entry: BundleEntry): PlainEntry {
  if (entry.kind === 'read') return entry;
  if (entry.kind === 'faulty') {
    const { error, ...facts } = entry;
    return { ...facts, fault: faultOf(error) };
  }
  const { resource, ...request } = entry.request;
  return { ...entry, request, ...(resource !== undefined && { text: resource.text }) };
}

/** Reads Bundles that come as bytes. @throws AppError as `readBundle` and `parseBody` */
export function createBundleReader(
  definitions: Definitions,
): (bundle: BundleToRead) => PlainBundle {
  return ({ bytes: sent, maxEntries, base }) => {
    const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
    const text = decodeText(bytes);
    const value = parseBody(text, bytes, BUNDLE_EXTENT);
    const { type, entries } = readBundle({ value, text }, maxEntries, { definitions, base });
    return { type, entries: entries.map(plainOf) };
  };
}

/** A Bundle that was parsed by a worker. */
export class ParsedBundle implements RequestBundle {
  readonly type: RequestBundle['type'];
  readonly entries: readonly BundleEntry[];

  constructor({ type, entries }: PlainBundle) {
    this.type = type;
    this.entries = entries.map(entryOf);
  }
}

function entryOf(plain: PlainEntry): BundleEntry {
  if (plain.kind === 'read') return plain;
  if (plain.kind === 'faulty') {
    const { fault, ...facts } = plain;
    return { ...facts, error: errorOf(fault) };
  }
  const { text, request, ...facts } = plain;
  if (text === undefined) return { ...facts, request };
  return { ...facts, request: { ...request, resource: new LazyResource(text) } };
}

/** Returns it as the body of a request. */
export function exchangeBodyOf(plain: HashedBundle): ExchangeBody {
  return { value: new ParsedBundle(plain), text: '', sha256: plain.sha256 };
}
