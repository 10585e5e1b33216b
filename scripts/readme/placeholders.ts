import type { Json } from './shorten.js';

const TIME = '2026-01-31T08:00:00.000Z';
const FOLDER = '/srv/wardbox';
const HIDDEN = '…';

const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;
/** As certificates and HTTP write a time. */
const GMT =
  /\b[A-Z][a-z]{2}(?:, \d\d [A-Z][a-z]{2} \d{4}| +\d{1,2}) \d\d:\d\d:\d\d(?: \d{4})? GMT/g;
const SECRET_KEY = /\b(sk_(?:live|test)_)\w{20,}/g;
const ID = /\b([a-z]{2,9}_)[0-9a-f]{32}\b/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const HASH = /\b[0-9a-f]{64}\b/g;
const MACHINE_AMOUNT = /\b\d+(?:\.\d+)?(?= (?:of \d+ )?[KMG]i?B\b)/g;
/** Fields whose numbers say something of the machine. Clinical ones are in milliseconds, too. */
const MACHINE_FIELD = /^(latency_ms|elapsed_ms|parity_error|uptime_s|free_mb|cores|threads|pid)$/;

/** What is true of one run alone. */
export interface Run {
  /** The installation's folder. */
  readonly folder: string;
  /** When it began; times from then on are replaced, dates in the data are not. */
  readonly since: Date;
}

/** Numbers what is the same alike: the second distinct id of an answer ends with 2. */
function numbering(digits: number): (found: string) => string {
  const seen = new Map<string, number>();
  return (found) => {
    const number = seen.get(found) ?? seen.size + 1;
    seen.set(found, number);
    return String(number).padStart(digits, '0');
  };
}

/**
 * Replaces what differs from run to run and from machine to machine by what is always the same:
 * ids, times of the run, keys, hashes, the folder, amounts of memory.
 */
export function createPlaceholders({ folder, since }: Run): (text: string) => string {
  const idNumber = numbering(32);
  const uuidNumber = numbering(12);
  const ofTheRun = (text: string) => Date.parse(text) >= since.getTime();
  return (text) =>
    text
      .replaceAll(folder, FOLDER)
      .replace(SECRET_KEY, `$1${HIDDEN}`)
      .replace(ID, (id, prefix: string) => prefix + idNumber(id))
      .replace(UUID, (uuid) => `00000000-0000-4000-8000-${uuidNumber(uuid)}`)
      .replace(HASH, HIDDEN)
      .replace(INSTANT, (time) => (ofTheRun(time) ? TIME : time))
      .replace(GMT, HIDDEN)
      .replace(MACHINE_AMOUNT, HIDDEN);
}

/** The same for all texts of an answer and for the numbers that only the machine explains. */
export function withPlaceholders(value: Json, replace: (text: string) => string): Json {
  if (typeof value === 'string') return replace(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry: Json) => withPlaceholders(entry, replace));
  const fields = Object.entries(value).map(([name, below]) => {
    const isMachine = typeof below === 'number' && MACHINE_FIELD.test(name);
    return [name, isMachine ? HIDDEN : withPlaceholders(below, replace)] as const;
  });
  return Object.fromEntries(fields);
}
