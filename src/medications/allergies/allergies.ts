import { byText } from '../../core/by-text.js';
import { groupBy } from '../../core/group.js';
import type { NameAsserter } from '../../patient-record/asserted-names.js';
import { type Drug, drugsOf, itemsOf } from '../drugs.js';
import type { Finding, Findings, NotAssessed } from '../finding.js';
import type { Classes } from '../knowledge/classes.js';
import { milder, type Severity, weightOf } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { type Allergen, createAllergenNames, type ResolveDrug } from './allergen-names.js';
import {
  createReactionReader,
  isReaction,
  type ReactionReader,
  type ReadReaction,
} from './reactions.js';
import { type IndexedRule, indexRules, isFrom, levelFor } from './rule-index.js';
import { type AllergiesTable, type AllergyRule, REACTIONS, type Reaction } from './schema.js';
import { allergyReading } from './spoken-of.js';
import { createSubstanceReader, type ReadSubstance } from './substances.js';
import { titleOf } from './wording.js';

/** A line of the allergy list. */
export interface AllergyLine {
  readonly substance: string;
  readonly reaction?: string | undefined;
  readonly severity?: string | undefined;
  /** Path of the resource, of one from a stored record. */
  readonly path?: string;
}

export interface AllergyFindings extends Findings {
  /** Some allergy was not understood: the absence of alerts does not mean safe. */
  readonly unresolved: boolean;
}

export interface Allergies {
  /** Returns the findings; pure, and independent of the order of the lists. */
  check(
    taken: readonly TakenIngredient[],
    lines: readonly AllergyLine[],
    language: NameAsserter | undefined,
  ): AllergyFindings;
}

/** One allergy with its reactions and rules. */
interface PatientAllergy {
  readonly allergen: Allergen;
  readonly reading: ReadReaction;
  /** Rules that start from this allergen. */
  readonly rules: readonly IndexedRule[];
}

interface AllergyRuleMatch {
  readonly rule: AllergyRule;
  readonly severity: Severity;
  readonly management: string;
  readonly reaction: Reaction;
  readonly known: PatientAllergy;
}

/** Whether a rule applies to a line by its route; `unknown` where no line states one. */
function byRoute({ routes }: AllergyRule, { lines }: Drug): boolean | 'unknown' {
  if (routes === undefined) return true;
  if (lines.some(({ route }) => route !== undefined && routes.includes(route))) return true;
  return lines.some(({ route }) => route === undefined) && 'unknown';
}

function applies({ rule, to }: IndexedRule, allergen: Allergen, drug: Drug): boolean {
  const same = allergen.ingredients.has(drug.name);
  if (to === undefined ? !same : same || !to.has(drug.name)) return false;
  return byRoute(rule, drug) !== false;
}

/**
 * Returns the first rule of each family that fits the reaction; families without an alert are left
 * out.
 */
function verdictsOn(
  reaction: Reaction,
  rules: readonly IndexedRule[],
  known: PatientAllergy,
  drug: Drug,
): AllergyRuleMatch[] {
  const families = new Set<string>();
  return rules.flatMap(({ rule }): AllergyRuleMatch[] => {
    const level = levelFor(rule, reaction);
    if (level === undefined || families.has(rule.family)) return [];
    families.add(rule.family);
    if (level.severity === null) return [];
    const severity = byRoute(rule, drug) === true ? level.severity : milder(level.severity);
    return [{ rule, severity, management: level.management ?? rule.management, reaction, known }];
  });
}

/** Most severe first; at equal severity the drug itself comes first, then the order of ids. */
const byWeight = (a: AllergyRuleMatch, b: AllergyRuleMatch) =>
  weightOf(b.severity) - weightOf(a.severity) ||
  Number(b.rule.to === 'same') - Number(a.rule.to === 'same') ||
  byText(a.rule.id, b.rule.id) ||
  byText(a.known.allergen.title, b.known.allergen.title) ||
  REACTIONS.indexOf(a.reaction) - REACTIONS.indexOf(b.reaction);

function findingOf(
  verdict: AllergyRuleMatch,
  drugs: readonly Drug[],
  titles: ReactionTitles,
): Finding {
  const { rule, severity, management, reaction, known } = verdict;
  const names = drugs.map(({ name }) => name);
  const reactionTitle = titles.get(reaction) ?? reaction;
  return {
    kind: 'allergy',
    severity,
    drugs: names,
    items: itemsOf(drugs),
    title: titleOf(rule.nature, names, known.allergen.title, reactionTitle),
    mechanism: rule.mechanism,
    effect: rule.effect,
    management,
    evidence: rule.evidence,
    ruleId: rule.id,
    sources: rule.sources,
    topic: rule.topic ?? 'allergy',
    because: [
      known.reading.presumed
        ? `allergy to ${known.allergen.title} recorded as severe without a reaction: treated as ${reactionTitle}`
        : `allergy to ${known.allergen.title}: ${reactionTitle}`,
    ],
  };
}

