import { createPhraseTree } from '../dictionary/phrase-tree.js';
import type { Section } from '../entity.js';
import type { LanguageTables } from '../tables/schema.js';
import { GAP, goesOn, type Word } from '../text/words.js';
import { spokenHeadingAt } from './spoken-headings.js';

type Heading = LanguageTables['headings'][number];

/** A section with the words that it holds: `from` is the first after the heading. */
export interface SectionSpan extends Section {
  readonly assertion: Heading['assertion'];
  /** The first word of the heading. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** It was spoken and not written: its effect ends with the next statement about the patient. */
  readonly spoken: boolean;
}

const MAX_WORDS = 8;

interface Head {
  readonly at: number;
  readonly to: number;
  readonly heading?: Heading;
  readonly title: string;
  readonly spoken?: true;
}

const isUpper = (text: string) => /\p{Lu}/u.test(text) && text === text.toUpperCase();

/** Reads the headings of notes; the tables give the meaning of each kind for its content. */
export function createSectionReader(tables: LanguageTables) {
  const tree = createPhraseTree<Heading>();
  for (const heading of tables.headings) for (const word of heading.words) tree.add(word, heading);

  /** How a heading ends: a colon (written or said), or a line of its own. */
  function endsHeading(words: readonly Word[], at: number, to: number): number | undefined {
    const next = words[to];
    if (next === undefined) return undefined;
    if ((next.gap & GAP.colon) !== 0) return to;
    if (next.folded === 'colon') return to + 1;
    const ownLine = (words[at]?.gap ?? 0) & GAP.line && next.gap & GAP.line;
    if (ownLine) return to;
    return (next.gap & GAP.dash) !== 0 && (words[at]?.gap ?? 0) & GAP.line ? to : undefined;
  }

  function headAt(text: string, words: readonly Word[], at: number): Head | undefined {
    const word = words[at];
    if (word === undefined || word.number) return undefined;
    const atLine = (word.gap & GAP.line) !== 0;
    if (!atLine && (word.gap & (GAP.end | GAP.semicolon)) === 0) return saidAt(text, words, at);
    for (const hit of tree.at(words, at).toReversed()) {
      const end = endsHeading(words, at, hit.to);
      const heading = hit.values[0];
      const title = text.slice(word.start, words[hit.to - 1]?.end ?? word.end);
      if (end === undefined || heading === undefined) continue;
      // Inside a line one letter is no heading.
      if (title.length < 2 && !atLine) continue;
      return { at, to: end, heading, title };
    }
    return saidAt(text, words, at) ?? (atLine ? unknownAt(text, words, at) : undefined);
  }

  /** Finds a spoken heading, which has neither a colon nor a line of its own. */
  function saidAt(text: string, words: readonly Word[], at: number): Head | undefined {
    for (const { to, values } of tree.at(words, at).toReversed()) {
      const said = spokenHeadingAt(words, at, to);
      const [heading] = values;
      if (said === undefined || heading === undefined) continue;
      const title = text.slice(words[at]?.start ?? 0, words[to - 1]?.end ?? 0);
      return { ...said, heading, title, spoken: true };
    }
    return undefined;
  }

  /** A line in capitals, or a few words and a colon, that the table does not have. */
  function unknownAt(text: string, words: readonly Word[], at: number): Head | undefined {
    let to = at + 1;
    while (to - at < MAX_WORDS && goesOn(words[to])) to += 1;
    const next = words[to];
    const first = words[at];
    const last = words[to - 1];
    if (next === undefined || first === undefined || last === undefined) return undefined;
    const title = text.slice(first.start, last.end);
    const ownLine = (next.gap & GAP.line) !== 0;
    if (ownLine && isUpper(title) && title.length > 3 && (next.gap & GAP.blank) !== 0) {
      return { at, to, title };
    }
    return undefined;
  }

  /** The sections of a text, in their order; what comes before the first heading is in none. */
  return function findSections(text: string, words: readonly Word[]): readonly SectionSpan[] {
    const heads: Head[] = [];
    for (let at = 0; at < words.length; ) {
      const head = headAt(text, words, at);
      if (head === undefined) at += 1;
      else {
        heads.push(head);
        at = Math.max(head.to, at + 1);
      }
    }
    let main: Heading | undefined;
    return heads.map((head, n): SectionSpan => {
      const next = heads[n + 1];
      const kind = head.heading?.kind ?? 'other';
      if (kind !== 'system' && head.heading !== undefined) main = head.heading;
      // `Cardiovascular:` under a review of systems is of the review.
      const assertion = (kind === 'system' ? main : head.heading)?.assertion ?? 'present';
      const start = words[head.at]?.start ?? 0;
      const end = next === undefined ? text.length : (words[next.at]?.start ?? text.length);
      const to = next?.at ?? words.length;
      const spoken = head.spoken === true;
      return {
        title: head.title,
        kind,
        assertion,
        start,
        end,
        at: head.at,
        from: head.to,
        to,
        spoken,
      };
    });
  };
}
