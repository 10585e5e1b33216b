import type { Sent } from '../fuzz/send.js';
import { createPlaceholders, withPlaceholders } from '../readme/placeholders.js';
import type { Json, JsonObject } from '../readme/shorten.js';

/** What of an answer has to stay: its status, the headers that clients act on, and the body. */
export interface Answer {
  readonly status: number | 'none';
  readonly headers: JsonObject;
  readonly body: Json;
}

/** Placeholder for the address of a daemon. */
const ORIGIN = 'https://wardbox';

/** Names of resources keyed by a secret of the installation, places in its audit log. */
const OF_THE_INSTALLATION =
  /\b(h_)[0-9a-f]{32}\b|\b(audit-)\d+\b|(?<=AuditEvent\?.*)\b(_page=)\w+/g;

const HEADERS = [
  'allow',
  'content-location',
  'content-type',
  'etag',
  'idempotency-replayed',
  'location',
  'preference-applied',
  'retry-after',
  'www-authenticate',
];

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An answer without what differs from run to run: ids, times of the run, amounts of the machine. */
export function answerOf(
  sent: Sent,
  { url, ...run }: { readonly url: string; readonly folder: string; readonly since: Date },
): Answer {
  if ('silent' in sent) return { status: 'none', headers: {}, body: null };
  const { status, headers, text } = sent.reply;
  const standIns = createPlaceholders(run);
  const replace = (value: string) =>
    standIns(value.replaceAll(url, ORIGIN).replace(OF_THE_INSTALLATION, '$1$2$3…'));
  const kept = HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, replace(String(value))] as const];
  });
  return {
    status,
    headers: Object.fromEntries(kept),
    body: withPlaceholders(parsed(text), replace),
  };
}

const isRecord = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Paths at which two values differ: `body.entities[2].assertion: "present" -> "absent"`. */
export function differences(before: Json, after: Json, path = ''): readonly string[] {
  if (isList(before) && isList(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, at) =>
      differences(before[at] ?? null, after[at] ?? null, `${path}[${at}]`),
    ).flat();
  }
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      differences(
        before[name] ?? null,
        after[name] ?? null,
        path === '' ? name : `${path}.${name}`,
      ),
    );
  }
  const [one, other] = [JSON.stringify(before), JSON.stringify(after)];
  return one === other ? [] : [`${path}: ${one.slice(0, 200)} -> ${other.slice(0, 200)}`];
}
