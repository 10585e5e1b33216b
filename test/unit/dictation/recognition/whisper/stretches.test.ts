import { describe, expect, it } from 'vitest';
import type { SpeechChunk } from '../../../../../src/dictation/recognition/activity/chunk.js';
import {
  type ChunkGroup,
  stretchesOf,
} from '../../../../../src/dictation/recognition/whisper/chunk-groups.js';

function chunk(start: number, end: number, value: number): SpeechChunk {
  return { start, end, samples: new Float32Array(Math.round((end - start) * 16_000)).fill(value) };
}

async function* stream(chunks: readonly SpeechChunk[]) {
  yield* chunks;
}

async function stretches(chunks: readonly SpeechChunk[], window = 30): Promise<ChunkGroup[]> {
  const all: ChunkGroup[] = [];
  for await (const stretch of stretchesOf(stream(chunks), window)) all.push(stretch);
  return all;
}

const spans = (all: readonly ChunkGroup[]) => all.map(({ start, end }) => [start, end]);

describe('stretchesOf', () => {
  it('joins chunks with short pauses, silence between them', async () => {
    const [stretch, ...more] = await stretches([chunk(1, 3, 0.1), chunk(4, 5, 0.2)]);
    expect(more).toEqual([]);
    expect(stretch).toMatchObject({ start: 1, end: 5 });
    expect(stretch!.samples).toHaveLength(64_000);
    expect(stretch!.samples[31_999]).toBeCloseTo(0.1, 6);
    expect(stretch!.samples[40_000]).toBe(0);
    expect(stretch!.samples[48_000]).toBeCloseTo(0.2, 6);
    expect(stretch!.speech).toEqual([
      { start: 1, end: 3 },
      { start: 4, end: 5 },
    ]);
  });

  it('begins a new group after a long pause', async () => {
    expect(spans(await stretches([chunk(0, 2, 1), chunk(4.1, 5, 1)]))).toEqual([
      [0, 2],
      [4.1, 5],
    ]);
  });

  it('fits a window', async () => {
    const chunks = [chunk(0, 10, 1), chunk(10, 20, 1), chunk(20, 30, 1), chunk(30, 31, 1)];
    expect(spans(await stretches(chunks))).toEqual([
      [0, 30],
      [30, 31],
    ]);
  });

  it('leaves a chunk longer than a window whole', async () => {
    expect(spans(await stretches([chunk(0, 20, 1), chunk(20, 21, 1)], 6))).toEqual([
      [0, 20],
      [20, 21],
    ]);
  });

  it('copes with chunks that overlap', async () => {
    const [stretch] = await stretches([chunk(0, 2, 0.1), chunk(1.5, 3, 0.2)]);
    expect(stretch!.samples).toHaveLength(48_000);
    expect(stretch!.samples[24_000]).toBeCloseTo(0.2, 6);
  });

  it('gives nothing for nothing', async () => {
    expect(await stretches([])).toEqual([]);
  });
});
