import type { StoredResource } from '../../store/fhir/store.js';
import { isResource } from '../interactions/check-resource.js';
import { ID } from '../interactions/resource-location.js';
import type { Resource } from '../resource.js';
import { membersOf } from '../text/members.js';

/** A resource as the hospital's server returned it. */
export interface UpstreamResource {
  readonly type: string;
  readonly id: string;
  readonly value: Resource;
  readonly text: string;
  /** Its URL on that server, with the version if the server gives one. */
  readonly source: string;
  /** Milliseconds since 1970; absent where the server gives no time. */
  readonly lastUpdated?: number;
}

type Members = Readonly<Record<string, unknown>>;

const metaOf = ({ meta }: Members): Members =>
  typeof meta === 'object' && meta !== null && !Array.isArray(meta) ? (meta as Members) : {};

/** The resource with `meta.source`, otherwise unchanged. */
function textWithSource(text: string, source: string): string {
  const member = `"source":${JSON.stringify(source)}`;
  const meta = membersOf(text).find(({ name }) => name === 'meta');
  if (meta === undefined || text[meta.start] !== '{') {
    // A `meta` that is not an object is kept: the validator reports it.
    if (meta !== undefined) return text;
    const open = text.indexOf('{') + 1;
    return `${text.slice(0, open)}"meta":{${member}},${text.slice(open)}`;
  }
  const kept = membersOf(text, meta.start)
    .filter(({ name }) => name !== 'source' && name !== '_source')
    .map(({ from, end }) => text.slice(from, end));
  const written = `{${[...kept, member].join(',')}}`;
  return text.slice(0, meta.start) + written + text.slice(meta.end);
}

/**
 * Reads a resource of the hospital's server and marks it with its source.
 *
 * @param base of that server
 * @returns nothing for anything but a resource with a type and an id
 */
export function foreignOf(
  value: unknown,
  text: string,
  base: string,
): UpstreamResource | undefined {
  if (!isResource(value) || typeof value.id !== 'string' || !ID.test(value.id)) return undefined;
  const { resourceType: type, id } = value;
  const { versionId, lastUpdated } = metaOf(value);
  const versioned = typeof versionId === 'string' && ID.test(versionId);
  const source = `${base}/${type}/${id}${versioned ? `/_history/${versionId}` : ''}`;
  const time = typeof lastUpdated === 'string' ? Date.parse(lastUpdated) : Number.NaN;
  const marked = textWithSource(text, source);
  return {
    type,
    id,
    value: JSON.parse(marked) as Resource,
    text: marked,
    source,
    ...(!Number.isNaN(time) && { lastUpdated: time }),
  };
}

/** The `meta.source` of a stored resource if it names the hospital's server. */
export function sourceOf({ body }: StoredResource, base: string): string | undefined {
  if (!body.includes('"source"')) return undefined;
  const { source } = metaOf(JSON.parse(body) as Members);
  return typeof source === 'string' && source.startsWith(`${base}/`) ? source : undefined;
}
