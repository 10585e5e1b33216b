import type { Finding } from '../finding.js';
import type { Patient } from '../patient.js';
import { milder, type Severity } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { amountIn, numeral } from './amounts.js';
import { has } from './limits.js';
import { entriesFor } from './line.js';
import type { DoseEntry } from './schema.js';

interface OpioidShare {
  readonly line: TakenIngredient;
  readonly mme: number;
}

const HOURLY = '/h';

/** Oral morphine equivalent of a line in mg a day; nothing where it cannot be calculated. */
function worthOf(line: TakenIngredient, entries: readonly DoseEntry[]): OpioidShare | undefined {
  const { dose, frequency } = line;
  const isOpioid = entries.some(({ mme }) => mme !== undefined);
  if (dose === undefined || !isOpioid) return undefined;
  const entry = entriesFor(line, entries).find(({ mme }) => mme !== undefined);
  if (entry?.mme === undefined) return undefined;
  const amount = amountIn(dose, entry.unit, {}, entry.units);
  if (!amount.ok) return undefined;
  // A patch delivers continuously, however often it is changed.
  if (entry.unit.endsWith(HOURLY)) return { line, mme: amount.value * entry.mme };
  if (frequency?.perDay === undefined || frequency.unclear || frequency.once) return undefined;
  return { line, mme: amount.value * frequency.perDay * entry.mme };
}

function severityOf(total: number): Severity | undefined {
  if (total >= 200) return 'major';
  if (total >= 90) return 'moderate';
  return total >= 50 ? 'minor' : undefined;
}

/**
 * Reports the opioids of the list in oral morphine milligram equivalents a day: from 50 on, at
 * moderate from 90 on; one step milder in active cancer. Methadone for opioid use disorder is not
 * counted. CDC clinical practice guideline 2022, doi:10.15585/mmwr.rr7103a1, table.
 */
export function opioidFindings(
  taken: readonly TakenIngredient[],
  entriesOf: (ingredient: string) => readonly DoseEntry[],
  patient: Patient,
): readonly Finding[] {
  const dependence = has(patient, 'opioid-use-disorder');
  const shares = taken.flatMap((line) => {
    if (!line.systemic || (dependence && line.ingredient === 'methadone')) return [];
    const share = worthOf(line, entriesOf(line.ingredient));
    return share ? [share] : [];
  });
  const total = shares.reduce((sum, { mme }) => sum + mme, 0);
  const plain = severityOf(Math.round(total * 10) / 10);
  if (plain === undefined) return [];
  const cancer = has(patient, 'active-malignancy', 'active_cancer');
  const drugs = [...new Set(shares.map(({ line }) => line.ingredient))];
  const parts = shares.map(({ line, mme }) => `${line.ingredient} ${numeral(Math.round(mme))}`);
  const sum = `${numeral(Math.round(total))} mg`;
  return [
    {
      kind: 'dose',
      severity: cancer ? milder(plain) : plain,
      drugs,
      items: [...new Set(shares.map(({ line }) => line.item))],
      title: `Opioids worth ${sum} of oral morphine a day`,
      mechanism: `In mg of oral morphine a day: ${parts.join(', ')}.`,
      effect:
        'Respiratory depression and death rise with the dose, with little more relief of pain.',
      management:
        'Review benefit, sleep apnoea, sedatives and kidney function; offer naloxone; reduce slowly, never at once.',
      evidence: 'established',
      ruleId: 'dose.opioid-total',
      sources: ['dose-cdc-opioid-2022'],
    },
  ];
}
