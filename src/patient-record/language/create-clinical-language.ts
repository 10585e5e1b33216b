import { definedShortForms, shortMentions } from './abbreviations/defined.js';
import { type AssertSpans, createSpanAsserter } from './assert-spans.js';
import { type CueTree, createCueTree, findCues } from './assertion/cues.js';
import { isSpeaker, isTalk } from './assertion/talk-phrases.js';
import { createDescriptionTree } from './attributes/describe.js';
import { createCandidateReader } from './candidates.js';
import { createClassRules } from './class-rules.js';
import { findClauses } from './clauses/find-clauses.js';
import { type SpokenLimit, spokenLimits } from './clauses/spoken-limits.js';
import { DetailsReader } from './details.js';
import { createLexicon, type DrugName, type Lexicon } from './dictionary/lexicon.js';
import type { Entity, Section, TextSource } from './entity.js';
import { entityOf, statedBetween } from './entity-of-span.js';
import { assertIn, namesMarked, ParsedText } from './parsed-text.js';
import { SectionReader, type SectionSpan } from './sections/find-sections.js';
import { createSectionLookup } from './sections/usual-assertion.js';
import { resolveOverlaps, type Span } from './span.js';
import type { LanguageTables } from './tables/schema.js';
import { commonWords, createSecondOpinion } from './tagger/second-opinion.js';
import { createWordReader, type ReadWords } from './text/read-words.js';
import { createVocabulary } from './text/vocabulary.js';
import { GAP, type Word, withGap, wordsOf } from './text/words.js';
import { createTidy } from './tidy.js';

export interface ReadOptions {
  readonly source?: TextSource;
  /** As `cardiology`: it helps to decide between meanings of abbreviations. */
  readonly specialty?: string;
}

/** The contents of a text. */
export interface ReadText {
  /** In the order of the text; they do not overlap. */
  readonly entities: readonly Entity[];
  readonly sections: readonly Section[];
}

/** A text that is read once for all uses. */
export interface TextReading extends ReadText {
  /**
   * Returns the assertions of names found by other code, from the same cues, clauses and sections as
   * of its entities: `find` is given its words. Names may overlap.
   */
  readonly assert: AssertSpans;
}

/** Reads clinical texts. */
export interface ClinicalLanguage {
  /** Opens a text for several uses; each part is read on first use. */
  open(text: string, options?: ReadOptions): TextReading;

  /**
   * Where the clauses and headings of a spoken text begin, which has no marks of its own.
   *
   * @param words as they were spoken, one each
   */
  clauseLimits(words: readonly string[]): readonly SpokenLimit[];

  /**
   * The entities and sections of a text of any content: deterministic, linear in its length.
   * Offsets are UTF-16 code units of `text`.
   */
  read(text: string, options?: ReadOptions): ReadText;
}

/** Words of headings and names of speakers, which are not read. */
function silent(
  words: readonly Word[],
  sections: readonly SectionSpan[],
  talk: boolean,
): Uint8Array {
  const marks = new Uint8Array(words.length);
  let at = 0;
  for (const { start, from, kind } of sections) {
    while ((words[at]?.start ?? Infinity) < start) at += 1;
    // `ECG: ...` names the picture too.
    if (kind !== 'imaging') marks.fill(1, at, from);
  }
  if (talk) for (let i = 0; i < words.length; i += 1) if (isSpeaker(words, i)) marks[i] = 1;
  return marks;
}

/** No phrase continues over the end of a heading, also where its colon was spoken. */
function cutAtHeadings(words: readonly Word[], sections: readonly SectionSpan[]): readonly Word[] {
  if (sections.length === 0) return words;
  const starts = new Set(
    sections.flatMap(({ at, from, spoken }) => (spoken ? [at, from] : [from])),
  );
  return words.map((word, at) => (starts.has(at) ? withGap(word, word.gap | GAP.colon) : word));
}

const overlaps = (marks: Uint8Array, { from, to }: Span) => {
  for (let i = from; i < to; i += 1) if (marks[i] === 1) return true;
  return false;
};

/** By word of the joined text, which of the spoken words it belongs to. */
function spokenWords(words: readonly Word[], spoken: readonly string[]): number[] {
  let [at, end] = [0, spoken[0]?.length ?? 0];
  return words.map(({ start }) => {
    while (start >= end + 1 && at + 1 < spoken.length) {
      at += 1;
      end += 1 + (spoken[at]?.length ?? 0);
    }
    return at;
  });
}

