import { table } from '../../src/cli/output.js';
import { type RiskResult, riskResult } from '../../src/scores/schema.js';
import type { Daemon } from '../../test/support/daemon.js';
import { WARD_PATIENT } from '../samples/invented-ward-patient.js';
import { heading, percent, print, printPoint, printText } from './print.js';

type Score = RiskResult['scores'][number];

async function assess(daemon: Daemon, key: string, json: object): Promise<RiskResult> {
  const response = await daemon.request('/v1/risk', { key, json });
  if (response.status !== 200) throw new Error(response.text);
  return riskResult.parse(response.json());
}

/** A score that a nurse or a doctor would look at first. */
const SHOWN = ['news2', 'qsofa', 'sofa', 'curb_65', 'ckd_epi_2021', 'anion_gap_corrected'];

function sayScore(score: Score): void {
  printText(score.summary);
  if (score.action) printPoint(`${score.action.text} (${score.action.source})`);
  for (const { input, from, to, category } of score.would_change.slice(0, 2)) {
    printPoint(`${input.replaceAll('_', ' ')} ${to} instead of ${from} would make it ${category}`);
  }
}

function sayPredictions({ predictions }: RiskResult): void {
  for (const { model, version, outcome, probability, interval, contributions } of predictions) {
    print();
    printText(
      `${model} ${version}: ${outcome} ${percent(probability)} ` +
        `(${percent(interval.low)} to ${percent(interval.high)}), mostly because of`,
    );
    print();
    const rows = contributions
      .slice(0, 6)
      .map(({ feature, value, unit, effect }) => [
        feature.replaceAll('_', ' '),
        value === null ? '-' : `${value}${unit === undefined ? '' : ` ${unit}`}`,
        `${effect > 0 ? '+' : ''}${effect.toFixed(2)}`,
      ]);
    print(table(['INPUT', 'VALUE', 'EFFECT ON LOG-ODDS'], rows));
  }
}

/** Scores and predictions of an invented patient, whole and with things missing. */
export async function showRisk(daemon: Daemon, key: string): Promise<void> {
  heading('Risk: an invented man of 71 with pneumonia');
  const all = await assess(daemon, key, { patient_data: WARD_PATIENT });
  const whole = all.scores.filter(({ value }) => value !== null);
  if (whole.length === 0) throw new Error('no score was given');
  for (const score of all.scores) if (SHOWN.includes(score.score)) sayScore(score);
  print();
  printText(
    `${whole.length} scores whole, ${all.scores.length - whole.length} within bounds; not given, ` +
      `each with its reason: ${all.not_assessed?.length ?? 0}.`,
  );
  sayPredictions(all);
  print('\nThe same without the pulse and the level of consciousness:');
  const { heart_rate: _, consciousness: __, gcs: ___, ...vitals } = WARD_PATIENT.vitals;
  const partly = await assess(daemon, key, {
    score: 'news2',
    patient_data: { ...WARD_PATIENT, vitals },
  });
  for (const score of partly.scores) sayScore(score);
}
