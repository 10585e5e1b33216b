import type { Finding } from '../finding.js';
import type { Classes } from '../knowledge/classes.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { capital } from '../wording.js';
import { numeral, written } from './amounts.js';
import type { ComparedDose } from './compare-dose.js';
import { ruleIdOf, timesPerDay } from './dose-texts.js';
import { ADULT_YEARS } from './limits.js';
import { entriesFor } from './line.js';
import type { DoseEntry } from './schema.js';

/** Drugs for which an insufficient dose is a treatment failure that goes unnoticed. */
const MATTERS = ['@penicillin', '@cephalosporin', '@fluoroquinolone', '@macrolide', '@doac'];
/** From this factor below the smallest usual dose on, the unit is wrong. */
const WRONG_UNIT = 100;
const TOO_LITTLE = 0.25;
/** No extended-release oral form is taken more often. */
const EXTENDED_TIMES = 3.5;

function wrongUnit(line: TakenIngredient, judged: readonly ComparedDose[]): Finding | undefined {
  const slip = judged.find(({ entry, single }) => {
    const [low, high] = entry.usual ?? [0, 0];
    const meant = single * 1_000;
    return single > 0 && single < low / WRONG_UNIT && meant >= low * 0.5 && meant <= high * 2;
  });
  const all = judged.every(({ entry, single }) => single < (entry.usual?.[0] ?? 0) / WRONG_UNIT);
  if (slip === undefined || !all || line.dose === undefined) return undefined;
  const { entry, single } = slip;
  return {
    kind: 'dose',
    severity: 'moderate',
    drugs: [line.ingredient],
    items: [line.item],
    title: `${capital(line.ingredient)} ${written(line.dose.value, line.dose.unit)}: probably a wrong unit`,
    mechanism: `A thousandth of a usual dose: ${written(single * 1_000, entry.unit)} would be usual.`,
    effect: 'No effect, or a thousandfold overdose when somebody corrects it wrongly.',
    management: 'Ask which unit was meant.',
    evidence: 'established',
    ruleId: ruleIdOf('dose', line.ingredient, 'unit-small'),
    sources: entry.sources,
  };
}

function tooLittle(
  line: TakenIngredient,
  judged: readonly ComparedDose[],
  classes: Classes,
  age: number | undefined,
): Finding | undefined {
  if (age === undefined || age < ADULT_YEARS) return undefined;
  if (!MATTERS.some((one) => classes.matches(one, line.ingredient))) return undefined;
  const little = judged.filter(({ entry, daily }) => {
    const low = entry.usual?.[0];
    if (daily === undefined || low === undefined) return false;
    return daily < TOO_LITTLE * low * (entry.times?.[0] ?? 1);
  });
  const [first] = little;
  if (first?.daily === undefined || little.length < judged.length) return undefined;
  return {
    kind: 'dose',
    severity: 'minor',
    drugs: [line.ingredient],
    items: [line.item],
    title: `${capital(line.ingredient)} ${written(first.daily, first.entry.unit)} a day: less than usual`,
    mechanism: 'Below a quarter of the lowest usual amount a day.',
    effect: 'Treatment may fail.',
    management: 'Ask for the reason and check the dose.',
    evidence: 'probable',
    ruleId: ruleIdOf('dose', line.ingredient, 'small'),
    sources: first.entry.sources,
  };
}

function extendedTooOften(
  line: TakenIngredient,
  judged: readonly ComparedDose[],
): Finding | undefined {
  const perDay = line.frequency?.perDay;
  const [first] = judged;
  if (line.release !== 'extended' || perDay === undefined || first === undefined) return undefined;
  if (perDay < EXTENDED_TIMES || line.route === 'transdermal') return undefined;
  return {
    kind: 'dose',
    severity: 'minor',
    drugs: [line.ingredient],
    items: [line.item],
    title: `${capital(line.ingredient)} extended release ${timesPerDay(perDay)}`,
    mechanism: 'Extended release is taken once or twice a day.',
    effect: 'The release form or the frequency is mistaken.',
    management: 'Check which product is meant.',
    evidence: 'probable',
    ruleId: ruleIdOf('dose', line.ingredient, 'extended-often'),
    sources: first.entry.sources,
  };
}

const labelAges = (entries: readonly DoseEntry[]): readonly number[] =>
  entries.map(({ child }) => child?.min_age ?? 0);

/**
 * Reports patients younger than every label: as information, since a specialist may go lower.
 *
 * @param all entries of the ingredient; only those for the line's route and form count
 */
export function tooYoung(
  line: TakenIngredient,
  all: readonly DoseEntry[],
  age: number | undefined,
): Finding | undefined {
  // The usual case: old enough for every label, whichever apply to the line.
  if (age === undefined || age >= Math.max(0, ...labelAges(all))) return undefined;
  const entries = entriesFor(line, all);
  const youngest = Math.min(...labelAges(entries));
  const [first] = entries;
  if (first === undefined || age >= youngest) return undefined;
  return {
    kind: 'age',
    severity: 'minor',
    drugs: [line.ingredient],
    items: [line.item],
    title: `${capital(line.ingredient)} below ${numeral(youngest)} years: not licensed`,
    mechanism: `The label starts at ${numeral(youngest)} years.`,
    effect: 'Little is known of dose and safety.',
    management: 'Only with specialist advice.',
    evidence: 'probable',
    ruleId: ruleIdOf('dose', line.ingredient, 'age'),
    sources: first.sources,
  };
}

/** Returns remarks on a dose that is not too high. */
export function smallDoseFindings(
  line: TakenIngredient,
  judged: readonly ComparedDose[],
  classes: Classes,
  age: number | undefined,
): readonly Finding[] {
  const found = wrongUnit(line, judged) ?? tooLittle(line, judged, classes, age);
  return [found, extendedTooOften(line, judged)].filter((one) => one !== undefined);
}
