import { byText } from '../core/by-text.js';
import { AppError, invalidField } from '../core/errors.js';
import type { ModelStatus, ReadyModel } from '../inference/engine.js';
import type { SpeechManifest } from '../inference/schema.js';

export type ReadySpeechModel = ReadyModel<SpeechManifest>;

const listens = (model: ModelStatus): model is ReadySpeechModel =>
  model.state === 'ready' && model.manifest.kind.startsWith('speech-');

const listOf = (values: readonly string[]) => [...new Set(values)].sort(byText).join(', ');

/**
 * Returns the speech model for a request: the requested one, or of those for the language the
 * one of highest priority, then the first by name.
 *
 * @throws AppError `model_unavailable` without any speech model, `validation_error` for a model or a
 * language that is not installed, with a list of those that are
 */
export function chooseSpeechModel(
  models: readonly ModelStatus[],
  { language, model }: { readonly language: string; readonly model?: string | undefined },
): ReadySpeechModel {
  const ready = models.filter(listens).sort((a, b) => byText(a.id, b.id));
  if (ready.length === 0) {
    throw new AppError('model_unavailable', 'No speech model is available.', {
      retryAfterSeconds: 10,
    });
  }
  const candidates = model === undefined ? ready : ready.filter(({ id }) => id === model);
  if (candidates.length === 0) {
    const ids = listOf(ready.map(({ id }) => id));
    throw invalidField('model', `is not an installed speech model; installed: ${ids}`);
  }
  const speaking = candidates.filter(({ manifest }) => manifest.languages.includes(language));
  const [chosen] = speaking.sort((a, b) => b.manifest.priority - a.manifest.priority);
  if (chosen !== undefined) return chosen;
  const spoken = listOf(candidates.flatMap(({ manifest }) => manifest.languages));
  throw invalidField('language', `no installed model supports it; supported: ${spoken}`);
}
