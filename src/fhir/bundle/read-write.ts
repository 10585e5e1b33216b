import { readMediaType } from '../../core/media-type.js';
import type { Definitions } from '../definitions/definition.js';
import type { ResourceRequest } from '../interactions/plan.js';
import { locationOf } from '../interactions/resource-location.js';
import { refuseFor } from '../outcome.js';
import { type Operation, readPatch } from '../patch/read.js';
import type { Resource } from '../resource.js';
import type { Members, RawEntry } from './raw-entry.js';

type Method = ResourceRequest['method'];
type Served = Pick<Definitions, 'served'>;

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' &&
  value !== null &&
  'resourceType' in value &&
  typeof value.resourceType === 'string';

function resourceOf({ place, resource }: RawEntry): { value: Resource; text: string } {
  if (resource === undefined) {
    throw refuseFor('validation_error', 'required', 'Is required.', `${place}.resource`);
  }
  const { value, text } = resource;
  if (isResource(value)) return { value, text };
  const problem = 'Must be a resource with its resourceType.';
  throw refuseFor('validation_error', 'structure', problem, `${place}.resource`);
}

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/** The JSON Patch in a Binary, as bundles contain patches. */
function patchOf(raw: RawEntry): readonly Operation[] {
  const place = `${raw.place}.resource`;
  const { resourceType, contentType, data } = resourceOf(raw).value;
  const media = typeof contentType === 'string' ? readMediaType(contentType) : undefined;
  if (resourceType !== 'Binary' || media?.type !== 'application/json-patch+json') {
    const problem = 'A patch is sent as a Binary of application/json-patch+json.';
    throw refuseFor('validation_error', 'not-supported', problem, place);
  }
  if (typeof data !== 'string' || !BASE64.test(data)) {
    throw refuseFor('validation_error', 'value', 'Must be base64.', `${place}.data`);
  }
  const text = Buffer.from(data, 'base64').toString('utf8');
  try {
    JSON.parse(text);
  } catch {
    throw refuseFor('invalid_json', 'structure', 'This patch is not JSON.', `${place}.data`);
  }
  return readPatch(text);
}

function preconditions(request: Members, place: string): Partial<ResourceRequest> {
  const headers: Record<string, string> = {};
  for (const name of ['ifMatch', 'ifNoneMatch', 'ifNoneExist']) {
    const value = request[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') {
      throw refuseFor('validation_error', 'value', 'Must be a string.', `${place}.${name}`);
    }
    headers[name] = value;
  }
  return headers;
}

/** The target of an entry's URL: `Patient`, `Patient/1` or `Patient?identifier=x`. */
function namedBy(method: Method, { place, url: { path, query } }: RawEntry, by: Served) {
  const { kind, type, id } = locationOf(path, by);
  const offered = kind === 'type' || (kind === 'instance' && method !== 'POST');
  if (!offered || (query.length > 0 && (id !== undefined || method === 'POST'))) {
    const problem = `A ${method} of this URL is not offered inside a bundle.`;
    throw refuseFor('validation_error', 'not-supported', problem, `${place}.request.url`);
  }
  if (id !== undefined) return { type, id };
  return method === 'POST' ? { type } : { type, criteria: query };
}

/**
 * Reads the write that an entry requests.
 *
 * @throws AppError `validation_error`, and `not_found` for a type that is not served
 */
export function readWrite(method: Method, raw: RawEntry, by: Served): ResourceRequest {
  const facts = {
    method,
    ...namedBy(method, raw, by),
    ...preconditions(raw.request, `${raw.place}.request`),
  };
  if (method === 'DELETE') return facts;
  if (method === 'PATCH') return { ...facts, patch: patchOf(raw) };
  return { ...facts, resource: resourceOf(raw) };
}
