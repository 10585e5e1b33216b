import type { Draft } from './draft.js';
import { isHeading } from './headings.js';
import { mayPart } from './sentences.js';
import type { ClauseLimit } from './spoken.js';

const isMark = (draft: Draft | undefined): boolean =>
  draft === undefined || draft.kind === 'punctuation' || draft.kind === 'layout';

/** A full stop from a pause. */
const ofPause = (draft: Draft | undefined): boolean =>
  draft !== undefined && draft.from === draft.to && draft.text === '.';

const marked = (at: number, text: '.' | ',' | ':'): Draft => ({
  from: at,
  to: at,
  text,
  kind: 'punctuation',
  glue: 'left',
  ...(text !== ',' && { opens: true }),
});

/** The mark between two clauses; none where it would split a unit. */
function markAt(
  words: readonly string[],
  { at, mark, certain, heading = false }: ClauseLimit,
  since: number,
): '.' | ',' | ':' | undefined {
  if (heading || isHeading(words.slice(since, at))) return ':';
  return certain && mayPart(words, at) ? mark : undefined;
}

/**
 * Puts full stops and commas between clauses, and a colon after the heading of a section: words
 * that begin after a full stop or a colon get a capital. Spoken marks stay, and none is inserted
 * next to them, within a number, a dose or a name, or where the evidence is uncertain. Every spoken
 * word stays in its draft.
 *
 * @param words as they were spoken; drafts and limits count in them
 * @param limits in the order of the words
 */
export function punctuate(
  drafts: readonly Draft[],
  words: readonly string[],
  limits: readonly ClauseLimit[],
): readonly Draft[] {
  const out: Draft[] = [];
  let [next, since] = [0, 0];
  for (const draft of drafts) {
    const spoken = draft.to > draft.from;
    // A limit inside of a draft would split a number or a name.
    while (spoken && (limits[next]?.at ?? Number.POSITIVE_INFINITY) < draft.from) next += 1;
    const limit = limits[next];
    if (spoken && limit?.at === draft.from) {
      const mark = markAt(words, limit, since);
      const before = out.at(-1);
      if (mark === ':' && ofPause(before)) out[out.length - 1] = marked(limit.at, ':');
      else if (mark && !isMark(before) && !isMark(draft)) out.push(marked(limit.at, mark));
      since = limit.at;
    }
    out.push(draft);
  }
  return out;
}
