import { isUid } from '../../../core/dicom-uid.js';
import { invalidField } from '../../../core/errors.js';
import { matchesPattern } from '../../../core/wild-card.js';
import type { SearchAttribute } from './search-attributes.js';
import type { SearchEntry } from './search-entry.js';

/** Decides whether an entry has what a search asks for (PS3.4 section C.2.2.2). */
export type Match = (entry: SearchEntry) => boolean;

type ValueMatch = (value: string) => boolean;

const MAX_PATTERN_LENGTH = 256;

/** Names match without regard to case and to empty components at their end. */
const comparableName = (name: string) => name.replace(/[\^= ]+$/, '').toLowerCase();

function matchText({ vr, keyword }: SearchAttribute, sent: string): ValueMatch {
  if (sent.length > MAX_PATTERN_LENGTH) {
    throw invalidField(keyword, `must have at most ${MAX_PATTERN_LENGTH} characters`);
  }
  const comparable = vr === 'PN' ? comparableName : (text: string) => text;
  const pattern = comparable(sent);
  return (value) => matchesPattern(pattern, comparable(value));
}

function matchUids({ keyword }: SearchAttribute, sent: readonly string[]): ValueMatch {
  const uids = sent.flatMap((text) => text.split(/[,\\]/)).map((uid) => uid.trim());
  if (!uids.every(isUid)) throw invalidField(keyword, 'must be a UID or a list of UIDs');
  const wanted = new Set(uids);
  return (value) => wanted.has(value);
}

function matchNumber({ keyword }: SearchAttribute, sent: string): ValueMatch {
  if (!/^[+-]?\d{1,12}$/.test(sent)) throw invalidField(keyword, 'must be a whole number');
  const wanted = String(Number(sent));
  return (value) => value === wanted;
}

/** Whether a text is a value of the representation. */
const RANGES: Readonly<Record<string, { readonly valid: RegExp; readonly form: string }>> = {
  DA: { valid: /^\d{8}$/, form: 'YYYYMMDD' },
  TM: { valid: /^\d{2}(\d{2}(\d{2}(\.\d{1,6})?)?)?$/, form: 'HHMMSS' },
};

/** A date or time, or a range of them: `20260101-20260131`, `-1200`. */
function matchRange({ vr, keyword }: SearchAttribute, sent: string): ValueMatch {
  const { valid, form } = RANGES[vr] ?? { valid: /^$/, form: '' };
  const [from = '', to = from, ...more] = sent.split('-').map((part) => part.trim());
  const isRange = sent.includes('-');
  const parts = [from, to].filter((part) => part !== '');
  if (parts.length === 0 || more.length > 0 || !parts.every((part) => valid.test(part))) {
    throw invalidField(keyword, `must be ${form}, or a range of two with a hyphen`);
  }
  // A value that is less precise stands for all that begin with it.
  const [lowest, highest] = [from.replace('.', ''), to.replace('.', '')];
  const isAfter = (value: string) => from === '' || value.padEnd(12, '0') >= lowest.padEnd(12, '0');
  const isBefore = (value: string) => to === '' || value.padEnd(12, '0') <= highest.padEnd(12, '9');
  return (text) => {
    const value = text.replace('.', '').trim();
    if (!isRange && valid.test(text))
      return value.startsWith(lowest) || value.padEnd(12, '0') === lowest.padEnd(12, '0');
    return valid.test(text) && isAfter(value) && isBefore(value);
  };
}

function matchValue(attribute: SearchAttribute, sent: readonly string[]): ValueMatch {
  const { vr, keyword } = attribute;
  if (vr === 'UI') return matchUids(attribute, sent);
  const [only = '', ...more] = sent;
  if (more.length > 0) throw invalidField(keyword, 'must be sent once');
  if (vr === 'IS' || vr === 'US') return matchNumber(attribute, only.trim());
  return vr in RANGES ? matchRange(attribute, only.trim()) : matchText(attribute, only);
}

/** Nothing, or a star alone: every value matches, and none. */
const isUniversal = (sent: readonly string[]) => sent.every((text) => /^\**$/.test(text));

/**
 * How entries are compared with the values of a query parameter.
 *
 * @throws AppError `validation_error`, naming the attribute
 */
export function matchOf(attribute: SearchAttribute, sent: readonly string[]): Match | undefined {
  if (isUniversal(sent)) return undefined;
  const fits = matchValue(attribute, sent);
  return (entry) =>
    attribute.values(entry).some((value) => value !== undefined && fits(String(value)));
}
