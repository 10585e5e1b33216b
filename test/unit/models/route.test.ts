import { describe, expect, it } from 'vitest';
import type { ModelStatus } from '../../../src/inference/engine.js';
import { modelOperations } from '../../../src/models/route.js';
import { modelList } from '../../../src/models/schema.js';
import { label, readyModel } from '../../support/imaging-model.js';

async function listOf(...models: ModelStatus[]) {
  const [operation] = modelOperations({ models: () => models });
  if (operation?.method !== 'GET') throw new Error('expected a GET');
  const { body } = await operation.handle({ mode: 'test', signal: AbortSignal.abort() });
  expect(modelList.safeParse(body).error).toBeUndefined();
  return modelList.parse(body).models;
}

describe('GET /models', () => {
  it('tells what a model reads, its labels and where it runs', async () => {
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

  it('tells why another one does not serve', async () => {
    const reason = 'weights has another SHA-256';
    const models = await listOf({ state: 'quarantined', id: 'x', reason, reports: [] });
    expect(models).toEqual([{ id: 'x', state: 'quarantined', reason }]);
    expect(await listOf()).toEqual([]);
  });
});
