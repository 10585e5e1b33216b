import { type MedicationsResult, medicationsResult } from '../../src/medications/schema.js';
import type { Daemon } from '../../test/support/daemon.js';
import { MEDICATION_LIST } from '../samples/invented-medication-list.js';
import { heading, print, printDetail, printPoint, printText } from './print.js';

type Alert = MedicationsResult['alerts'][number];

function sayAlert({ severity, kind, title, management, because = [], sources }: Alert): void {
  printPoint(`${severity.toUpperCase()} (${kind.replaceAll('_', ' ')}) ${title}`);
  printDetail(management);
  for (const reason of because) printDetail(`because ${reason}`);
  printDetail(`source: ${sources.map(({ name }) => name).join('; ')}`);
}

/** A list with a misspelling, two proposed drugs and a weekly drug that is given daily. */
export async function showMedications(daemon: Daemon, key: string): Promise<void> {
  heading('Medications: an invented woman of 78 with heart failure');
  const response = await daemon.request('/v1/medications', { key, json: MEDICATION_LIST });
  if (response.status !== 200) throw new Error(response.text);
  const result = medicationsResult.parse(response.json());
  for (const { input, ingredient, how } of result.resolved) {
    if (how !== 'exact') printText(`${input}: ${ingredient} (${how})`);
  }
  for (const { input, suggestions } of result.unresolved) {
    printText(`${input}: not known; perhaps ${suggestions.join(', ') || 'nothing alike'}`);
  }
  print();
  const heavy = result.alerts.filter(({ severity }) => severity !== 'minor');
  if (heavy.length === 0) throw new Error('no alert was given');
  for (const alert of heavy.slice(0, 8)) sayAlert(alert);
  print();
  printText(
    `${result.alerts.length} alerts in all; safe to proceed: ${result.safe_to_proceed} ` +
      `(${result.safety.outcome}, decided by ${result.safety.decided_by.length} alerts from ` +
      `${result.safety.block_at} on); not assessed, each with its reason: ` +
      `${result.not_assessed?.length ?? 0}.`,
  );
}
