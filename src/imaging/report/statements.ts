import { isClose, POSSIBLE, PROBABLE, SURE } from './certainty.js';
import type { CollectedFindings } from './collect.js';
import { capital, enumerate, percent, quantity } from './phrase.js';
import { articled, type Extent, type FindingMatch } from './rule.js';
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
function nounPhrase({ rule, severity, side }: FindingMatch): string {
  const sides = !rule.sided || side === undefined ? undefined : side;
  const noun = sides === 'both' ? (rule.plural ?? rule.noun) : rule.noun;
  return [
    ...extentWord(rule.extent?.before, severity),
    ...(sides === undefined ? [] : [sides === 'both' ? 'bilateral' : `${sides}-sided`]),
    noun,
    ...extentWord(rule.extent?.after, severity),
  ].join(' ');
}

function withArticle(found: FindingMatch): string {
  const phrase = nounPhrase(found);
  const many = found.rule.sided && found.side === 'both' && found.rule.plural !== undefined;
  return articled(phrase, found.rule.countable === true && !many);
}

function measure({ measured, where }: FindingMatch): string {
  const place = where === undefined ? '' : `, most on ${where}`;
  if (measured === undefined) return place;
  return `, ${measured.name.replace(/_/g, ' ')} ${quantity(measured.value, measured.unit)}${place}`;
}

function asserted(found: FindingMatch, tail: string): string {
  const { probability } = found;
  const figures = ` (probability ${percent(probability)}${measure(found)})${tail}`;
  if (probability >= SURE) return `Appearances consistent with ${withArticle(found)}${figures}.`;
  if (probability >= PROBABLE) return `Features suggest ${withArticle(found)}${figures}.`;
  if (probability >= POSSIBLE) return `Possible ${nounPhrase(found)}${figures}.`;
  return `${capital(withArticle(found))} cannot be excluded${figures}.`;
}

const withFigure = (found: FindingMatch) =>
  `${withArticle(found)} (${percent(found.probability)}${measure(found)})`;

/** ", possibly a meningioma (42 %)", " or a meningioma (69 %) rather than a pituitary tumour (30 %)" */
function tumourTail(lead: FindingMatch, others: readonly FindingMatch[]): string {
  const list = (parts: readonly FindingMatch[]) => enumerate(parts.map(withFigure), 'or');
  if (lead.rule.unspecific !== undefined) return `, possibly ${list(others)}`;
  const near = others.filter((one) => isClose(lead.probability, one.probability));
  const far = others.filter((one) => !near.includes(one));
  return [
    ...(near.length > 0 ? [` or ${list(near)}`] : []),
    ...(far.length > 0 ? [` rather than ${list(far)}`] : []),
  ].join('');
}

/** Tumour types exclude each other; other members of a family may occur together. */
function tailOf(lead: FindingMatch, others: readonly FindingMatch[]): string {
  if (others.length === 0) return '';
  if (lead.rule.family === 'brain-tumour') return tumourTail(lead, others);
  return `, with ${enumerate(others.map(withFigure), 'and')}`;
}

/** An unspecific finding may have the cause that another finding names. */
const unlessExplained = ({ rule }: FindingMatch, found: readonly FindingMatch[]): string =>
  rule.coversAll && found.length > 1 ? ', unless what else is found here explains it' : '';

const HEART_FAILURE = ['edema', 'effusion', 'cardiomegaly'];

/**
 * Oedema with an effusion or a large heart, or a large heart with effusions on both sides; only
 * with signs that are at least possible, as a pattern is at most as certain as its signs.
 */
function heartFailure(found: readonly FindingMatch[]): FindingMatch[] {
  const parts = HEART_FAILURE.flatMap((id) =>
    found.filter(({ rule, probability }) => rule.id === id && probability >= POSSIBLE),
  );
  const [edema, effusion, heart] = HEART_FAILURE.map((id) =>
    parts.find(({ rule }) => rule.id === id),
  );
  const fits =
    edema !== undefined
      ? effusion !== undefined || heart !== undefined
      : effusion?.side === 'both' && heart !== undefined;
  return fits ? parts : [];
}

/** Two probable signs suggest it; however certain the signs, the cause is only suggested. */
function heartFailureText(parts: readonly FindingMatch[]): string {
  const [first, ...others] = parts;
  if (first === undefined) return '';
  const lead = `${withArticle(first)} (probability ${percent(first.probability)}${measure(first)})`;
  const signs = enumerate([lead, ...others.map(withFigure)], 'and');
  const probable = heartFailure(parts.filter(({ probability }) => probability >= PROBABLE));
  const pattern =
    probable.length > 0
      ? 'Pattern that suggests heart failure'
      : 'Possible pattern of heart failure';
  return `${pattern}: ${signs}; other causes are not excluded.`;
}

function families(found: readonly FindingMatch[]): FindingMatch[][] {
  const groups = new Map<string, FindingMatch[]>();
  for (const one of found) {
    groups.set(one.rule.family, [...(groups.get(one.rule.family) ?? []), one]);
  }
  return [...groups.values()];
}

const AIR_SPACE = ['pneumonia', 'consolidation', 'infiltration', 'opacity'];

/** Pneumonia leads its signs; in other groups the most probable member leads. */
function ordered(members: readonly FindingMatch[]): FindingMatch[] {
  return [...members].sort(
    (a, b) =>
      AIR_SPACE.indexOf(a.rule.id) - AIR_SPACE.indexOf(b.rule.id) || b.probability - a.probability,
  );
}

/** One sentence for each statement, the most urgent first, then the most probable. */
export function statementsOf({ findings, circumstances }: CollectedFindings): string[] {
  const rank = (one: FindingMatch) => rankOf(one.rule.grade(one, circumstances).level);
  const pattern = heartFailure(findings);
  const state = (members: readonly FindingMatch[], text: string): Statement => ({
    text,
    rank: Math.max(...members.map(rank)),
    probability: Math.max(...members.map(({ probability }) => probability)),
  });
  const groups = families(findings.filter((one) => !pattern.includes(one))).map((group) => {
    const [lead, ...others] = ordered(group);
    if (lead === undefined) return state(group, '');
    return state(group, asserted(lead, tailOf(lead, others) || unlessExplained(lead, findings)));
  });
  const all = pattern.length > 0 ? [...groups, state(pattern, heartFailureText(pattern))] : groups;
  return all
    .sort((a, b) => b.rank - a.rank || b.probability - a.probability)
    .map(({ text }) => text);
}
