import { createEndingReader } from './compose/by-ending.js';
import { createDiseaseReader, type DiseaseReader } from './compose/diseases.js';
import { findGiven } from './compose/given.js';
import {
  createSites,
  extendLeft,
  extendRight,
  type Sites,
  subjectBefore,
} from './compose/sites.js';
import { createMeaningChooser } from './dictionary/choose-meaning.js';
import { findNames, type NameMatch } from './dictionary/find-names.js';
import type { Lexicon } from './dictionary/lexicon.js';
import { type Meaning, makeMeaning } from './dictionary/meaning.js';
import { AILMENTS } from './entity.js';
import { findDirections } from './measures/find-directions.js';
import { findMeasures } from './measures/find-measures.js';
import { createUnits } from './measures/units.js';
import { makeSpan, type Span } from './span.js';
import type { LanguageTables } from './tables/schema.js';
import { anyMay, CLASS, may } from './text/word-classes.js';
import { goesOn, type Word } from './text/words.js';

/** Returns the most certain meaning of a name, the first of equals. */
const surest = (meanings: readonly Meaning[]) =>
  meanings.reduce<Meaning | undefined>(
    (best, one) => (best === undefined || one.confidence > best.confidence ? one : best),
    undefined,
  );

/** The span of a name in a list, with the part of the body that belongs to it. */
function composed(
  words: readonly Word[],
  { from, to, meanings }: NameMatch,
  sites: Sites,
  diseases: DiseaseReader,
): Span | undefined {
  const meaning = surest(meanings);
  if (meaning === undefined || meaning.measured?.only === true) return undefined;
  const { type } = meaning;
  if (type === 'anatomy') return spanOf(meaning, extendLeft(words, from, sites).from, to, to - 1);
  if (type === 'procedure') return spanOf(meaning, withManner(words, from), to, to - 1);
  return AILMENTS.has(type)
    ? sited(words, from, to, sites, diseases, meaning)
    : spanOf(meaning, from, to, to - 1);
}

const spanOf = (
  { type, name, coding, confidence }: Meaning,
  from: number,
  to: number,
  head: number,
  site?: string,
): Span => makeSpan({ type, from, to, confidence, name, coding, head, site });

/** How an operation is done, and on which side. */
const MANNER = new Set(
  (
    'laparoscopic arthroscopic endoscopic robotic open partial total radical subtotal bilateral left right ' +
    'transurethral percutaneous diagnostic elective emergency emergent exploratory repeat revision'
  ).split(' '),
);

function withManner(words: readonly Word[], from: number): number {
  let start = from;
  while (start > from - 3 && goesOn(words[start]) && MANNER.has(words[start - 1]?.folded ?? '')) {
    start -= 1;
  }
  return start;
}

/** `stage 3b`: the letter is part of the number. */
function withLetter(words: readonly Word[], to: number): number {
  const last = words[to - 1];
  const next = words[to];
  const glued = last?.number === true && next !== undefined && next.start === last.end;
  return glued && /^[a-c]$/.test(next.folded) ? to + 1 : to;
}

/** What ails, with the part of the body that is named before or after it. */
function sited(
  words: readonly Word[],
  from: number,
  to: number,
  sites: Sites,
  diseases: DiseaseReader,
  meaning: Meaning,
): Span {
  const last = words[to - 1];
  const takes = meaning.sited || (last !== undefined && diseases.isHead(last));
  const left = extendLeft(words, from, sites);
  const right = takes ? extendRight(words, to, sites) : { to };
  const start =
    meaning.type === 'condition'
      ? diseases.modifiersBefore(words, left.from, to - 1, sites)
      : left.from;
  const subject = meaning.sited && start === from ? subjectBefore(words, from, sites) : undefined;
  const site = left.site ?? right.site ?? subject?.site;
  return spanOf(meaning, subject?.from ?? start, withLetter(words, right.to), to - 1, site);
}

/** A name in shorthand is no more certain than its expansion, and records what was read. */
function asShorthand(words: readonly Word[], span: Span): Span {
  let { confidence } = span;
  let short = false;
  for (let at = span.from; at < span.to; at += 1) {
    const { sure, written, start, end } = words[at] ?? {};
    if (sure !== undefined) confidence = Math.min(confidence, sure);
    if (start !== undefined && end !== undefined && end - start !== written?.length) short = true;
  }
  if (!short) return makeSpan(span);
  const name = words
    .slice(span.from, span.to)
    .map(({ written }) => written)
    .join(' ');
  return makeSpan({ ...span, confidence, name: span.name ?? name });
}

/** Reads everything that some part of a text may name; the candidates overlap. */
export function createCandidateReader(tables: LanguageTables, lexicon: Lexicon) {
  const diseases = createDiseaseReader(tables, lexicon);
  const byEnding = createEndingReader(tables);
  const choose = createMeaningChooser(tables);
  const units = createUnits(tables);

  /** An abbreviation with several meanings has the one of its context. */
  function chosen(
    words: readonly Word[],
    named: NameMatch,
    specialty: ReadonlySet<string>,
  ): NameMatch | undefined {
    if (named.to - named.from > 1 || !may(words[named.from], CLASS.shorthand)) return named;
    const choice = choose(words, named.from, specialty);
    if (choice === undefined) return named;
    if (choice.type === 'none') return undefined;
    const { type, name, confidence } = choice;
    const known = named.meanings.find(
      (meaning) => meaning.name.toLowerCase() === name.toLowerCase(),
    );
    const other = { type, name, coding: [], sited: false, confidence };
    return { ...named, meanings: [makeMeaning({ ...(known ?? other), confidence })] };
  }

  const isNamed = ({ from, to, site, head }: Span, words: readonly Word[]): boolean =>
    site !== undefined ||
    to - from > 1 ||
    !lexicon.withSiteOnly.has(words[head ?? -1]?.folded ?? '');

  return (
    text: string,
    words: readonly Word[],
    specialty: ReadonlySet<string>,
  ): readonly Span[] => {
    const all = findNames(words, lexicon);
    const found = anyMay(words, CLASS.digit) ? [...findMeasures(text, words, all, units)] : [];
    const sites = createSites(words, lexicon.sites);
    const named: NameMatch[] = [];
    for (const one of all) {
      const meant = chosen(words, one, specialty);
      if (meant === undefined) continue;
      named.push(meant);
      const span = composed(words, meant, sites, diseases);
      if (span !== undefined && isNamed(span, words)) found.push(span);
    }
    found.push(
      ...diseases.find(words, sites),
      ...byEnding(words),
      ...findGiven(text, words, named),
      ...findDirections(words, named),
    );
    return found.map((span) => asShorthand(words, span));
  };
}
