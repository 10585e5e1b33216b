import type { Clock } from '../../core/clock.js';
import { type Analyst, createAnalyst } from '../../differential/analyst.js';
import type { FindReading } from '../../differential/evidence/pictures.js';
import { createAnalyzeService } from '../../differential/service.js';
import type { Engine } from '../../inference/engine.js';
import type { MedicationsService } from '../../medications/service.js';
import { predictionsOf, scoresOf } from '../../scores/assess-chart.js';
import type { OpenKnowledgePackages } from '../knowledge-packages.js';

export interface AnalysisParts {
  readonly diseases: () => OpenKnowledgePackages['diseases']['open'];
  readonly checkMedicines: MedicationsService['checkMedicines'];
  readonly engine: Engine;
  readonly findReading: FindReading;
  readonly clock: Clock;
}

/** Composes the services of an analysis, in whichever thread it runs. */
export function composeAnalysis({ engine, ...parts }: AnalysisParts): Analyst {
  return createAnalyst(
    createAnalyzeService({
      ...parts,
      scoresOf,
      predictionsOf: (chart, signal) => predictionsOf(engine, chart, signal),
    }),
  );
}
