import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { SpeechChunk } from '../../../../../src/dictation/recognition/activity/chunk.js';
import type { RecognisedSegment } from '../../../../../src/dictation/recognition/recogniser.js';
import { createWhisperRecogniser } from '../../../../../src/dictation/recognition/whisper/recogniser.js';
import { type Script, scriptedNetworks } from './scripted-networks.js';
import { at, smallSettings, smallTokenizer } from './whisper-settings.js';

async function* spoken(...spans: readonly (readonly [number, number])[]) {
  for (const [start, end] of spans) {
    const samples = new Float32Array(Math.round((end - start) * 16_000)).fill(0.1);
    yield { start, end, samples } satisfies SpeechChunk;
  }
}

async function recognise(
  chunks: AsyncIterable<SpeechChunk>,
  scriptOf: (window: number, attempt: number) => Script,
  vocabulary: readonly string[] = [],
) {
  const scripted = scriptedNetworks(scriptOf);
  const recogniser = createWhisperRecogniser({
    settings: smallSettings(),
    networks: scripted.networks,
    tokenizer: smallTokenizer,
    deflatedSize: (bytes) => deflateSync(bytes).length,
    calibrate: (raw) => raw / 2,
  });
  const segments: RecognisedSegment[] = [];
  const options = { vocabulary, style: 'dictation', language: 'en-GB' } as const;
  for await (const segment of recogniser.listen(options).recognise(chunks)) segments.push(segment);
  return { ...scripted, segments, form: recogniser.form };
}

const texts = (segments: readonly RecognisedSegment[]) =>
  segments.map(({ words }) => words.map(({ word }) => word).join(' '));
const HELLO = { tokens: [at(0), 1, 2, at(2)] };