/** The names of a text, none over another. */
function createSpanReader(tables: LanguageTables, lexicon: Lexicon, common: ReadonlySet<string>) {
  const candidates = createCandidateReader(tables, lexicon);
  const tidy = createTidy(tables);
  const secondOpinion = createSecondOpinion(tables, common);
  return (
    text: string,
    words: readonly Word[],
    silence: Uint8Array,
    field: ReadonlySet<string>,
    source: TextSource,
  ): readonly Span[] => {
    const all = candidates(text, words, field).filter((span) => !overlaps(silence, span));
    const listed = tidy(words, resolveOverlaps(all, words.length));
    // There is no training data for talk or dictation.
    const joined = source === 'note' ? secondOpinion(words, listed) : listed;
    const first = joined.filter((span) => !overlaps(silence, span));
    const defined = definedShortForms(text, words, first);
    if (defined.size === 0) return first;
    return resolveOverlaps([...first, ...shortMentions(words, defined)], words.length);
  };
}

/** What texts are read with, built once. */
interface Readers {
  readonly words: ReadWords;
  readonly spans: ReturnType<typeof createSpanReader>;
  readonly details: DetailsReader;
  readonly sections: SectionReader;
  readonly cues: CueTree;
  readonly assert: ReturnType<typeof createSpanAsserter>;
}

const NO_FIELD: ReadonlySet<string> = new Set();

function parse(text: string, { source = 'note', specialty = '' }: ReadOptions, readers: Readers) {
  const field =
    specialty === '' ? NO_FIELD : new Set(wordsOf(specialty).map(({ folded }) => folded));
  const written = readers.words(text, field);
  const talk = source === 'dialogue' || isTalk(written);
  const sections = talk ? [] : readers.sections.read(text, written);
  const words = cutAtHeadings(written, sections);
  const silence = silent(words, sections, talk);
  return new ParsedText({ text, words, sections, silence, talk }, () => {
    const spans = readers.spans(text, words, silence, field, talk ? 'dialogue' : source);
    const headings = sections.flatMap(({ at, from }) => [at, from]);
    return { spans, limits: findClauses(words, spans, headings) };
  });
}

function entitiesOf(parsed: ParsedText, { cues, details }: Readers): readonly Entity[] {
  const { text, words, sections } = parsed;
  const { spans, limits } = parsed.named();
  if (spans.length === 0) return [];
  const said = assertIn(parsed, spans, findCues(text, words, cues, namesMarked(parsed, spans)));
  const sectionAt = createSectionLookup(sections);
  const described = details.read(text, words, spans);
  return spans.map((span, n) => {
    const section = sectionAt(span.from);
    const ended = section?.spoken === true && statedBetween(limits, section.from, span.from);
    return entityOf(text, words, span, said[n], { section, ended }, described[n]);
  });
}

/**
 * A text whose entities are read on first use. A class, and no object with an accessor of its own: of
 * each of those V8 makes a shape that outlives it.
 */
class OpenedText implements TextReading {
  readonly #parsed: ParsedText;
  readonly #readers: Readers;
  readonly sections: readonly Section[];
  readonly assert: AssertSpans;
  #entities: readonly Entity[] | undefined;

  constructor(parsed: ParsedText, readers: Readers) {
    this.#parsed = parsed;
    this.#readers = readers;
    this.sections = parsed.sections.map(({ title, kind, start, end }) => ({
      title,
      kind,
      start,
      end,
    }));
    this.assert = readers.assert(parsed);
  }

  get entities(): readonly Entity[] {
    this.#entities ??= entitiesOf(this.#parsed, this.#readers);
    return this.#entities;
  }
}

/** The reader of clinical texts; trees are built once, from tables and names of medicines. */
export function createClinicalLanguage(
  tables: LanguageTables,
  { drugNames }: { readonly drugNames: Iterable<DrugName> },
): ClinicalLanguage {
  const lexicon = createLexicon(tables, drugNames);
  const cues = createCueTree(tables);
  const descriptions = createDescriptionTree(tables);
  const common = commonWords(tables);
  const sections = new SectionReader(tables);
  const rules = createClassRules(tables, { lexicon, cues, descriptions, sections, common });
  const readers: Readers = {
    words: createWordReader(tables, lexicon.names, createVocabulary(rules)),
    spans: createSpanReader(tables, lexicon, common),
    details: new DetailsReader(tables, descriptions),
    sections,
    cues,
    assert: createSpanAsserter(cues),
  };
  const open = (text: string, options: ReadOptions = {}) =>
    new OpenedText(parse(text, options, readers), readers);
  return {
    open,
    clauseLimits(spoken) {
      const parsed = parse(spoken.join(' '), { source: 'dictation' }, readers);
      const { sections, words } = parsed;
      const places = spokenWords(words, spoken);
      return spokenLimits({ words, spoken: places, sections, ...parsed.named() });
    },
    read(text, options) {
      const { entities, sections } = open(text, options);
      return { entities, sections };
    },
  };
}
