import { defineTask, type TaskContext } from '../core/task.js';
import type { Engine } from '../inference/engine.js';
import type { InferenceCaller } from '../inference/remote-engine.js';
import type { OpenLanguage } from '../patient-record/language/open.js';
import type { RiskRequest } from './schema.js';
import { createRiskService } from './service.js';

export interface AssessRiskInput {
  readonly request: RiskRequest;
  /** Names the list of models that serve. */
  readonly models: number;
}

export interface RiskResources {
  readonly language: { readonly open?: OpenLanguage };
  engineFor(models: number, caller: InferenceCaller): Promise<Engine>;
}

/** The scores and predictions of a large patient. */
export const assessRiskTask = defineTask({
  name: 'assess-risk',
  lane: 'usual',
  async run(
    { request, models }: AssessRiskInput,
    { now, signal, caller }: TaskContext<InferenceCaller>,
    { language, engineFor }: RiskResources,
  ) {
    const engine = await engineFor(models, caller);
    const parts = { engine, language: () => language.open, clock: () => now };
    return createRiskService(parts).assess(request, signal);
  },
});
