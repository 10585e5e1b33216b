import { describe, expect, it } from 'vitest';
import { chooseSpeechModel } from '../../../src/dictation/choose-model.js';
import type { ModelStatus } from '../../../src/inference/engine.js';
import { thrownBy } from '../../support/refusals.js';

function model(id: string, languages: string[], priority = 0, kind = 'speech-ctc'): ModelStatus {
  const manifest = { id, kind, languages, priority };
  return { state: 'ready', id, manifest, backend: 'cpu', reports: [] } as never;
}

const DICTATION = model('dictation-en', ['en-US', 'en-GB']);
const WHISPER = model('whisper-small', ['en-US', 'de-DE'], 10, 'speech-seq2seq');
const FILMS = model('films', [], 99, 'image-classifier');
const GONE: ModelStatus = { state: 'quarantined', id: 'gone', reason: 'no', reports: [] };

describe('chooseSpeechModel', () => {
  const choose = (language: string, asked?: string, models = [FILMS, DICTATION, WHISPER, GONE]) =>
    chooseSpeechModel(models, { language, model: asked });

  it('takes the highest priority of those that speak the language', () => {
    expect(choose('en-US').id).toBe('whisper-small');
    expect(choose('en-GB').id).toBe('dictation-en');
    expect(choose('de-DE').id).toBe('whisper-small');
  });

  it('takes the first by name of equal ones, in whatever order they come', () => {
    const equal = [model('b', ['en-US']), model('a', ['en-US'])];
    expect(choose('en-US', undefined, equal).id).toBe('a');
    expect(choose('en-US', undefined, [...equal].reverse()).id).toBe('a');
  });

  it('takes the requested one', () => {
    expect(choose('en-US', 'dictation-en').id).toBe('dictation-en');
  });

  it.each([
    ['fr-FR', undefined, 'language', 'de-DE, en-GB, en-US'],
    ['de-DE', 'dictation-en', 'language', 'en-GB, en-US'],
    ['en-US', 'films', 'model', 'dictation-en, whisper-small'],
    ['en-US', 'gone', 'model', 'dictation-en, whisper-small'],
  ])('refuses %s by %s and lists what there is', (language, asked, field, listed) => {
    const error = thrownBy(() => choose(language, asked));
    expect(error).toMatchObject({ code: 'validation_error', issues: [{ field }] });
    expect(error.message).toContain(listed);
  });

  it('is unavailable where nothing listens', () => {
    expect(thrownBy(() => choose('en-US', undefined, [FILMS, GONE]))).toMatchObject({
      code: 'model_unavailable',
    });
  });
});
