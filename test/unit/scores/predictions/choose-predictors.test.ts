import { describe, expect, it } from 'vitest';
import type { ModelStatus } from '../../../../src/inference/engine.js';
import { choosePredictors } from '../../../../src/scores/predictions/choose-predictors.js';
import { readyModel } from '../../../support/imaging-model.js';
import { thrownBy } from '../../../support/refusals.js';
import { readyTable, stepSum } from '../../../support/table-model.js';

const base = await stepSum();
const of = (id: string, outcome: string, priority = 0) =>
  readyTable({ ...base, id, priority, outcome: { ...base.outcome, id: outcome } });

const death = of('deterioration', 'death');
const ownDeath = of('own-deterioration', 'death', 5);
const heart = of('heart', 'coronary_disease');
const quarantined: ModelStatus = { state: 'quarantined', id: 'sepsis', reason: 'r', reports: [] };
const idsOf = (models: readonly ModelStatus[], wanted?: string[]) =>
  choosePredictors(models, wanted).map(({ id }) => id);

describe('choosePredictors', () => {
  it('takes models over tables that are ready, and no others', () => {
    expect(idsOf([readyModel(), quarantined, death])).toEqual(['deterioration']);
    expect(idsOf([])).toEqual([]);
  });

  it('takes the highest priority of every outcome, then the first by name', () => {
    expect(idsOf([death, heart, ownDeath])).toEqual(['own-deterioration', 'heart']);
    expect(idsOf([ownDeath, heart, death])).toEqual(['own-deterioration', 'heart']);
    expect(idsOf([of('b', 'death'), of('a', 'death')])).toEqual(['a']);
  });

  it('finds a package or an outcome by name, each once', () => {
    const models = [death, heart, ownDeath];
    expect(idsOf(models, ['deterioration'])).toEqual(['deterioration']);
    expect(idsOf(models, ['death', 'own-deterioration'])).toEqual(['own-deterioration']);
    expect(idsOf(models, ['coronary_disease', 'death'])).toEqual(['heart', 'own-deterioration']);
    expect(idsOf(models, [])).toEqual([]);
  });

  it('names the ready models where another is requested', () => {
    const refused = thrownBy(() => idsOf([heart, death, quarantined], ['sepsis']));
    expect(refused).toMatchObject({
      code: 'validation_error',
      issues: [{ field: 'models', issue: 'no such model is ready; ready: deterioration, heart' }],
    });
    const none = thrownBy(() => choosePredictors([], ['death'], 'predictions'));
    expect(none.issues[0]).toEqual({
      field: 'predictions',
      issue: 'no such model is ready; ready: none',
    });
  });
});
