import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DISEASES } from '../../../scripts/knowledge/build/diseases/diseases.js';
import { DRUGS } from '../../../scripts/knowledge/build/drugs/drugs.js';
import { LANGUAGE } from '../../../scripts/knowledge/build/language/language.js';
import { MODELS, TRAINED } from '../../../scripts/knowledge/build/stage.js';
import { createFindingTree } from '../../../src/differential/knowledge/finding-tree.js';
import { DISEASE_TABLES } from '../../../src/differential/knowledge/schema.js';
import { knowledgeManifestSchema } from '../../../src/model-packages/schema.js';

describe.each([DISEASES, DRUGS, LANGUAGE])('the package of $name', (kind) => {
  const folder = join(MODELS, kind.packageId);
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
  const built = kind.build();
  const manifest = knowledgeManifestSchema.parse(JSON.parse(textOf('model.json')));

  it('is made of sources without a fault', () => {
    expect(built.faults).toEqual([]);
  });

  const trained = Object.fromEntries(
    Object.entries(manifest.tables).filter(([name]) => TRAINED.has(name)),
  );

  it('is what the sources make', () => {
    expect(manifest.tables).toEqual({ ...built.tables, ...trained });
    const stale = [...built.files].filter(([file, text]) => text !== textOf(file));
    expect(stale.map(([file]) => file)).toEqual([]);
  });

  it('declares nothing that no source makes, but for its card and what is trained', () => {
    const others = Object.keys(manifest.files).filter((file) => !built.files.has(file));
    expect(others).toEqual(['CARD.md', ...Object.values(trained).flat()]);
  });
});

describe('the tables of diseases', () => {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(MODELS, DISEASES.packageId, `${name}.json`), 'utf8'));
  const findings = DISEASE_TABLES.findings.parse(read('findings'));

  it('are of the size that they were measured at', () => {
    expect(DISEASE_TABLES.diseases.parse(read('diseases')).length).toBeGreaterThanOrEqual(400);
    expect(DISEASE_TABLES.rules.parse(read('rules')).length).toBeGreaterThanOrEqual(150);
    expect(DISEASE_TABLES.presentations.parse(read('presentations')).length).toBeGreaterThanOrEqual(
      80,
    );
    expect(DISEASE_TABLES.ranges.parse(read('ranges')).length).toBeGreaterThanOrEqual(100);
  });

  it('make a tree of findings', () => {
    expect(() => createFindingTree(findings)).not.toThrow();
  });
});
