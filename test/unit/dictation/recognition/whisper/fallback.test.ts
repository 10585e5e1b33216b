import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  checkDecoding,
  TEMPERATURES,
  writeWithFallback,
} from '../../../../../src/dictation/recognition/whisper/fallback.js';
import type { Writing } from '../../../../../src/dictation/recognition/whisper/write-window.js';

const SPEECH = 'the patient has had pain in the chest since yesterday evening';
const LOOP = 'thank you for watching '.repeat(10);

function writing(text: string, more: Partial<Writing> = {}): Writing {
  return {
    tokens: [...text].map((letter) => letter.charCodeAt(0)),
    logProbs: [],
    meanLogProb: -0.2,
    noSpeech: 0.01,
    ended: true,
    runaway: false,
    looks: [],
    ...more,
  };
}

const tools = {
  textOf: (tokens: readonly number[]) => String.fromCharCode(...tokens),
  deflatedSize: (bytes: Uint8Array) => deflateSync(bytes).length,
};
const judged = (one: Writing, seconds = 10) => checkDecoding(one, 0, seconds, tools);

describe('judge', () => {
  it('lets plain speech pass', () => {
    expect(judged(writing(SPEECH))).toMatchObject({ good: true, silent: false, loops: false });
  });

  it('sees loops by how well they shrink, and by being broken off', () => {
    expect(judged(writing(LOOP))).toMatchObject({ good: false, loops: true });
    expect(judged(writing(SPEECH, { runaway: true }))).toMatchObject({ good: false, loops: true });
  });

  it('fails what is guessed', () => {
    expect(judged(writing(SPEECH, { meanLogProb: -1.01 })).good).toBe(false);
    expect(judged(writing(SPEECH, { meanLogProb: -0.99 })).good).toBe(true);
  });

  it('calls it silence only where no speech is likely and the text is guessed', () => {
    const quiet = { noSpeech: 0.7, meanLogProb: -1.2 };
    expect(judged(writing('you', quiet))).toMatchObject({ silent: true, good: true });
    expect(judged(writing(SPEECH, { ...quiet, meanLogProb: -0.3 })).silent).toBe(false);
    expect(judged(writing(SPEECH, { ...quiet, noSpeech: 0.5 })).silent).toBe(false);
  });

  it('fails more letters than can be said in the time', () => {
    expect(judged(writing(SPEECH), 0.5).good).toBe(false);
    expect(judged(writing(SPEECH), 2).good).toBe(true);
  });
});

describe('writeWithFallback', () => {
  const attempts = (byTemperature: (temperature: number) => Writing) => {
    const tried: number[] = [];
    const verdict = writeWithFallback(
      async (temperature) => {
        tried.push(temperature);
        return byTemperature(temperature);
      },
      10,
      tools,
    );
    return { verdict, tried };
  };

  it('accepts the first that passes', async () => {
    const { verdict, tried } = attempts((t) => writing(t < 0.4 ? LOOP : SPEECH));
    expect(await verdict).toMatchObject({ temperature: 0.4, good: true });
    expect(tried).toEqual([0, 0.2, 0.4]);
  });

  it('does not try again where there is no speech', async () => {
    const { verdict, tried } = attempts(() => writing('you', { noSpeech: 0.9, meanLogProb: -2 }));
    expect(await verdict).toMatchObject({ silent: true });
    expect(tried).toEqual([0]);
  });

  it('prefers what does not loop, then what is likelier, where all fail', async () => {
    const { verdict, tried } = attempts((t) =>
      t < 0.5 ? writing(LOOP, { meanLogProb: -0.1 }) : writing(SPEECH, { meanLogProb: -1 - t }),
    );
    expect(await verdict).toMatchObject({ temperature: 0.6, good: false, loops: false });
    expect(tried).toEqual(TEMPERATURES);
  });
});
