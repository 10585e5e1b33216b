import type { ExchangeBody } from '../../calls/exchange.js';
import { sha256Hex } from '../../core/digest.js';
import { AppError } from '../../core/errors.js';
import type { EntryIdentity } from '../bundle/identities.js';
import { linksOf } from '../bundle/links.js';
import { readBundle } from '../bundle/read-bundle.js';
import { type ResourceContent, rewriteLinks } from '../bundle/rewrite.js';
import { membersOfEach } from '../bundle/scan-entries.js';
import type { Definitions } from '../definitions/definition.js';
import { isResource } from '../interactions/check-resource.js';
import type { ResourceRequest } from '../interactions/plan.js';
import { ID } from '../interactions/resource-location.js';
import { refuseFor } from '../outcome.js';
import type { Resource } from '../resource.js';
import { type Member, membersOf } from '../text/members.js';
import type { Piece } from './lines.js';
import type { Position } from './position.js';

/** What to do with one item of a file. */
export type Item = { readonly at: Position } & (
  | { readonly kind: 'write'; readonly request: ResourceRequest }
  | { readonly kind: 'transaction'; readonly body: ExchangeBody }
  | { readonly kind: 'refused'; readonly error: AppError }
  /** An entry that is a request without a resource. */
  | { readonly kind: 'passed' }
);

export interface ItemTerms {
  readonly definitions: Definitions;
  /** The base URL of this server: URLs in a batch's entries may begin with it. */
  readonly base: string;
  /** Identity of the file. */
  readonly sha256: string;
  /** Stores bundles as bundles instead of their entries. */
  readonly keepBundles: boolean;
}

/** An id derived from the place in the file: an item that is read twice is stored once. */
function idAt({ line, entry }: Position, { sha256 }: ItemTerms): string {
  const hex = sha256Hex(`${sha256}/${line}/${entry}`);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return [...groups, hex.slice(20, 32)].join('-');
}

const URN = /^urn:uuid:([A-Za-z0-9.-]{1,64})$/;

/** A resource outside a bundle keeps its id; without one it gets a derived id. */
function requestOf(
  resource: ResourceContent,
  at: Position,
  terms: ItemTerms,
  fullUrl?: string,
): ResourceRequest {
  const { resourceType: type, id } = resource.value;
  if (typeof id === 'string' && ID.test(id)) return { method: 'PUT', type, id, resource };
  // An invalid id is refused together with all other faults of the resource.
  if (id !== undefined) return { method: 'PUT', type, id: String(id), resource };
  const given = URN.exec(fullUrl ?? '')?.[1];
  return { method: 'POST', type, id: given ?? idAt(at, terms), resource };
}

interface ImportEntry {
  readonly at: Position;
  readonly fullUrl?: string;
  readonly request?: ResourceRequest;
  readonly error?: AppError;
}

const structure = (problem: string, place: string) =>
  refuseFor('validation_error', 'structure', problem, place);

/** An entry of a list: its resource with its original text. */
function listedEntry(
  text: string,
  members: readonly Member[],
  at: Position,
  terms: ItemTerms,
): ImportEntry {
  const textOf = (name: string) => {
    const span = members.find((member) => member.name === name);
    return span === undefined ? undefined : text.slice(span.start, span.end);
  };
  const written = textOf('resource');
  if (written === undefined) return { at };
  const value: unknown = JSON.parse(written);
  if (!isResource(value)) {
    return { at, error: structure('Must be a resource with its resourceType.', 'Bundle.entry') };
  }
  // The OperationOutcome about the search itself is not one of its results.
  if (value.resourceType === 'OperationOutcome') return { at };
  const named: unknown = JSON.parse(textOf('fullUrl') ?? 'null');
  const fullUrl = typeof named === 'string' ? named : undefined;
  const request = requestOf({ value, text: written }, at, terms, fullUrl);
  return { at, request, ...(fullUrl !== undefined && { fullUrl }) };
}

