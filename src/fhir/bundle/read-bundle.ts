import type { ExchangeBody, ExchangeHeaders, Query } from '../../calls/exchange.js';
import { AppError } from '../../core/errors.js';
import type { Definitions } from '../definitions/definition.js';
import type { ResourceRequest } from '../interactions/plan.js';
import { refuseFor } from '../outcome.js';
import { type Member, membersOf } from '../text/members.js';
import { readEntryUrl } from './entry-url.js';
import { leadsTo } from './identities.js';
import { type Link, linksOf } from './links.js';
import { at } from './locate-issues.js';
import type { Members, RawEntry } from './raw-entry.js';
import { readWrite } from './read-write.js';
import { membersOfEach } from './scan-entries.js';

interface EntryFacts {
  /** Counted from 0. */
  readonly index: number;
  /** `Bundle.entry[3]` */
  readonly place: string;
}

/** A GET or HEAD. */
export interface ReadEntry extends EntryFacts {
  readonly kind: 'read';
  readonly method: 'GET' | 'HEAD';
  readonly path: readonly string[];
  readonly query: Query;
  readonly headers: ExchangeHeaders;
}

export interface WriteEntry extends EntryFacts {
  readonly kind: 'write';
  readonly fullUrl?: string;
  readonly request: ResourceRequest;
  /** The links of its resource that may refer to another entry, or are searches. */
  readonly links: readonly Link[];
  /** The id that its resource has. */
  readonly ownId?: string;
}

/** An entry that cannot be parsed. */
export interface FaultyEntry extends EntryFacts {
  readonly kind: 'faulty';
  readonly error: AppError;
}

export type BundleEntry = ReadEntry | WriteEntry | FaultyEntry;

export interface RequestBundle {
  readonly type: 'batch' | 'transaction';
  readonly entries: readonly BundleEntry[];
}

const structure = (problem: string, place: string) =>
  refuseFor('validation_error', 'structure', problem, place);

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Refuses members that R4 does not define, and duplicates. */
function checkMembers(
  value: Members,
  names: readonly string[],
  group: string,
  place: string,
  definitions: Definitions,
): void {
  if (names.length !== Object.keys(value).length) {
    throw structure('A member appears twice in this object.', place);
  }
  for (const name of names) {
    const isDefined = name === 'resourceType' && group === 'Bundle';
    const plain = name.startsWith('_') ? name.slice(1) : name;
    if (isDefined || definitions.element({ type: 'Bundle', path: group }, plain) !== undefined)
      continue;
    throw structure(`R4 does not define a member of this name in ${group}.`, place);
  }
}

function textOf(value: Members, name: string, place: string): string | undefined {
  const text = value[name];
  if (text === undefined || typeof text === 'string') return text;
  throw refuseFor('validation_error', 'value', 'Must be a string.', `${place}.${name}`);
}

