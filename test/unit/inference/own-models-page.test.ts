import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, jsonSchema } from '../../../src/core/schema.js';
import { manifestFaults, outputTensors } from '../../../src/inference/manifest-rules.js';
import { modelManifestSchema } from '../../../src/inference/schema.js';

const page = readFileSync(
  join(import.meta.dirname, '..', '..', '..', 'docs', 'own-models.md'),
  'utf8',
);
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text!));

/** The keys of all objects in a JSON schema. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: Record<string, unknown> };
  return [
    ...Object.keys(properties ?? {}),
    ...Object.values(schema as Record<string, unknown>).flatMap(keysOf),
  ];
}

describe('the page on own models', () => {
  it.each(modelManifestSchema.options.map(({ shape }) => shape.kind.value))(
    'shows a manifest of kind %s that is right once the script has completed it',
    (kind) => {
      const example = examples.find((one) => one.kind === kind);
      if (example === undefined) throw new Error(`no json example of the kind ${kind}`);
      const entry = { sha256: '0'.repeat(64), bytes: 1 };
      const named = [...JSON.stringify(example).matchAll(/"([^"]+\.(?:onnx|json|txt|lm))"/g)];
      const files = Object.fromEntries(named.map(([, name]) => [name, entry]));
      const result = check(modelManifestSchema, {
        ...example,
        files: { ...files, 'golden.json': entry },
        golden: { file: 'golden.json', tolerance: {} },
      });
      if (!result.ok) throw new Error(JSON.stringify(result.issues));
      const manifest = result.value;
      const outputs = Object.values(outputTensors(manifest));
      expect(outputs.length).toBeGreaterThan(0);
      const tolerance = Object.fromEntries(outputs.map((name) => [name, 0]));
      const golden = { ...manifest.golden, tolerance };
      expect(manifestFaults({ ...manifest, golden })).toEqual([]);
    },
  );

  it('names every field and every choice of the schema', () => {
    const schema = jsonSchema(modelManifestSchema, 'input');
    const keys = new Set(keysOf(schema));
    expect(keys.size).toBeGreaterThan(50);
    const choices = [...JSON.stringify(schema).matchAll(/"(?:enum|const)":(\[[^\]]*\]|"[^"]*")/g)];
    const words = choices.flatMap(([, found]) => [JSON.parse(found!)].flat()).map(String);
    const missing = [...keys, ...words].filter((word) => !page.includes(word));
    expect(missing).toEqual([]);
  });
});
