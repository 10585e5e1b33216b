import { describe, expect, it } from 'vitest';
import { createSealedFile } from '../../../../src/core/sealed-file.js';
import type { RecognisedSegment } from '../../../../src/dictation/recognition/recogniser.js';
import type { OpenSpeechModel } from '../../../../src/dictation/worker/transcribe.js';
import { transcribe } from '../../../../src/dictation/worker/transcribe.js';
import type { TranscribeInput } from '../../../../src/dictation/worker/transcribe-contract.js';
import { silence } from '../../../support/recordings.js';
import { rejectionOf } from '../../../support/refusals.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

async function inputOf(seconds: number): Promise<TranscribeInput> {
  const writer = createSealedFile(scratchFolder());
  await writer.write(silence(seconds));
  const audio = await writer.finish();
  return {
    modelId: 'heard',
    audio,
    field: 'audio',
    limits: { maxSeconds: 600 },
    vocabulary: [],
    style: 'dictation',
    language: 'en-US',
  };
}

/** A model that listens to all of it and then says what it was told to say. */
function saying(...segments: readonly Partial<RecognisedSegment>[]): OpenSpeechModel {
  return {
    id: 'heard',
    backend: 'cpu',
    recogniser: {
      form: 'written',
      listen: () => ({
        unsayable: [],
        async *recognise(chunks) {
          for await (const _ of chunks);
          for (const segment of segments) yield { start: 0, end: 1, words: [], ...segment };
        },
      }),
    },
  };
}

const watch = () => {
  const told: number[] = [];
  const controller = new AbortController();
  const onProgress = (fraction: number) => void told.push(fraction);
  return { told, controller, watch: { signal: controller.signal, onProgress } };
};
const WORDS = [{ word: 'aspirin', start: 0, end: 1, confidence: 1 }];

describe('transcribe', () => {
  it('says in how many passages the times of words are estimates', async () => {
    const model = saying(
      { words: WORDS, timing: 'interpolated' },
      { words: WORDS, timing: 'attention' },
      { words: [], timing: 'interpolated' },
    );
    const { notes } = await transcribe(await inputOf(2), model, watch().watch);
    expect(notes).toEqual(['the times of words are estimates in 1 of 2 passages']);
    const sure = saying({ words: WORDS, timing: 'attention' }, { words: WORDS });
    expect((await transcribe(await inputOf(2), sure, watch().watch)).notes).toEqual([]);
  });

  it('reports its progress, and stops when the request is cancelled', async () => {
    const { told, watch: whole } = watch();
    await transcribe(await inputOf(60), saying(), whole);
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.filter((fraction) => fraction > 0.2 && fraction < 0.8).length).toBeGreaterThan(0);

    const { controller, told: until, watch: cut } = watch();
    const leaving = {
      ...cut,
      onProgress(fraction: number) {
        cut.onProgress(fraction);
        if (fraction > 0.3) controller.abort();
      },
    };
    const error = await rejectionOf(transcribe(await inputOf(60), saying(), leaving));
    expect(error.code).toBe('client_closed_request');
    expect(until.at(-1)).toBeLessThan(0.9);
  });
});
