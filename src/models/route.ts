import type { Operation } from '../http/operation.js';
import type { Engine, ModelStatus } from '../inference/engine.js';
import { type ModelList, modelList } from './schema.js';

type ListedModel = ModelList['models'][number];

function listed(status: ModelStatus): ListedModel {
  if (status.state !== 'ready') {
    const { id, state, reason } = status;
    return { id, state, reason };
  }
  const { id, state, backend, manifest } = status;
  const { version, kind, title, licence, intended_use, serves } = manifest;
  const labels = manifest.labels.map(({ id: label, name, reported, threshold, caveat }) => ({
    id: label,
    name,
    reported,
    threshold,
    ...(caveat !== undefined && { caveat }),
  }));
  const { image_types, modalities, priority } = serves;
  const measures =
    manifest.kind === 'image-segmenter' ? Object.keys(manifest.measurements ?? {}) : [];
  const facts = { version, kind, title, licence, intended_use, image_types, modalities, priority };
  return { id, state, ...facts, labels, measures, backend };
}

export function modelOperations(engine: Pick<Engine, 'models'>): Operation[] {
  return [
    {
      method: 'GET',
      path: '/models',
      operationId: 'models.list',
      summary: 'Installed models',
      description: 'Every model package with what it reads, its labels and where it runs.',
      scope: 'models.read',
      response: modelList,
      async handle() {
        const body: ModelList = { models: engine.models().map(listed) };
        return { body };
      },
    },
  ];
}
