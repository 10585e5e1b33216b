import { describe, expect, it } from 'vitest';
import { SCORES } from '../../../src/scores/catalogue.js';
import { riskRequest } from '../../../src/scores/schema.js';
import { createRiskService } from '../../../src/scores/service.js';
import { readScoreVectors } from '../../support/score-vectors.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const files = readScoreVectors();
const service = createRiskService({
  engine: { models: () => [], run: () => Promise.reject(new Error('no model was requested')) },
  language: () => undefined,
  clock: () => NOW,
});

describe.each(SCORES.map((score) => [score.id, score] as const))('%s', (id, { decimals }) => {
  const vectors = files.filter(({ score }) => score === id).flatMap((file) => file.vectors);

  it('answers its worked examples when a client requests it', async () => {
    for (const { inputs, value, tolerance = 0, category } of vectors) {
      const request = riskRequest.parse({ score: id, inputs });
      const { scores } = await service.assess(request, new AbortController().signal);
      expect(scores.map(({ score }) => score)).toEqual([id]);
      const [answer] = scores;
      if (typeof value === 'number') {
        const off = Math.abs(Number(answer?.value) - value);
        expect(off).toBeLessThanOrEqual(tolerance + 10 ** -decimals / 2 + 1e-9);
      } else {
        expect(answer?.value).toBe(value);
      }
      if (category !== undefined) expect(answer?.category).toBe(category);
    }
  });
});
