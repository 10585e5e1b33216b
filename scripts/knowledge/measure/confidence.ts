/**
 * Measures how true the confidence of an analysis is, and fits its coefficients.
 *
 *     npx tsx scripts/knowledge/measure/confidence.ts [--fit FILE]… FILE…
 *
 * Each case is also read as if only its first words were known. The files of `--fit` count alike,
 * whatever their number of cases: sources differ more than cases. With `--fit` the other files are
 * measured with what was fitted, else with the shipped coefficients, into which those are written by hand
 * (`src/differential/assessment/confidence.ts`).
 */
import { parseArgs } from 'node:util';
import { assessPatient } from '../../../src/differential/assessment/assess-patient.js';
import {
  type ConfidenceSigns,
  confidenceTerms,
  leadOf,
} from '../../../src/differential/assessment/confidence.js';
import type { DiseaseKnowledge } from '../../../src/differential/knowledge/knowledge.js';
import { fitLogistic, logitOf, sigmoid } from '../../shared/logistic.js';
import { calibrationErrorOf, type Prediction, reliabilityOf } from '../../shared/reliability.js';
import { readTables } from '../build/diseases/read-tables.js';
import { openTables, readCases } from './cases.js';

/** One assessment of a case: its confidence, what that comes from, and whether it was right. */
interface Assessed extends Prediction {
  readonly signs: ConfidenceSigns;
}

function assessFile(knowledge: DiseaseKnowledge, file: string, short: boolean): Assessed[] {
  return readCases(knowledge, file, short).map(({ read, right }) => {
    const { differential, confidence } = assessPatient(knowledge, read, 'any', []);
    const [first] = differential.ranked;
    return {
      p: confidence,
      right: first !== undefined && right.has(first.disease.id),
      signs: { ...leadOf(differential), present: read.present.size, contradictions: 0 },
    };
  });
}

const rounded = (value: number): string => value.toFixed(3);

function report(name: string, predictions: readonly Prediction[]): void {
  console.log(
    `${name}: n ${predictions.length}, calibration error ${rounded(calibrationErrorOf(predictions))}`,
  );
  for (const { n, given, observed } of reliabilityOf(predictions)) {
    console.log(`  given ${rounded(given)}, right ${rounded(observed)}, n ${n}`);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { fit: { type: 'string', multiple: true, default: [] } },
  });
  const knowledge = await openTables(readTables().tables);
  const both = (file: string) => [
    ...assessFile(knowledge, file, false),
    ...assessFile(knowledge, file, true),
  ];
  const rows = values.fit.flatMap((file) => {
    const assessed = both(file);
    return assessed.map(({ signs, right }) => ({
      features: confidenceTerms(signs),
      right,
      weight: 400 / assessed.length,
    }));
  });
  const fitted = rows.length > 0 ? fitLogistic(rows) : undefined;
  if (fitted !== undefined) console.log('fitted', fitted.map(rounded).join(', '));
  const predictions = (assessed: readonly Assessed[]): readonly Prediction[] =>
    fitted === undefined
      ? assessed
      : assessed.map(({ signs, right }) => ({
          p: sigmoid(logitOf(fitted, confidenceTerms(signs))),
          right,
        }));
  for (const file of positionals) {
    report(file, predictions(assessFile(knowledge, file, false)));
    report(`${file}, first words`, predictions(assessFile(knowledge, file, true)));
  }
}

await main();