function headersOf(request: Members, place: string): ExchangeHeaders {
  const ifNoneMatch = textOf(request, 'ifNoneMatch', place);
  const ifModifiedSince = textOf(request, 'ifModifiedSince', place);
  return {
    ...(ifNoneMatch !== undefined && { ifNoneMatch }),
    ...(ifModifiedSince !== undefined && {
      ifModifiedSince: new Date(ifModifiedSince).toUTCString(),
    }),
  };
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export interface EntryReader {
  readonly definitions: Definitions;
  readonly base: string;
}

interface Source {
  readonly value: unknown;
  /** Of the entry, in the text of the bundle. */
  readonly members: readonly Member[];
  readonly text: string;
  readonly index: number;
  readonly place: string;
}

const required = (place: string) =>
  refuseFor('validation_error', 'required', 'Is required.', place);

/** The `request` of an entry, with its URL and method read. */
function readRequest(entry: Members, { members, text, place }: Source, by: EntryReader) {
  const { request } = entry;
  const below = `${place}.request`;
  const span = members.find(({ name }) => name === 'request');
  if (span === undefined || !isObject(request)) throw required(below);
  const names = membersOf(text, span.start).map(({ name }) => name);
  checkMembers(request, names, 'Bundle.entry.request', below, by.definitions);
  const written = textOf(request, 'url', below);
  if (written === undefined) throw required(`${below}.url`);
  const url = readEntryUrl(written, by.base, `${below}.url`);
  return { request, url, method: textOf(request, 'method', below), below };
}

function readEntry(source: Source, by: EntryReader): BundleEntry {
  const { value, members, text, index, place } = source;
  if (!isObject(value)) throw structure('An entry must be an object.', place);
  const names = members.map(({ name }) => name);
  checkMembers(value, names, 'Bundle.entry', place, by.definitions);
  const { request, url, method, below } = readRequest(value, source, by);
  const facts = { index, place };
  if (method === 'GET' || method === 'HEAD') {
    return { kind: 'read', ...facts, method, ...url, headers: headersOf(request, below) };
  }
  if (method === undefined || !WRITES.has(method)) {
    const problem = 'Must be GET, HEAD, POST, PUT, PATCH or DELETE.';
    throw refuseFor('validation_error', 'code-invalid', problem, `${below}.method`);
  }
  const fullUrl = textOf(value, 'fullUrl', place);
  const span = members.find(({ name }) => name === 'resource');
  const resource = span && { value: value.resource, text: text.slice(span.start, span.end) };
  const raw: RawEntry = { place, request, url, ...(resource && { resource }) };
  const write = readWrite(method as ResourceRequest['method'], raw, by.definitions);
  const written = write.resource?.value;
  const links = written === undefined ? [] : linksOf(written, by.definitions);
  const ownId = typeof written?.id === 'string' ? { ownId: written.id } : {};
  return {
    kind: 'write',
    ...facts,
    request: write,
    links,
    ...ownId,
    ...(fullUrl !== undefined && { fullUrl }),
  };
}

function readOrFault(source: Source, by: EntryReader): BundleEntry {
  const { index, place } = source;
  try {
    return at(place, () => readEntry(source, by));
  } catch (error) {
    if (error instanceof AppError) return { kind: 'faulty', index, place, error };
    throw error;
  }
}

/** Links of one bundle that may lead to its entries. */
const MAX_LINKS = 100_000;

/** The same entries with only those links that refer to one of them, or are searches. */
function withLinksThatMatter(entries: readonly BundleEntry[]): readonly BundleEntry[] {
  const urls = new Set(entries.flatMap((one) => (one.kind === 'write' && one.fullUrl) || []));
  let left = MAX_LINKS;
  return entries.map((entry) => {
    if (entry.kind !== 'write') return entry;
    const links = entry.links.filter((link) => leadsTo(link, urls, entry.fullUrl));
    left -= links.length;
    if (left >= 0) return { ...entry, links };
    const problem = `The entries of a Bundle may refer to each other ${MAX_LINKS} times.`;
    throw refuseFor('validation_error', 'too-costly', problem, 'Bundle.entry');
  });
}

/**
 * Reads the entries of a batch or transaction. An entry that cannot be parsed is returned as such:
 * in a batch only this entry fails.
 *
 * @param maxEntries entries
 * @throws AppError `validation_error` when the bundle itself is not one, `payload_too_large`
 */
export function readBundle(
  body: Omit<ExchangeBody, 'sha256'> | undefined,
  maxEntries: number,
  by: EntryReader,
): RequestBundle {
  const value = body?.value;
  if (body === undefined || !isObject(value) || value.resourceType !== 'Bundle') {
    throw structure('Send a Bundle of type batch or transaction.', '');
  }
  const { text } = body;
  const { type, entry: entries = [] } = value;
  if (type !== 'batch' && type !== 'transaction') {
    throw refuseFor('validation_error', 'value', 'Must be batch or transaction.', 'Bundle.type');
  }
  if (!Array.isArray(entries)) throw structure('Must be a list.', 'Bundle.entry');
  if (entries.length > maxEntries) {
    const problem = `A ${type} has at most ${maxEntries} entries here.`;
    throw refuseFor('payload_too_large', 'too-costly', problem, 'Bundle.entry');
  }
  const members = membersOf(text);
  const names = members.map(({ name }) => name);
  checkMembers(value, names, 'Bundle', 'Bundle', by.definitions);
  const list = members.find(({ name }) => name === 'entry');
  const spans = list === undefined ? [] : membersOfEach(text, list.start);
  const read = (one: unknown, index: number) => {
    const place = `Bundle.entry[${index}]`;
    return readOrFault({ value: one, members: spans[index] ?? [], text, index, place }, by);
  };
  return { type, entries: withLinksThatMatter(entries.map(read)) };
}
