import type { Finding, Findings, NotAssessed } from '../finding.js';
import type { Classes } from '../knowledge/classes.js';
import type { Patient } from '../patient.js';
import { weightOf } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { amountIn } from './amounts.js';
import { type Breach, compareTotal } from './compare-dose.js';
import { doseFinding, totalFinding } from './dose-texts.js';
import { bodyFor, type Person, personOf } from './limits.js';
import { compareLine, entriesFor, type LineVerdict } from './line.js';
import { opioidFindings } from './opioids.js';
import type { DoseEntry } from './schema.js';
import { smallDoseFindings, tooYoung } from './small-doses.js';

interface CheckedLine {
  readonly line: TakenIngredient;
  readonly verdict: LineVerdict;
}

/** Returns the daily total of the lines by one entry; nothing where one of them cannot be added. */
function totalBy(
  lines: readonly TakenIngredient[],
  entry: DoseEntry,
  person: Person,
): number | undefined {
  let total = 0;
  for (const { dose, frequency } of lines) {
    if (dose === undefined || frequency?.perDay === undefined || frequency.unclear)
      return undefined;
    const amount = amountIn(dose, entry.unit, bodyFor(dose.unit, person), entry.units);
    if (!amount.ok) return undefined;
    total += frequency.once ? 0 : amount.value * frequency.perDay;
  }
  return total;
}

/**
 * Finds too much of one ingredient across products where no single product is reported as severely.
 */
function totalBreach(
  lines: readonly TakenIngredient[],
  entries: readonly DoseEntry[],
  person: Person,
): Breach | undefined {
  let mildest: Breach | undefined;
  const by = new Set(lines.flatMap((line) => entriesFor(line, entries)));
  for (const entry of by) {
    if (entry.every_days !== undefined) continue;
    const total = totalBy(lines, entry, person);
    if (total === undefined) continue;
    const breach = compareTotal(total, entry, person);
    if (breach === undefined) return undefined;
    if (mildest === undefined || weightOf(breach.severity) < weightOf(mildest.severity)) {
      mildest = breach;
    }
  }
  return mildest;
}

interface DoseFinding {
  readonly breach?: Breach;
  readonly finding: Finding;
}

function findingsOf(
  lines: readonly CheckedLine[],
  entries: readonly DoseEntry[],
  person: Person,
  classes: Classes,
): readonly Finding[] {
  const single = lines.flatMap(({ line, verdict }): readonly DoseFinding[] => {
    const { breach, judged } = verdict;
    if (breach) return [{ breach, finding: doseFinding(line, breach) }];
    const small = smallDoseFindings(line, judged, classes, person.age);
    return small.map((finding) => ({ finding }));
  });
  const dosed = lines.map(({ line }) => line).filter((line) => line.dose && line.systemic);
  const total = dosed.length > 1 ? totalBreach(dosed, entries, person) : undefined;
  if (total === undefined) return single.map(({ finding }) => finding);
  const louder = single.some(
    ({ breach }) => breach && weightOf(breach.severity) > weightOf(total.severity),
  );
  if (louder) return single.map(({ finding }) => finding);
  const others = single.filter(
    ({ breach }) => breach?.what !== 'daily' && breach?.what !== 'older',
  );
  return [totalFinding(dosed, total), ...others.map(({ finding }) => finding)];
}

/** Reports doses that are too high, too frequent, in the wrong unit, or too much in total. */
export function createDoseCheck(
  entriesOf: (ingredient: string) => readonly DoseEntry[],
  classes: Classes,
) {
  return (taken: readonly TakenIngredient[], patient: Patient): Findings => {
    const person = personOf(patient);
    const notAssessed: NotAssessed[] = [];
    const byIngredient = new Map<string, CheckedLine[]>();
    for (const line of taken) {
      const verdict = compareLine(line, entriesOf(line.ingredient), person, patient);
      for (const reason of verdict.reasons) {
        notAssessed.push({ what: line.item, reason: `dose of ${line.ingredient}: ${reason}` });
      }
      const lines = byIngredient.get(line.ingredient);
      if (lines) lines.push({ line, verdict });
      else byIngredient.set(line.ingredient, [{ line, verdict }]);
    }
    const findings = [...byIngredient].flatMap(([ingredient, lines]) =>
      findingsOf(lines, entriesOf(ingredient), person, classes),
    );
    const young = taken.flatMap(
      (line) => tooYoung(line, entriesOf(line.ingredient), person.age) ?? [],
    );
    return {
      findings: [...findings, ...young, ...opioidFindings(taken, entriesOf, patient)],
      notAssessed,
    };
  };
}
