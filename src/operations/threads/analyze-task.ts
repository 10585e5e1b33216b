import type { AlertSeverity } from '../../core/alert-severity.js';
import type { KeyMode } from '../../core/key-mode.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import type { PictureReading } from '../../differential/evidence/pictures.js';
import type { AnalyzeRequest } from '../../differential/schema.js';
import type { Engine } from '../../inference/engine.js';
import type { InferenceCaller } from '../../inference/remote-engine.js';
import { createMedicationsService } from '../../medications/service.js';
import type { OpenKnowledgePackages } from '../knowledge-packages.js';
import { composeAnalysis } from './compose-analysis.js';

export interface AnalyzeInput {
  readonly request: AnalyzeRequest;
  readonly mode: KeyMode;
  /** Identifies the list of models in use. */
  readonly models: number;
  /** The severity from which an alert keeps a medicine from being recommended. */
  readonly blockAt: AlertSeverity;
}

/** Returns earlier analyses of images by their ids; undefined where none of that id is stored. */
export type Readings = ReadonlyMap<string, PictureReading | undefined>;

/** Data that an analysis cannot fetch itself. */
export interface AnalysisCaller extends InferenceCaller {
  findReadings(ids: readonly string[]): Promise<Readings>;
}

export interface AnalysisResources
  extends Pick<OpenKnowledgePackages, 'diseases' | 'medications' | 'language'> {
  engineFor(models: number, caller: InferenceCaller): Promise<Engine>;
}

const NO_READINGS: Readings = new Map();

/** The analysis of a patient. */
export const analyzeTask = defineTask({
  name: 'analyze',
  lane: 'usual',
  async run(
    { request, mode, models, blockAt }: AnalyzeInput,
    { now, signal, caller }: TaskContext<AnalysisCaller>,
    { diseases, medications, language, engineFor }: AnalysisResources,
  ) {
    const ids = request.imaging_analysis_ids ?? [];
    const readings = ids.length === 0 ? NO_READINGS : await caller.findReadings(ids);
    const clock = () => now;
    const { checkMedicines } = createMedicationsService({
      opened: () => medications,
      language: () => language.open,
      clock,
      blockAt,
    });
    const analyst = composeAnalysis({
      checkMedicines,
      clock,
      diseases: () => diseases.open,
      engine: await engineFor(models, caller),
      findReading: async (id) => readings.get(id),
    });
    return analyst.analyze(request, { mode, signal });
  },
});
