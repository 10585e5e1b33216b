import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../src/calls/operation.js';
import type { ModelStatus } from '../../../../src/inference/engine.js';
import type { KnowledgeStatus } from '../../../../src/model-packages/knowledge.js';
import { modelOperations } from '../../../../src/operations/models.js';
import { modelList } from '../../../../src/operations/models-schema.js';
import { label, readyModel } from '../../../support/imaging-model.js';
import { readyTable, stepSum } from '../../../support/table-model.js';

async function listOf(...models: ModelStatus[]) {
  return listWith(models, []);
}

async function listWith(models: readonly ModelStatus[], knowledge: readonly KnowledgeStatus[]) {
  const [operation] = modelOperations({ models: () => models }, () => knowledge);
  if (operation?.method !== 'GET') throw new Error('expected a GET');
  const work = await operation.handle({
    mode: 'test',
    params: {},
    signal: AbortSignal.abort(),
    scopes: ['models.read'],
    actor: { type: 'api_key', id: 'key_1', mode: 'test' },
    requestId: 'req_1',
    concerns: () => undefined,
  });
  const { body } = work as Answer;
  expect(modelList.safeParse(body).error).toBeUndefined();
  return modelList.parse(body).models;
}

describe('GET /models', () => {
  it('describes what a model reads, its labels and where it runs', async () => {
    const labels = [label('pneumonia'), label('covid19', { reported: false, caveat: 'few films' })];
    const [model] = await listOf(readyModel({ labels }));
    expect(model).toMatchObject({
      id: 'chest',
      state: 'ready',
      version: '1.2.3',
      backend: 'cpu',
      image_types: ['chest_xray'],
      modalities: ['CR', 'DX'],
      labels: [
        { id: 'pneumonia', reported: true, threshold: 0.5 },
        { id: 'covid19', reported: false, caveat: 'few films' },
      ],
    });
    expect(model).not.toHaveProperty('reason');
  });

  it('describes the inputs of a tabular model, and what it predicts', async () => {
    const [model] = await listOf(readyTable(await stepSum()));
    expect(model).toEqual({
      id: 'step-sum',
      state: 'ready',
      version: '1.0.0',
      kind: 'tabular-classifier',
      title: 'Sum of steps',
      licence: 'Apache-2.0',
      intended_use: 'Automated tests only.',
      priority: 5,
      outcome: { id: 'test_outcome', name: 'test outcome', horizon: 'one day', base_rate: 0.25 },
      population: 'rows of tests',
      least_inputs: 3,
      inputs: [
        { variable: 'age', unit: 'a', low: 16, high: 100, required: true },
        { variable: 'sex', required: false },
        { variable: 'heart_rate', unit: '/min', low: 30, high: 220, required: false },
        { variable: 'lactate', unit: 'mmol/L', low: 0.3, high: 20, required: false },
        { variable: 'mechanical_ventilation', required: false },
      ],
      backend: 'cpu',
    });
  });

  it('states why another one is not available', async () => {
    const reason = 'weights has another SHA-256';
    const models = await listOf({ state: 'quarantined', id: 'x', reason, reports: [] });
    expect(models).toEqual([{ id: 'x', state: 'quarantined', reason }]);
    expect(await listOf()).toEqual([]);
  });
});