describe('the recogniser', () => {
  it('places words in the recording', async () => {
    const { segments, form } = await recognise(spoken([10, 13]), () => HELLO);
    expect(form).toBe('written');
    expect(segments).toHaveLength(1);
    expect(segments[0]).toMatchObject({ start: 10, end: 12, timing: 'interpolated' });
    const [one, two] = segments[0]!.words;
    expect(one).toMatchObject({ word: 'one', start: 10, end: 11 });
    expect(two).toMatchObject({ word: 'two', start: 11, end: 12 });
    expect(one!.confidence).toBeCloseTo(0.5, 3);
  });

  it('takes the times of words from the attentions where there are any', async () => {
    const script = { tokens: [at(0), 1, 7, 8, at(2)], looks: [5, 20, 60, 70, 105, 0] };
    const { segments } = await recognise(spoken([10, 13]), () => script);
    expect(segments[0]).toMatchObject({ timing: 'attention' });
    const [one, seven] = segments[0]!.words;
    expect(seven!.word).toBe('seven');
    expect(one!.start).toBeGreaterThanOrEqual(10);
    expect(Math.abs(seven!.start - 11.2)).toBeLessThan(0.5);
    expect(seven!.end).toBeLessThanOrEqual(12.3);
  });

  it('follows the times through a chunk longer than a window', async () => {
    const scripts: Script[] = [
      { tokens: [at(0), 1, at(4), at(4.5), 2] },
      { tokens: [at(0.5), 2, 3, at(5)] },
      { tokens: [at(0), 4, at(1)] },
    ];
    const { segments } = await recognise(spoken([0, 11]), (window) => scripts[window]!);
    expect(texts(segments)).toEqual(['one', 'two three', 'four']);
    expect(segments.map(({ start, end }) => [start, end])).toEqual([
      [0, 4],
      [4.5, 9],
      [10, 11],
    ]);
  });

  it('decodes nothing without speech', async () => {
    const { windows } = await recognise(spoken(), () => HELLO);
    expect(windows).toEqual([]);
    const apart = await recognise(spoken([0, 2], [50, 52]), () => HELLO);
    expect(apart.windows).toHaveLength(2);
    expect(apart.segments.map(({ start }) => start)).toEqual([0, 50]);
  });

  it('passes over a pause within a stretch', async () => {
    const { segments } = await recognise(spoken([0, 2], [3.5, 5.5]), (window) =>
      window === 0 ? { tokens: [at(0), 1, at(2), at(2.2)] } : { tokens: [at(0), 2, at(1)] },
    );
    expect(segments.map(({ start }) => start)).toEqual([0, 3.5]);
  });

  it('gives no words where the networks hear no speech', async () => {
    const silent = { tokens: [at(0), 1, at(1)], sureness: 1, noSpeech: 20 };
    const { segments, prompts } = await recognise(spoken([0, 3]), () => silent);
    expect(segments).toEqual([{ start: 0, end: 3, words: [], rejected: 'no speech' }]);
    expect(prompts).toHaveLength(1);
  });

  it('says so where the decoder has nothing to write', async () => {
    const { segments } = await recognise(spoken([2, 5]), () => ({ tokens: [at(0)] }));
    expect(segments).toEqual([{ start: 2, end: 5, words: [], rejected: 'no speech' }]);
  });

  it('knows languages by the codes of locales', async () => {
    const settings = { ...smallSettings(), languages: new Map([['no', 13]]) };
    const scripted = scriptedNetworks(() => HELLO);
    const recogniser = createWhisperRecogniser({
      settings,
      networks: scripted.networks,
      tokenizer: smallTokenizer,
      deflatedSize: () => 100,
      calibrate: (raw: number) => raw,
    });
    const options = { vocabulary: [], style: 'dictation', language: 'nb-NO' } as const;
    await recogniser
      .listen(options)
      .recognise(spoken([0, 1]))
      [Symbol.asyncIterator]()
      .next();
    expect(scripted.prompts[0]).toEqual([11, 13, 14]);
  });

  it('gives no words where all is guessed', async () => {
    const unsure = { tokens: [at(0), 1, at(1)], sureness: 1 };
    const { segments, prompts } = await recognise(spoken([0, 3]), () => unsure);
    expect(segments).toEqual([{ start: 0, end: 3, words: [], rejected: 'not understood' }]);
    expect(prompts).toHaveLength(6);
  });

  it('gives no words where they could not be said in the time', async () => {
    const tokens = [at(0), 1, 2, 3, 4, 5, 0, 9, 7, 8, 3, 1, 2, 5, 4, at(0.4)];
    const { segments } = await recognise(spoken([0, 0.4]), () => ({ tokens }));
    expect(segments[0]).toMatchObject({
      words: [],
      rejected: 'more words than can be spoken in the time',
    });
  });

  it('cuts a loop that no temperature breaks', async () => {
    const loop = { tokens: [at(0), 1, ...Array.from({ length: 30 }, (_, i) => 2 + (i % 2))] };
    const { segments, prompts } = await recognise(spoken([0, 5]), () => loop);
    expect(prompts).toHaveLength(6);
    expect(texts(segments)).toEqual(['one two three']);
  });

  it('prompts with the text before, but not with what was uncertain', async () => {
    const unsure = { tokens: [at(0), 1, at(1)], sureness: 1 };
    const scripts = [HELLO, { tokens: [at(0), 3, at(1)] }, unsure, HELLO];
    const { prompts } = await recognise(
      spoken([0, 4], [10, 12], [20, 22], [30, 32]),
      (window) => scripts[window]!,
    );
    const start = [11, 12, 14];
    expect(prompts[0]).toEqual(start);
    expect(prompts[1]).toEqual([15, at(0), 1, 2, ...start]);
    expect(prompts[2]).toEqual([15, at(0), 1, 2, at(0), 3, ...start]);
    expect(prompts.at(-1)).toEqual(start);
  });

  it('prompts with the vocabulary before every window', async () => {
    const { prompts } = await recognise(spoken([0, 2], [9, 11]), () => HELLO, ['three', 'four']);
    expect(prompts[0]!.slice(0, 3)).toEqual([15, 3, 4]);
    expect(prompts[1]!.slice(0, 3)).toEqual([15, 3, 4]);
  });

  it('comes to an end whatever the times say', async () => {
    const stuck = { tokens: [at(0), 1, at(0.02), at(0.02)] };
    const { windows } = await recognise(spoken([0, 7]), () => stuck);
    expect(windows.length).toBeLessThanOrEqual(14);
  });

  it('gives the same for the same', async () => {
    const unsure = { tokens: [at(0), 1, 2, 3, at(2)], sureness: 3.5 };
    const [first, second] = [
      await recognise(spoken([0, 3]), () => unsure),
      await recognise(spoken([0, 3]), () => unsure),
    ];
    expect(first.segments).toEqual(second.segments);
  });

  it('refuses a language that the model does not speak', async () => {
    const scripted = scriptedNetworks(() => HELLO);
    const recogniser = createWhisperRecogniser({
      settings: smallSettings(),
      networks: scripted.networks,
      tokenizer: smallTokenizer,
      deflatedSize: () => 1,
      calibrate: (raw: number) => raw,
    });
    const options = { vocabulary: [], style: 'dictation', language: 'fr-FR' } as const;
    const reading = recogniser
      .listen(options)
      .recognise(spoken([0, 1]))
      [Symbol.asyncIterator]();
    await expect(reading.next()).rejects.toThrow(/does not support fr/);
  });
});
