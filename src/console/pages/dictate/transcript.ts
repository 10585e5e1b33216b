import type { TranscribeCreateAnswer } from '../../api/types.js';

/**
 * A transcript as it is corrected: a list of words that know where they were heard. The text is
 * nothing but its words, so the two can never differ.
 */

/** What was heard for a word. */
export interface Heard {
  /** Seconds of the recording. */
  readonly start: number;
  readonly end: number;
  /** Calibrated probability that the word is right; absent for a word that a person wrote. */
  readonly confidence?: number;
  /** The spoken words behind the written one: `one forty over ninety`. */
  readonly spoken?: string;
  /** A or B, where two voices were distinguished. */
  readonly speaker?: string;
}

/** A written word with what stands around it. */
export interface Word {
  /** Stays with the word through all corrections. */
  readonly id: number;
  /** White space and opening marks in front of it. */
  readonly before: string;
  readonly text: string;
  /** Marks that follow without a gap: a full stop, a comma. */
  readonly after: string;
  /** Absent for a word that was added where nothing was heard. */
  readonly heard?: Heard;
  readonly by: 'model' | 'person';
}

/** Words by their positions: `from` is the first, `to` comes after the last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export const textOf = (words: readonly Word[]): string =>
  words.map(({ before, text, after }) => before + text + after).join('');

/** The words of a passage without the gap in front of it, as a person edits them. */
export function passageOf(words: readonly Word[], { from, to }: Range): string {
  const [first, ...rest] = words.slice(from, to);
  if (first === undefined) return '';
  return first.before.trimStart() + first.text + first.after + textOf(rest);
}

/** Splits what stands between two words: marks belong to the word that they touch. */
function splitGap(gap: string): { readonly after: string; readonly before: string } {
  const at = gap.search(/\s/);
  return at === -1
    ? { after: gap, before: '' }
    : { after: gap.slice(0, at), before: gap.slice(at) };
}

function speakerAt(segments: TranscribeCreateAnswer['segments'], time: number): string | undefined {
  return segments.find(({ start, end }) => time >= start && time < end)?.speaker;
}

/** The words of an answer. Text that belongs to no word (there should be none) is kept with one. */
export function wordsOf({
  text,
  words,
  segments,
}: Pick<TranscribeCreateAnswer, 'text' | 'words' | 'segments'>): Word[] {
  const found: Word[] = [];
  const hasSpeakers = segments.some(({ speaker }) => speaker !== undefined);
  let done = 0;
  let before = '';
  const closeAt = (at: number) => {
    const gap = text.slice(done, at);
    const last = found.at(-1);
    if (last === undefined) before = gap;
    else {
      const parts = splitGap(gap);
      found[found.length - 1] = { ...last, after: parts.after };
      before = parts.before;
    }
  };
  for (const { text: written, spoken, start, end, confidence } of words) {
    const at = text.indexOf(written, done);
    if (at === -1) continue;
    closeAt(at);
    const speaker = hasSpeakers ? speakerAt(segments, start) : undefined;
    const heard = { start, end, confidence, spoken, ...(speaker !== undefined && { speaker }) };
    found.push({ id: found.length, before, text: written, after: '', heard, by: 'model' });
    done = at + written.length;
  }
  closeAt(text.length);
  const last = found.at(-1);
  if (last !== undefined && before.trim() !== '') {
    found[found.length - 1] = { ...last, after: last.after + before };
  }
  return found;
}

