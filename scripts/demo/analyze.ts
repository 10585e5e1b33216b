import { table } from '../../src/cli/output.js';
import { type AnalyzeResult, analyzeResult } from '../../src/differential/schema.js';
import type { Daemon } from '../../test/support/daemon.js';
import { BREATHLESS_PATIENT } from '../samples/invented-breathless-patient.js';
import { heading, percent, print, printPoint, printText } from './print.js';

const SHOWN = 5;
const HELD_BACK = /^Not without a prescriber's decision/;

const share = (probability: number) => (probability < 0.01 ? '< 1 %' : percent(probability));

function sayDifferential({ explanation: { differential } }: AnalyzeResult): void {
  const rows = differential
    .slice(0, SHOWN)
    .map(({ diagnosis, icd10, probability, supporting, next_best_test }) => [
      diagnosis,
      icd10,
      share(probability),
      supporting.slice(0, 2).join(', ') || '-',
      next_best_test ?? '-',
    ]);
  print(table(['DIAGNOSIS', 'ICD-10', 'P', 'MOSTLY BECAUSE OF', 'TEST'], rows));
}

function sayDangers({ explanation: { must_not_miss } }: AnalyzeResult): void {
  print('\nNot to be missed, until the evidence excludes it:');
  for (const { diagnosis, because, excluded_by } of must_not_miss.slice(0, SHOWN)) {
    printPoint(`${diagnosis} (${because}); excluded by ${excluded_by}`);
  }
}

function sayUrgency({ urgency_level, explanation: { urgency } }: AnalyzeResult): void {
  print(`\nUrgency: ${urgency_level.toUpperCase()}`);
  for (const { rule, level, fired_by, source } of urgency) {
    printPoint(`${level}: ${rule}, by ${fired_by.join(', ')} (${source})`);
  }
}

/** A patient in free text, with a medicine of the usual treatment that she must not have. */
export async function showAnalysis(daemon: Daemon, key: string): Promise<void> {
  heading('Analysis: an invented woman of 67 who is out of breath');
  for (const line of BREATHLESS_PATIENT.symptoms) printText(`“${line}”`);
  const json = { patient_data: BREATHLESS_PATIENT, specialty: 'emergency' };
  const response = await daemon.request('/v1/analyze', { key, json });
  if (response.status !== 200) throw new Error(response.text);
  const result = analyzeResult.parse(response.json());
  const { findings } = result.explanation;
  const absent = findings.filter(({ assertion }) => assertion === 'absent').length;
  printText(`Read from it: ${findings.length - absent} findings, and ${absent} that are absent.`);
  print();
  sayDifferential(result);
  sayDangers(result);
  sayUrgency(result);
  print('\nWhat to do, soonest first:');
  for (const line of result.recommendations.slice(0, 10)) printPoint(line);
  if (!result.recommendations.some((line) => HELD_BACK.test(line))) {
    throw new Error('no medicine was held back from a patient who is allergic to it');
  }
  print();
  printText(
    `Risk of serious deterioration ${percent(result.risk_score)}, confidence in the first ` +
      `diagnosis ${percent(result.confidence_score)}, not assessed: ${result.not_assessed.length}.`,
  );
}
