import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../../src/core/random.js';
import { createLogitRules } from '../../../../../src/dictation/recognition/whisper/logit-rules.js';
import { buildPrompt } from '../../../../../src/dictation/recognition/whisper/prompt.js';
import { writeWindow } from '../../../../../src/dictation/recognition/whisper/write-window.js';
import { type Script, scriptedNetworks } from './scripted-networks.js';
import { at, smallSettings } from './whisper-settings.js';

const settings = smallSettings();
const rules = createLogitRules(settings);

async function write(script: Script, temperature = 0, previous: readonly number[] = []) {
  const heard = await scriptedNetworks(() => script).networks.encode(new Float32Array());
  const prompt = buildPrompt(settings, 'en', { vocabulary: [], previous });
  return writeWindow(heard, settings, rules, { prompt, temperature, dice: createRandom(1) });
}

describe('writeWindow', () => {
  it('writes until the end, and says how sure it is', async () => {
    const tokens = [at(0), 1, 2, at(1)];
    const writing = await write({ tokens });
    expect(writing).toMatchObject({ tokens, ended: true, runaway: false });
    expect(writing.logProbs).toHaveLength(5);
    expect(writing.meanLogProb).toBeCloseTo(0, 3);
  });

  it('takes the probability of no speech from the row of the start token', async () => {
    const previous = [1, 2, 3];
    const writing = await write({ tokens: [at(0), 1, at(1)], noSpeech: 8 }, 0, previous);
    expect(writing.noSpeech).toBeCloseTo(Math.exp(8) / (Math.exp(8) + 318), 4);
  });

  it('stops where half the room is written', async () => {
    const tokens = [at(0), ...Array.from({ length: 99 }, (_, i) => i % 5)];
    const writing = await write({ tokens });
    expect(writing.tokens).toHaveLength(32);
    expect(writing.ended).toBe(false);
  });

  it('leaves room for a long prompt', async () => {
    const tokens = [at(0), ...Array.from({ length: 99 }, (_, i) => i % 5)];
    const writing = await write(
      { tokens },
      0,
      Array.from({ length: 40 }, () => 1),
    );
    expect(writing.tokens).toHaveLength(64 - 1 - 31 - 3);
  });

  it('draws at a temperature', async () => {
    const unsure = { tokens: [at(0), 1, at(1)], sureness: 1 };
    const [cold, warm] = [await write(unsure), await write(unsure, 1)];
    expect(warm.tokens).not.toEqual(cold.tokens);
    expect(await write(unsure, 1)).toEqual(warm);
  });

  it('keeps where the alignment heads looked, a row for each token', async () => {
    const writing = await write({ tokens: [at(0), 1, 2, at(1)], looks: [3, 10, 40, 50, 60] });
    expect(writing.looks).toHaveLength(4);
    const peaks = writing.looks.map((rows) => rows.map((row) => row.indexOf(Math.max(...row))));
    expect(peaks).toEqual([3, 10, 40, 50].map((place) => [place, place]));
  });

  it('has no looks where the export shows none', async () => {
    const writing = await write({ tokens: [at(0), 1, at(1)] });
    expect(writing.looks.flat()).toEqual([]);
  });
});
