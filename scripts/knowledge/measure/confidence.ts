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
import { readTables } from '../build/diseases/read-tables.js';
import { openTables, readCases } from './cases.js';
import { fitLogistic } from './logistic.js';
import { calibrationErrorOf, type Forecast, reliabilityOf } from './reliability.js';

/** One assessment of a case: its confidence, what that comes from, and whether it was right. */
interface Assessed extends Forecast {
  readonly signs: ConfidenceSigns;
}

function assessFile(knowledge: DiseaseKnowledge, file: string, short: boolean): Assessed[] {
  return readCases(knowledge, file, short).map(({ read, right }) => {
    const { differential, confidence } = assessPatient(knowledge, read, 'any', []);
    const [first] = differential.ranked;
    return {
      given: confidence,
      isTrue: first !== undefined && right.has(first.disease.id),
      signs: { ...leadOf(differential), present: read.present.size, contradictions: 0 },
    };
  });
}

/** The probability that fitted coefficients give: the intercept, then one a term. */
function shareOf([intercept = 0, ...slopes]: readonly number[], signs: ConfidenceSigns): number {
  const terms = confidenceTerms(signs);
  const sum = slopes.reduce((all, slope, at) => all + slope * (terms[at] ?? 0), intercept);
  return 1 / (1 + Math.exp(-sum));
}

const rounded = (value: number): string => value.toFixed(3);

function report(name: string, forecasts: readonly Forecast[]): void {
  console.log(
    `${name}: n ${forecasts.length}, calibration error ${rounded(calibrationErrorOf(forecasts))}`,
  );
  for (const { n, given, observed } of reliabilityOf(forecasts)) {
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
    return assessed.map(({ signs, isTrue }) => ({
      terms: confidenceTerms(signs),
      isTrue,
      weight: 400 / assessed.length,
    }));
  });
  const fitted = rows.length > 0 ? fitLogistic(rows) : undefined;
  if (fitted !== undefined) console.log('fitted', fitted.map(rounded).join(', '));
  const forecasts = (assessed: readonly Assessed[]): readonly Forecast[] =>
    fitted === undefined
      ? assessed
      : assessed.map(({ signs, isTrue }) => ({ given: shareOf(fitted, signs), isTrue }));
  for (const file of positionals) {
    report(file, forecasts(assessFile(knowledge, file, false)));
    report(`${file}, first words`, forecasts(assessFile(knowledge, file, true)));
  }
}

await main();
