import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knowledgeModels, type ModelsFolder } from './knowledge-models.js';

/** A folder of packages with the shipped medication knowledge and nothing else. */
export const medicationModels = (): ModelsFolder => knowledgeModels('medication-knowledge');

/** Writes a hospital's own package into a folder of packages. */
export function writeOverlay(
  dir: string,
  tables: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>> = {},
): void {
  const files: Record<string, { sha256: string; bytes: number }> = {};
  const names: Record<string, string[]> = {};
  const { id = 'st-elsewhere' } = changes as { id?: string };
  const folder = join(dir, id);
  mkdirSync(folder, { recursive: true });
  for (const [table, content] of Object.entries(tables)) {
    const text = JSON.stringify(content);
    const sha256 = createHash('sha256').update(text).digest('hex');
    writeFileSync(join(folder, `${table}.json`), text);
    files[`${table}.json`] = { sha256, bytes: Buffer.byteLength(text) };
    names[table] = [`${table}.json`];
  }
  const manifest = {
    manifest_version: 1,
    id,
    version: '1.0.0',
    kind: 'medication-overlay',
    base: 'medication-knowledge',
    title: 'Rules of a test',
    description: 'Decisions of a test.',
    licence: 'Apache-2.0',
    intended_use: 'Automated tests only.',
    tables: names,
    files,
    ...changes,
  };
  writeFileSync(join(folder, 'model.json'), JSON.stringify(manifest));
}
