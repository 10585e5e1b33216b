import { type OpenApi, placesOf } from '../document.js';
import type { Draft } from '../draft.js';
import type { Schema } from '../from-schema.js';

/** A text of an operation that can be made longer. */
export interface TextField {
  /** `analyze patient_data.symptoms.*` */
  readonly name: string;
  /** Characters that the description of the interface lets it have, all its entries together. */
  readonly capacity: number;
  /** The request with a text of so many characters there, in as many entries as it takes. */
  fill(text: string): Draft;
}

interface LimitedSchema extends Schema {
  readonly maxLength?: number;
  readonly maxItems?: number;
}

type Path = readonly string[];

interface Place {
  readonly path: Path;
  readonly perEntry: number;
  readonly entries: number;
}

const ANY_ENTRY = '*';
const DEEPEST = 7;
/** Where nothing limits a text but the body. */
const UNLIMITED = 1_000_000;
const SOME_NAME = 'some_name';

/** The texts that a schema describes. */
function placesIn(schema: LimitedSchema, path: Path, entries: number): Place[] {
  if (path.length > DEEPEST || 'const' in schema || schema.enum !== undefined) return [];
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const { properties = {}, items, additionalProperties, maxLength = UNLIMITED } = schema;
  const more = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return [
    ...parts.flatMap((part) => placesIn(part, path, entries)),
    ...(schema.type === 'string' ? [{ path, perEntry: maxLength, entries }] : []),
    ...Object.entries(properties).flatMap(([name, of]) => placesIn(of, [...path, name], entries)),
    ...(items === undefined
      ? []
      : placesIn(items, [...path, ANY_ENTRY], schema.maxItems ?? UNLIMITED)),
    ...(more === undefined ? [] : placesIn(more, [...path, SOME_NAME], 1)),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value with texts at a place, everything else as it was. */
function put(value: unknown, [step, ...rest]: Path, texts: readonly string[]): unknown {
  if (step === undefined) return texts[0] ?? '';
  if (step !== ANY_ENTRY) {
    const before = isObject(value) ? value : {};
    return { ...before, [step]: put(before[step], rest, texts) };
  }
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  if (rest.includes(ANY_ENTRY)) return [put(first, rest, texts)];
  return texts.map((text) => put(first, rest, [text]));
}

function inPieces(text: string, length: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length));
  return pieces;
}

function fieldOf(draft: Draft, root: unknown, { path, perEntry, entries }: Place): TextField {
  const many = path.includes(ANY_ENTRY);
  return {
    name: `${draft.method} ${draft.path} ${path.join('.')}`,
    capacity: Math.min(UNLIMITED, many ? perEntry * entries : perEntry),
    fill: (text) => ({
      ...draft,
      content: { kind: 'json', value: put(root, path, inPieces(text, perEntry)) },
    }),
  };
}

/** The texts of a resource that is sent as a sample: the document describes no resource. */
function leavesOf(value: unknown, path: Path): Path[] {
  if (typeof value === 'string') return [path];
  if (Array.isArray(value))
    return value.slice(0, 1).flatMap((one) => leavesOf(one, [...path, ANY_ENTRY]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, of]) => leavesOf(of, [...path, name]));
}

/** One resource that is long, and not many. */
const alone = (path: Path): Place => ({ path, perEntry: UNLIMITED, entries: 1 });

function fieldsOfQuery(draft: Draft): TextField[] {
  return draft.query.map(([name], at) => ({
    name: `${draft.method} ${draft.path}?${name}`,
    // Longer ones do not get through the headers.
    capacity: 4_000,
    fill: (text) => ({
      ...draft,
      query: draft.query.map((pair, n) => (n === at ? ([name, text] as const) : pair)),
    }),
  }));
}

const isFhir = ({ path }: Draft) => path.startsWith('/fhir');

function fieldsOfDraft(draft: Draft, document: OpenApi): TextField[] {
  const { content } = draft;
  if (content.kind !== 'json') return fieldsOfQuery(draft);
  if (isFhir(draft)) {
    return leavesOf(content.value, []).map((path) => fieldOf(draft, content.value, alone(path)));
  }
  const place = placesOf(document).find(
    ({ template, method }) => template === draft.path && method === draft.method.toLowerCase(),
  );
  const schema = place?.operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return [];
  return placesIn(schema, [], 1).map((one) => fieldOf(draft, content.value, one));
}

/** Every text of every operation of which there is a sample, each once. */
export function textFields(samples: readonly Draft[], document: OpenApi): readonly TextField[] {
  const fields = new Map<string, TextField>();
  for (const draft of samples) {
    for (const field of fieldsOfDraft(draft, document)) {
      const known = fields.get(field.name);
      if (known === undefined || known.capacity < field.capacity) fields.set(field.name, field);
    }
  }
  return [...fields.values()];
}