type ReactionTitles = ReadonlyMap<Reaction, string>;

const sameBut = ({ rule, severity, management, reaction, known }: AllergyRuleMatch) =>
  JSON.stringify([rule.id, severity, management, reaction, known.allergen.title]);

/** Verdicts that differ only in the drug form one finding. */
function joined(
  worst: ReadonlyArray<readonly [Drug, AllergyRuleMatch]>,
  titles: ReactionTitles,
): Finding[] {
  const groups = groupBy(worst, ([, verdict]) => sameBut(verdict));
  return [...groups.values()].flatMap((group) => {
    const drugs = group.map(([drug]) => drug);
    return group.slice(0, 1).map(([, verdict]) => findingOf(verdict, drugs, titles));
  });
}

function worstFor(drug: Drug, known: readonly PatientAllergy[]): AllergyRuleMatch | undefined {
  const verdicts = known.flatMap((one) => {
    const fitting = one.rules.filter((rule) => applies(rule, one.allergen, drug));
    if (fitting.length === 0) return [];
    return [...one.reading.reactions].flatMap((r) => verdictsOn(r, fitting, one, drug));
  });
  return verdicts.sort(byWeight)[0];
}

const REASON = {
  unresolved: 'the allergen was not understood',
  tooWide: 'names too many drugs to conclude anything: ask which one it was',
  reaction: 'the reaction was not understood and is treated as unknown',
  family: 'it refers to the family',
  hypothetical: 'it refers to a future possibility',
  unread: 'its words may deny it, and no package of clinical language is open to decide',
} as const;

interface Readers {
  readonly readSubstance: (text: string) => ReadSubstance;
  readonly readReaction: ReactionReader;
  readonly rules: readonly IndexedRule[];
}

function readLines(
  lines: readonly AllergyLine[],
  { readSubstance, readReaction, rules }: Readers,
  language: NameAsserter | undefined,
) {
  const known: PatientAllergy[] = [];
  const notAssessed: NotAssessed[] = [];
  let unresolved = false;
  for (const [at, { substance, reaction, severity, path }] of lines.entries()) {
    const what = path ?? `allergies.${at}.substance`;
    const named = readSubstance(substance);
    if (named.unresolved) {
      unresolved = true;
      notAssessed.push({ what, reason: named.tooWide ? REASON.tooWide : REASON.unresolved });
    }
    const spoken = allergyReading(substance, language);
    for (const { allergen, reaction: inName } of named.allergens) {
      const assertion = spoken(allergen.title);
      if (assertion === 'absent') continue;
      if (assertion === 'family' || assertion === 'hypothetical') {
        notAssessed.push({ what, reason: REASON[assertion], affectsSafety: false });
        continue;
      }
      if (assertion === undefined) {
        unresolved = true;
        notAssessed.push({ what, reason: REASON.unread });
      }
      const reading = readReaction(
        [inName, reaction].filter(Boolean).join('; '),
        severity,
        language,
      );
      known.push({ allergen, reading, rules: rules.filter((rule) => isFrom(rule, allergen)) });
      if (reading.unread) {
        notAssessed.push({
          what: path ?? `allergies.${at}.reaction`,
          reason: REASON.reaction,
          affectsSafety: false,
        });
      }
      const look = allergen.substance?.look;
      if (look !== undefined) notAssessed.push({ what, reason: look });
    }
  }
  return { known, notAssessed, unresolved };
}

/**
 * Checks medications against recorded allergies.
 *
 * @param resolve names of drugs as for the list of medications
 */
export function createAllergies(
  table: AllergiesTable,
  classes: Classes,
  resolve: ResolveDrug,
): Allergies {
  const readReaction = createReactionReader(table.reactions);
  const names = createAllergenNames(table.substances, classes, resolve);
  const readSubstance = createSubstanceReader(table, names, (text) =>
    isReaction(readReaction, text),
  );
  const readers: Readers = {
    readSubstance,
    readReaction,
    rules: indexRules(table.rules, classes),
  };
  const titles: ReactionTitles = new Map(table.reactions.map(({ id, title }) => [id, title]));

  return {
    check(taken, lines, language) {
      const { known, notAssessed, unresolved } = readLines(lines, readers, language);
      const worst = drugsOf(taken).flatMap((drug): [Drug, AllergyRuleMatch][] => {
        const verdict = worstFor(drug, known);
        return verdict ? [[drug, verdict]] : [];
      });
      return { findings: joined(worst, titles), notAssessed, unresolved };
    },
  };
}
