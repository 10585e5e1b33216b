import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCORES } from '../../../src/scores/catalogue.js';
import { categoryOf, type Score } from '../../../src/scores/score.js';
import { readScoreVectors, type ScoreVector } from '../../support/score-vectors.js';

const MIN_VECTORS = 8;
const files = readScoreVectors();

function checkVector(score: Score, vector: ScoreVector): void {
  for (const name of Object.keys(vector.inputs)) expect(score.inputs).toHaveProperty(name);
  for (const [name, input] of Object.entries(score.inputs)) {
    const value = vector.inputs[name];
    if (!input.optional) expect(value, `input ${name}`).toBeDefined();
    if (input.kind === 'quantity' && value !== undefined) {
      expect(value, name).toBeGreaterThanOrEqual(input.min);
      expect(value, name).toBeLessThanOrEqual(input.max);
    }
    if (input.kind === 'choice' && value !== undefined) {
      expect(Object.keys(input.options)).toContain(String(value));
    }
    if (input.kind === 'flag' && value !== undefined) expect(typeof value, name).toBe('boolean');
  }
  expect(score.refuses(vector.inputs)).toBeUndefined();
  const computed = score.compute(vector.inputs);
  if (typeof vector.value === 'number') {
    const { value } = computed;
    expect(Math.abs((value as number) - vector.value), `${value} for ${vector.value}`).toBeLessThan(
      (vector.tolerance ?? 0) + 1e-9,
    );
  } else {
    expect(computed.value).toBe(vector.value);
  }
  const category = categoryOf(score, computed);
  if (vector.category !== undefined) expect(category.id).toBe(vector.category);
  if (vector.probability !== undefined) {
    const off = Math.abs((computed.risk?.probability ?? Number.NaN) - vector.probability);
    expect(off, `probability ${computed.risk?.probability}`).toBeLessThan(
      (vector.probabilityTolerance ?? 0) + 1e-9,
    );
  }
  if (vector.points !== undefined) expect(computed.points).toMatchObject(vector.points);
  for (const [name, value] of Object.entries(vector.derived ?? {})) {
    expect(computed.derived?.find((one) => one.name === name)?.value).toBe(value);
  }
}

describe.each(SCORES.map((score) => [score.id, score] as const))('%s', (id, score) => {
  const vectors = files.filter((file) => file.score === id).flatMap((file) => file.vectors);

  it('has worked examples, each with its source', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(MIN_VECTORS);
    for (const { source } of vectors) expect(source.length).toBeGreaterThan(10);
  });

  it.each(vectors.map((vector, at) => [at, vector.source, vector] as const))(
    'example %i: %s',
    (_at, _source, vector) => checkVector(score, vector),
  );
});

it('knows the score of every file of examples', () => {
  const known = SCORES.map(({ id }) => id);
  expect(files.map(({ score }) => score).filter((id) => !known.includes(id))).toEqual([]);
});

describe('files of scores', () => {
  const folder = join(import.meta.dirname, '../../../src/scores/declarations');

  it('define scores that are listed', () => {
    const listed = new Set(SCORES.map(({ id }) => id));
    const lost = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        const ids = [...text.matchAll(/defineScore\(\{\s*id: '([a-z0-9_]+)'/g)];
        return ids.flatMap(([, id = '']) => (listed.has(id) ? [] : [`${file}: ${id}`]));
      });
    expect(lost).toEqual([]);
  });
});

describe('files of worked examples', () => {
  it('are about scores that are listed', () => {
    const known = new Set(SCORES.map(({ id }) => id));
    expect(files.filter(({ score }) => !known.has(score)).map(({ file }) => file)).toEqual([]);
  });
});