interface WrittenWord {
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

const MARKS = /^([([{"'“‘]*)(.*?)([.,;:!?)\]}"'”’]*)$/su;

/** What a person typed, as words. Marks on their own are words too. */
function parse(typed: string): WrittenWord[] {
  const found: WrittenWord[] = [];
  for (const [, gap = '', part = ''] of typed.matchAll(/(\s*)(\S+)/g)) {
    const [, opening = '', core = '', closing = ''] = MARKS.exec(part) ?? [];
    if (core === '') found.push({ before: gap, text: part, after: '' });
    else found.push({ before: gap + opening, text: core, after: closing });
  }
  return found;
}

type Match = readonly [old: number, written: number];

/** Beyond this, a passage was written anew rather than corrected. */
const MAX_COMPARISONS = 4_000_000;

/** The longest common subsequence of two lists, as pairs of positions. */
function commonPairs(old: readonly string[], written: readonly string[]): Match[] {
  let head = 0;
  while (head < old.length && head < written.length && old[head] === written[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(old.length, written.length) - head;
  while (tail < shorter && old.at(-1 - tail) === written.at(-1 - tail)) tail += 1;
  const a = old.slice(head, old.length - tail);
  const b = written.slice(head, written.length - tail);
  const pairs: Match[] = [];
  for (let i = 0; i < head; i += 1) pairs.push([i, i]);
  if (a.length * b.length <= MAX_COMPARISONS) {
    for (const [i, j] of middlePairs(a, b)) pairs.push([head + i, head + j]);
  }
  for (let i = tail; i > 0; i -= 1) pairs.push([old.length - i, written.length - i]);
  return pairs;
}

function middlePairs(a: readonly string[], b: readonly string[]): Match[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: Match[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Shares the time of what was heard among the words that replace it, by their length. */
function shareTime(
  replaced: readonly Word[],
  written: readonly WrittenWord[],
): (Heard | undefined)[] {
  const heard = replaced.flatMap((word) => word.heard ?? []);
  const [first] = heard;
  const last = heard.at(-1);
  if (first === undefined || last === undefined) return written.map(() => undefined);
  const total = written.reduce((sum, { text }) => sum + text.length, 0) || 1;
  const seconds = Math.max(0, last.end - first.start);
  let done = 0;
  return written.map(({ text }) => {
    const start = first.start + (seconds * done) / total;
    done += text.length;
    const end = first.start + (seconds * done) / total;
    return { start, end, ...(first.speaker !== undefined && { speaker: first.speaker }) };
  });
}

const nextId = (words: readonly Word[]): number =>
  words.reduce((highest, { id }) => Math.max(highest, id), -1) + 1;

/**
 * Writes a passage anew. Words that stay keep all that is known of them; words in place of others
 * share their time; added words have none.
 *
 * @param freeId an id that no word has had, also none that was removed
 */
export function replaceRange(
  words: readonly Word[],
  range: Range,
  typed: string,
  freeId = nextId(words),
): Word[] {
  const old = words.slice(range.from, range.to);
  const gap = old[0]?.before.match(/^\s*/)?.[0] ?? (range.from === 0 ? '' : ' ');
  const written = parse(typed.trim()).map((word, index) =>
    index === 0 ? { ...word, before: gap + word.before } : word,
  );
  const replacement: Word[] = [];
  let [oldDone, writtenDone, id] = [0, 0, freeId];
  const replaceUpTo = (oldEnd: number, writtenEnd: number) => {
    const fresh = written.slice(writtenDone, writtenEnd);
    const times = shareTime(old.slice(oldDone, oldEnd), fresh);
    for (const [index, word] of fresh.entries()) {
      const heard = times[index];
      replacement.push({ id, ...word, ...(heard !== undefined && { heard }), by: 'person' });
      id += 1;
    }
  };
  const pairs = commonPairs(
    old.map(({ text }) => text),
    written.map(({ text }) => text),
  );
  for (const [i, j] of pairs) {
    replaceUpTo(i, j);
    const kept = old[i];
    const now = written[j];
    if (kept !== undefined && now !== undefined) {
      const same = kept.before === now.before && kept.after === now.after;
      replacement.push(same ? kept : { ...kept, before: now.before, after: now.after });
    }
    [oldDone, writtenDone] = [i + 1, j + 1];
  }
  replaceUpTo(old.length, written.length);
  const following = words.slice(range.to);
  const [next] = following;
  // Where a passage at the start is removed, the next word begins the text.
  if (replacement.length === 0 && range.from === 0 && next !== undefined) {
    following[0] = { ...next, before: next.before.trimStart() };
  }
  return [...words.slice(0, range.from), ...replacement, ...following];
}

/** What a person changed: words of the draft, and what stands there instead. */
export interface Change {
  /** '' where words were added. */
  readonly from: string;
  /** '' where words were removed. */
  readonly to: string;
  /** Seconds of the recording, where it was heard. */
  readonly at: number | undefined;
}

const shown = ({ before, text, after }: Word): string => before.trimStart() + text + after;
const join = (words: readonly Word[]): string => words.map(shown).join(' ');

/** All differences between the draft and the text as it is now, in their order. */
export function changesOf(draft: readonly Word[], now: readonly Word[]): Change[] {
  const position = new Map(draft.map(({ id }, index) => [id, index]));
  const changes: Change[] = [];
  let draftDone = 0;
  let added: Word[] = [];
  const closeAt = (end: number) => {
    const removed = draft.slice(draftDone, end);
    if (removed.length > 0 || added.length > 0) {
      const at = (removed[0] ?? added[0])?.heard?.start;
      changes.push({ from: join(removed), to: join(added), at });
    }
    added = [];
  };
  for (const word of now) {
    const index = position.get(word.id);
    const original = index === undefined ? undefined : draft[index];
    if (index === undefined || original === undefined) {
      added.push(word);
      continue;
    }
    closeAt(index);
    if (shown(original) !== shown(word)) {
      changes.push({ from: shown(original), to: shown(word), at: word.heard?.start });
    }
    draftDone = index + 1;
  }
  closeAt(draft.length);
  return changes;
}

/** The positions of the words that touch a stretch of the text, by UTF-16 offsets. */
export function rangeAt(words: readonly Word[], start: number, end: number): Range | undefined {
  let offset = 0;
  let from = -1;
  let to = -1;
  for (const [index, { before, text, after }] of words.entries()) {
    const begins = offset + before.length;
    const ends = begins + text.length;
    if (ends > start && begins < end) {
      if (from === -1) from = index;
      to = index + 1;
    }
    offset = ends + after.length;
    if (offset >= end && from !== -1) break;
  }
  return from === -1 ? undefined : { from, to };
}

/** The word that is heard at a time, or the last one before it; -1 before the first. */
export function wordAtTime(words: readonly Word[], seconds: number): number {
  let found = -1;
  for (const [index, { heard }] of words.entries()) {
    if (heard === undefined) continue;
    if (heard.start > seconds) break;
    found = index;
  }
  return found;
}

/**
 * The text to be pasted elsewhere: what nobody has checked says so, because marks and colours stay
 * behind.
 */
export function plainTextOf(
  words: readonly Word[],
  unverified: ReadonlySet<number>,
  remark: string,
): string {
  return words
    .map(({ id, before, text, after }, index) => {
      const next = words[index + 1];
      const isLast = unverified.has(id) && (next === undefined || !unverified.has(next.id));
      return before + text + (isLast ? ` [${remark}]` : '') + after;
    })
    .join('');
}
