import type { Collected } from './collect.js';
import { capital, enumerate, percent, quantity } from './phrase.js';
import { articled, type Extent, type Found } from './rule.js';
import { rankOf, type Severity } from './types.js';

interface Statement {
  readonly text: string;
  readonly rank: number;
  readonly probability: number;
}

const WORD: Readonly<Record<Severity, 0 | 1 | 2 | undefined>> = {
  none: undefined,
  mild: 0,
  moderate: 1,
  severe: 2,
};

function extentWord(words: Extent['before'], severity: Severity): string[] {
  const at = WORD[severity];
  return words === undefined || at === undefined ? [] : [words[at]];
}

/** "small left-sided pleural effusion", "right-sided consolidation of moderate extent" */
function nounPhrase({ rule, severity, side }: Found): string {
  const sides = !rule.sided || side === undefined ? undefined : side;
  const noun = sides === 'both' ? (rule.plural ?? rule.noun) : rule.noun;
  return [
    ...extentWord(rule.extent?.before, severity),
    ...(sides === undefined ? [] : [sides === 'both' ? 'bilateral' : `${sides}-sided`]),
    noun,
    ...extentWord(rule.extent?.after, severity),
  ].join(' ');
}

function withArticle(found: Found): string {
  const phrase = nounPhrase(found);
  const many = found.rule.sided && found.side === 'both' && found.rule.plural !== undefined;
  return articled(phrase, found.rule.countable === true && !many);
}

function measure({ measured }: Found): string {
  if (measured === undefined) return '';
  return `, ${measured.name.replace(/_/g, ' ')} ${quantity(measured.value, measured.unit)}`;
}

/**
 * Words for how sure a calibrated probability is. The idea of fixed words for fixed bands is that of
 * Panicek and Hricak (AJR 2016); the bands here are a convention.
 */
function asserted(found: Found, tail: string): string {
  const { probability } = found;
  const figures = ` (probability ${percent(probability)}${measure(found)})${tail}`;
  if (probability >= 0.9) return `Appearances consistent with ${withArticle(found)}${figures}.`;
  if (probability >= 0.65) return `Features suggest ${withArticle(found)}${figures}.`;
  if (probability >= 0.4) return `Possible ${nounPhrase(found)}${figures}.`;
  return `${capital(withArticle(found))} cannot be excluded${figures}.`;
}

const withFigure = (found: Found) =>
  `${withArticle(found)} (${percent(found.probability)}${measure(found)})`;

/** Tumour types exclude each other; other members of a family go together. */
function tailOf(others: readonly Found[]): string {
  const [first] = others;
  if (first === undefined) return '';
  const joint = first.rule.family === 'brain-tumour' ? ' rather than' : ', with';
  return `${joint} ${enumerate(others.map(withFigure), first.rule.family === 'brain-tumour' ? 'or' : 'and')}`;
}

const HEART_FAILURE = ['edema', 'effusion', 'cardiomegaly'];

/** Oedema with an effusion or a large heart, or a large heart with effusions on both sides. */
function heartFailure(found: readonly Found[]): Found[] {
  const parts = HEART_FAILURE.flatMap((id) => found.filter(({ rule }) => rule.id === id));
  const [edema, effusion, heart] = HEART_FAILURE.map((id) =>
    parts.find(({ rule }) => rule.id === id),
  );
  const fits =
    edema !== undefined
      ? effusion !== undefined || heart !== undefined
      : effusion?.side === 'both' && heart !== undefined;
  return fits ? parts : [];
}

function heartFailureText([first, ...others]: readonly Found[]): string {
  if (first === undefined) return '';
  const lead = `${withArticle(first)} (probability ${percent(first.probability)}${measure(first)})`;
  const parts = enumerate([lead, ...others.map(withFigure)], 'and');
  return `Pattern that suggests heart failure: ${parts}; other causes are not excluded.`;
}

function families(found: readonly Found[]): Found[][] {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    groups.set(one.rule.family, [...(groups.get(one.rule.family) ?? []), one]);
  }
  return [...groups.values()];
}

const AIR_SPACE = ['pneumonia', 'consolidation', 'infiltration', 'opacity'];

/** Pneumonia leads its signs; elsewhere the most probable member leads. */
function ordered(members: readonly Found[]): Found[] {
  return [...members].sort(
    (a, b) =>
      AIR_SPACE.indexOf(a.rule.id) - AIR_SPACE.indexOf(b.rule.id) || b.probability - a.probability,
  );
}

/** One sentence for each thing that is there, the most urgent first, then the most probable. */
export function statementsOf({ found, circumstances }: Collected): string[] {
  const rank = (one: Found) => rankOf(one.rule.grade(one, circumstances).level);
  const pattern = heartFailure(found);
  const state = (members: readonly Found[], text: string): Statement => ({
    text,
    rank: Math.max(...members.map(rank)),
    probability: Math.max(...members.map(({ probability }) => probability)),
  });
  const groups = families(found.filter((one) => !pattern.includes(one))).map((group) => {
    const [lead, ...others] = ordered(group);
    return state(group, lead === undefined ? '' : asserted(lead, tailOf(others)));
  });
  const all = pattern.length > 0 ? [...groups, state(pattern, heartFailureText(pattern))] : groups;
  return all
    .sort((a, b) => b.rank - a.rank || b.probability - a.probability)
    .map(({ text }) => text);
}