function listedEntries(text: string, line: number, terms: ItemTerms): ImportEntry[] {
  const list = membersOf(text).find(({ name }) => name === 'entry');
  if (list === undefined) return [];
  if (text[list.start] !== '[') throw structure('Must be a list.', 'Bundle.entry');
  return membersOfEach(text, list.start).map((members, index) =>
    listedEntry(text, members, { line, entry: index + 1 }, terms),
  );
}

function batchEntries(body: ExchangeBody, line: number, terms: ItemTerms): ImportEntry[] {
  return readBundle(body, Number.POSITIVE_INFINITY, terms).entries.map((entry) => {
    const at = { line, entry: entry.index + 1 };
    if (entry.kind === 'faulty') return { at, error: entry.error };
    if (entry.kind === 'read') return { at };
    const { request, fullUrl } = entry;
    const { method, resource, ifNoneExist } = request;
    const isNew = method === 'POST' && resource !== undefined && ifNoneExist === undefined;
    const id = URN.exec(fullUrl ?? '')?.[1] ?? idAt(at, terms);
    return { at, request: isNew ? { ...request, id } : request, ...(fullUrl && { fullUrl }) };
  });
}

/** Entries that refer to each other by `urn:uuid:…` are stored with ids, their links rewritten. */
function linked(entries: readonly ImportEntry[], { definitions }: ItemTerms): Item[] {
  const targets = new Map<string, EntryIdentity>();
  for (const { fullUrl, request } of entries) {
    if (fullUrl === undefined || request?.id === undefined) continue;
    targets.set(fullUrl, { type: request.type, id: request.id, fresh: request.method === 'POST' });
  }
  return entries.map(({ at, fullUrl, request, error }): Item => {
    if (error !== undefined) return { at, kind: 'refused', error };
    if (request === undefined) return { at, kind: 'passed' };
    if (request.resource === undefined) return { at, kind: 'write', request };
    const links = linksOf(request.resource.value, definitions);
    const searchTargets = new Map<string, string>();
    const resource = rewriteLinks(request.resource, links, fullUrl, {
      entries: targets,
      searchTargets,
    });
    return { at, kind: 'write', request: { ...request, resource } };
  });
}

const LISTS: readonly unknown[] = ['collection', 'searchset'];

function itemsIn(value: Resource, text: string, line: number, terms: ItemTerms): Item[] {
  const at = { line, entry: 0 };
  const isBundle = value.resourceType === 'Bundle' && !terms.keepBundles;
  if (isBundle && value.type === 'transaction') {
    return [{ at, kind: 'transaction', body: { value, text, sha256: sha256Hex(text) } }];
  }
  if (isBundle && value.type === 'batch') {
    return linked(batchEntries({ value, text, sha256: sha256Hex(text) }, line, terms), terms);
  }
  if (isBundle && LISTS.includes(value.type)) {
    return linked(listedEntries(text, line, terms), terms);
  }
  return [{ at, kind: 'write', request: requestOf({ value, text }, at, terms) }];
}

const FAULTS = {
  encoding: 'This is not UTF-8.',
  'too-long': 'This is longer than fhir.bundle_body_bytes allows.',
} as const;

function resourceIn({ text, fault }: Piece): { value: Resource; text: string } {
  if (text === undefined) {
    const type = fault === 'too-long' ? 'too-long' : 'structure';
    throw refuseFor('validation_error', type, FAULTS[fault ?? 'encoding']);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message would quote text that may be a patient's.
    throw refuseFor('invalid_json', 'structure', 'This is not JSON.');
  }
  if (isResource(value)) return { value, text };
  throw structure('This is not a resource.', '');
}

/** Returns what a line or a document of a file requests. */
export function itemsOf(piece: Piece, terms: ItemTerms): Item[] {
  try {
    const { value, text } = resourceIn(piece);
    return itemsIn(value, text, piece.line, terms);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ at: { line: piece.line, entry: 0 }, kind: 'refused', error }];
  }
}
