import { describe, expect, it } from 'vitest';
import { isResolved } from '../../../../src/medications/names/resolution.js';
import { ingredients, resolver } from './shipped.js';

/** A generator with a fixed seed (Numerical Recipes), so that every run misspells alike. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Drops, swaps or doubles one letter. */
function misspell(name: string, random: () => number): string {
  const at = Math.floor(random() * (name.length - 1));
  const kind = Math.floor(random() * 3);
  const [a, b] = [name[at] ?? '', name[at + 1] ?? ''];
  if (kind === 0) return name.slice(0, at) + name.slice(at + 1);
  if (kind === 1) return name.slice(0, at) + b + a + name.slice(at + 2);
  return name.slice(0, at) + a + name.slice(at);
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one));

const names = [...ingredients.names()].filter(
  (name) => /^[a-z ]{6,}$/.test(name) && ingredients.byName(name).length === 1,
);

function measure(count: number, seed: number) {
  const random = createRandom(seed);
  const result = { right: 0, suggested: 0, lost: 0, wrong: [] as string[] };
  for (let done = 0; done < count; ) {
    const name = names[Math.floor(random() * names.length)] ?? '';
    const typed = misspell(name, random);
    if (typed === name) continue;
    done += 1;
    const want = ingredients.byName(name)[0]?.ingredients ?? [];
    const found = resolver.resolve(typed);
    if (isResolved(found)) {
      if (same(found.ingredients, want)) result.right += 1;
      else result.wrong.push(`${name} → ${typed} → ${found.ingredients.join(' / ')}`);
      continue;
    }
    const meant = found.suggestions.some((one) =>
      ingredients.byName(one).some((meaning) => same(meaning.ingredients, want)),
    );
    if (meant) result.suggested += 1;
    else result.lost += 1;
  }
  return result;
}

describe('2,000 misspelled names', () => {
  const { right, suggested, lost, wrong } = measure(2_000, 20_261_121);

  it('are read wrong in at most 3 of 1,000', () => {
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(6);
  });

  it('are understood as a rule', () => {
    expect(right).toBeGreaterThan(1_400);
  });

  it('are asked about with the right one among the suggestions where they are not', () => {
    expect(suggested / (suggested + lost)).toBeGreaterThan(0.9);
  });
});
