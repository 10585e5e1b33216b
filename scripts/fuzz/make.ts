import { createRandom, type Random } from '../../src/core/random.js';
import { isOpenPath, isTopPath, type OpenApi, placesOf } from './document.js';
import type { Draft, FormFile, WireRequest } from './draft.js';
import { draft } from './draft.js';
import { encode } from './encode.js';
import { valueFor } from './from-schema.js';
import { mutateBytes } from './mutate/bytes.js';
import { mutateJson, nastyValue } from './mutate/json.js';
import {
  mutateHeaders,
  mutateMethod,
  mutatePath,
  mutateQuery,
  NO_METHOD,
} from './mutate/request-line.js';
import { below, chance, pick } from './pick.js';

export interface Sources {
  readonly samples: readonly Draft[];
  readonly document: OpenApi;
  /** Parameters of searches, as the server says of itself. */
  readonly searchNames: readonly string[];
  /** Bearer tokens: most requests have the first. */
  readonly keys: readonly [string, ...string[]];
}

/** How often an operation is called: the slow ones less often. */
const WEIGHTS: Readonly<Record<string, number>> = {
  analyze: 18,
  risk: 14,
  medications: 14,
  entities: 8,
  imaging: 8,
  transcribe: 4,
  'fhir write': 18,
  'fhir read': 20,
  listings: 3,
  open: 1,
};
const SCHEMA_MADE = 0.25;
const OFTEN = 0.85;

function weighted(random: Random, samples: readonly Draft[]): Draft {
  const names = [...new Set(samples.map(({ name }) => name))];
  const total = names.reduce((sum, name) => sum + (WEIGHTS[name] ?? 1), 0);
  let left = random() * total;
  const chosen = names.find((name) => {
    left -= WEIGHTS[name] ?? 1;
    return left < 0;
  });
  return pick(
    random,
    samples.filter(({ name }) => name === chosen),
  );
}

/** A request generated from the document's description of an operation alone. */
function fromDocument(random: Random, { document }: Sources): Draft | undefined {
  const { template, method, operation } = pick(random, placesOf(document));
  if (isOpenPath(template)) return undefined;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'type'
      ? pick(random, ['Patient', 'Observation', 'Condition'])
      : pick(random, ['fuzz', '1', 'x']),
  );
  const contents = Object.entries(operation.requestBody?.content ?? {});
  const [media, described] = contents.length === 0 ? [] : pick(random, contents);
  const name = `${method} ${template}`;
  if (media === undefined || described?.schema === undefined)
    return draft(name, method.toUpperCase(), path);
  const value = valueFor(random, described.schema);
  if (media !== 'multipart/form-data') {
    const headers = { 'content-type': media };
    return draft(name, method.toUpperCase(), path, { headers, content: { kind: 'json', value } });
  }
  const fields = Object.entries(value as object).map(
    ([key, of]) => [key, typeof of === 'object' ? JSON.stringify(of) : String(of)] as const,
  );
  return draft(name, method.toUpperCase(), path, { content: { kind: 'form', fields } });
}

function mutateFile(random: Random, file: FormFile): FormFile {
  return { ...file, bytes: mutateBytes(random, file.bytes) };
}

function mutateForm(random: Random, fields: readonly (readonly [string, string | FormFile])[]) {
  if (fields.length === 0) return fields;
  const index = below(random, fields.length);
  const kind = below(random, 5);
  if (kind === 0) return fields.filter((_, other) => other !== index);
  if (kind === 1) return [...fields, pick(random, fields)];
  return fields.map(([name, value], other) => {
    if (other !== index) return [name, value] as const;
    if (typeof value !== 'string') return [name, mutateFile(random, value)] as const;
    return [name, String(nastyValue(random))] as const;
  });
}

/** What is inside base64, so that it is not only the base64 that is amiss. */
function mutateImage(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { image_data, ...rest } = value as { image_data?: unknown };
  if (typeof image_data !== 'string') return value;
  const bytes = Buffer.from(image_data, 'base64');
  return { image_data: mutateBytes(random, bytes).toString('base64'), ...rest };
}

function mutateContent(random: Random, made: Draft, samples: readonly Draft[]): Draft {
  const { content } = made;
  if (content.kind === 'form') {
    return { ...made, content: { kind: 'form', fields: mutateForm(random, content.fields) } };
  }
  if (content.kind !== 'json') return made;
  if (made.name === 'imaging' && chance(random, 0.5)) {
    return { ...made, content: { kind: 'json', value: mutateImage(random, content.value) } };
  }
  const other = pick(random, samples).content;
  const donor = other.kind === 'json' ? other.value : nastyValue(random);
  return { ...made, content: { kind: 'json', value: mutateJson(random, content.value, donor) } };
}

function mutate(random: Random, made: Draft, { samples, searchNames }: Sources): Draft {
  const kind = below(random, 20);
  if (kind === 0) return { ...made, method: mutateMethod(random) };
  if (kind === 1) return { ...made, path: mutatePath(random, made.path) };
  if (kind < 4) return { ...made, headers: mutateHeaders(random, made.headers) };
  if (kind < 6 || (made.content.kind === 'none' && kind < 18)) {
    return { ...made, query: mutateQuery(random, made.query, searchNames) };
  }
  return mutateContent(random, made, samples);
}

/** Bytes that are no HTTP, or lie about themselves. */
function spoil(random: Random, request: WireRequest): WireRequest {
  const { headers, body } = request;
  const lies: readonly Readonly<Record<string, string>>[] = [
    { 'content-length': '-1' },
    { 'content-length': '5, 6' },
    { 'content-length': String((body?.length ?? 0) + 7) },
    { 'transfer-encoding': 'chunked, gzip' },
    { 'transfer-encoding': 'chunked', 'content-length': '3' },
    { 'x\u0000y': '1' },
    { 'x-long': 'a'.repeat(40_000) },
    Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`x-${i}`, '1'])),
    { host: 'a b' },
  ];
  return { ...request, headers: { ...headers, ...pick(random, lies) }, raw: true };
}

/** How many changes a request has: most have one or two, some none, few many. */
function changes(random: Random): number {
  const at = random();
  if (at < 0.08) return 0;
  return at < 0.95 ? 1 + below(random, 3) : 10;
}

/** The request of a number: the same for the same seed, whatever was sent before. */
export function makeRequest(seed: number, number: number, sources: Sources): WireRequest {
  const random = createRandom((seed * 2_654_435_761 + number * 40_503) % 4_294_967_296);
  random();
  let made =
    (chance(random, SCHEMA_MADE) ? fromDocument(random, sources) : undefined) ??
    weighted(random, sources.samples);
  for (let left = changes(random); left > 0; left -= 1) made = mutate(random, made, sources);
  const [key, ...others] = sources.keys;
  const token = chance(random, OFTEN) || others.length === 0 ? key : pick(random, others);
  const prefix = isTopPath(made.path) ? '' : pick(random, ['/v1', '/v1', '/api/v1']);
  const authorized = { authorization: `Bearer ${token}`, ...made.headers };
  const request = encode({ ...made, headers: authorized }, prefix);
  // A method that is none is refused as no HTTP.
  if (request.method === NO_METHOD) return { ...request, raw: true };
  const { body } = request;
  if (body !== undefined && chance(random, 0.12))
    return { ...request, body: mutateBytes(random, body) };
  return chance(random, 0.02) ? spoil(random, request) : request;
}
