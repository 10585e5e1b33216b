import type { FindReading } from '../analyze/evidence/pictures.js';
import { createAnalyzeService } from '../analyze/service.js';
import { type Analyst, createAnalyst } from '../analyze/written.js';
import type { Clock } from '../core/clock.js';
import type { Engine } from '../inference/engine.js';
import type { OpenShelf } from '../knowledge.js';
import type { MedicationsService } from '../medications/service.js';
import { predictionsOf, scoresOf } from '../risk/assess-chart.js';

export interface AnalysisParts {
  readonly diseases: () => OpenShelf['diseases']['open'];
  readonly checkMedicines: MedicationsService['checkMedicines'];
  readonly engine: Engine;
  readonly findReading: FindReading;
  readonly clock: Clock;
}

/** Joins what an analysis is made of, wherever it runs. */
export function composeAnalysis({ engine, ...parts }: AnalysisParts): Analyst {
  return createAnalyst(
    createAnalyzeService({
      ...parts,
      scoresOf,
      predictionsOf: (chart, signal) => predictionsOf(engine, chart, signal),
    }),
  );
}
