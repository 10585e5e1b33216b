import type { PlainOperation } from '../calls/operation.js';
import { byText } from '../core/by-text.js';
import type { Engine, ModelStatus } from '../inference/engine.js';
import type { ImageManifest, ModelManifest, TabularManifest } from '../inference/schema.js';
import type { KnowledgeStatus } from '../model-packages/knowledge.js';
import { type ModelList, modelList } from './models-schema.js';

type ListedModel = ModelList['models'][number];

function imageFacts(manifest: ImageManifest): Partial<ListedModel> {
  const labels = manifest.labels.map(({ id: label, name, reported, threshold, caveat }) => ({
    id: label,
    name,
    reported,
    threshold,
    ...(caveat !== undefined && { caveat }),
  }));
  const { image_types, modalities, priority } = manifest.serves;
  const measures =
    manifest.kind === 'image-segmenter' ? Object.keys(manifest.measurements ?? {}) : [];
  return { image_types, modalities, priority, labels, measures };
}

function tableFacts({ outcome, inputs, priority, abstain }: TabularManifest): Partial<ListedModel> {
  const { id, name, horizon, population, base_rate } = outcome;
  return {
    priority,
    outcome: { id, name, horizon, ...(base_rate !== undefined && { base_rate }) },
    population,
    least_inputs: abstain.least_inputs,
    inputs: inputs.map(({ variable, unit, low, high, required }) => ({
      variable,
      ...(unit !== undefined && { unit }),
      ...(low !== undefined && { low }),
      ...(high !== undefined && { high }),
      required: required ?? false,
    })),
  };
}

function factsOf(manifest: ModelManifest): Partial<ListedModel> {
  if (manifest.kind === 'tabular-classifier') return tableFacts(manifest);
  if (manifest.kind === 'speech-ctc' || manifest.kind === 'speech-seq2seq') {
    return { languages: manifest.languages, priority: manifest.priority };
  }
  return imageFacts(manifest);
}

function listed(status: ModelStatus): ListedModel {
  if (status.state !== 'ready') {
    const { id, state, reason } = status;
    return { id, state, reason };
  }
  const { id, state, backend, manifest } = status;
  const { version, kind, title, licence, intended_use } = manifest;
  const facts = factsOf(manifest);
  return { id, state, version, kind, title, licence, intended_use, ...facts, backend };
}

function listedKnowledge(status: KnowledgeStatus): ListedModel {
  if (status.state !== 'ready') return status;
  const { id, state, manifest } = status;
  const { version, kind, title, licence, intended_use } = manifest;
  return { id, state, version, kind, title, licence, intended_use, backend: 'rules' };
}

/** @param knowledge the packages that rules are read from */
export function modelOperations(
  engine: Pick<Engine, 'models'>,
  knowledge: () => readonly KnowledgeStatus[],
): PlainOperation[] {
  return [
    {
      method: 'GET',
      path: '/models',
      operationId: 'models.list',
      summary: 'Installed models',
      description:
        'Every model package with what it reads, its labels or its outcome, and where it runs; ' +
        'packages of knowledge, from which rules are read, among them.',
      scope: 'models.read',
      response: modelList,
      async handle() {
        const models = [...engine.models().map(listed), ...knowledge().map(listedKnowledge)];
        const body: ModelList = { models: models.sort((a, b) => byText(a.id, b.id)) };
        return { body };
      },
    },
  ];
}
