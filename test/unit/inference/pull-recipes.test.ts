import { describe, expect, it } from 'vitest';
import { PULL_RECIPES, pullManifest, pullUrl } from '../../../src/inference/pull-recipes.js';
import { modelManifestSchema } from '../../../src/inference/schema.js';

const NOTHING_YET = { sha256: '0'.repeat(64), bytes: 0 };
const GOLDEN = { file: 'golden.json', tolerance: { last_hidden_state: 1 } };

describe.each(PULL_RECIPES)('the recipe of $id', (recipe) => {
  it('names one commit and only well-formed hashes', () => {
    expect(recipe.revision).toMatch(/^[0-9a-f]{40}$/);
    for (const { sha256 } of recipe.files)
      expect(sha256 ?? '0'.repeat(64)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('fetches from that commit', () => {
    const urls = recipe.files.map((file) => pullUrl(recipe, file));
    expect(new Set(urls).size).toBe(recipe.files.length);
    for (const url of urls) {
      expect(url).toMatch(/^https:\/\/huggingface\.co\/onnx-community\/whisper-/);
      expect(url).toContain(`/resolve/${recipe.revision}/`);
    }
  });

  it('gives a manifest that the appliance takes, of files that are fetched', () => {
    const { more_graphs, ...draft } = pullManifest(recipe) as {
      more_graphs: { decoder: { weights: string } };
      weights: string;
      settings: Record<string, string>;
    };
    const names = recipe.files.map(({ to }) => to);
    const used = [draft.weights, more_graphs.decoder.weights, ...Object.values(draft.settings)];
    expect(used.toSorted()).toEqual(names.toSorted());
    const decoder = { ...more_graphs.decoder, golden: { ...GOLDEN, file: 'decoder.json' } };
    const files = [...names, 'golden.json', 'decoder.json'].map((name) => [name, NOTHING_YET]);
    const manifest = {
      ...draft,
      golden: GOLDEN,
      more_graphs: { decoder },
      files: Object.fromEntries(files),
    };
    const read = modelManifestSchema.safeParse(manifest);
    expect(read.error?.issues ?? []).toEqual([]);
  });
});

it('names no package twice', () => {
  const ids = PULL_RECIPES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
