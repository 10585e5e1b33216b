import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelsFolder } from './medication-models.js';

const ROOT = join(import.meta.dirname, '..', '..');
const KNOWLEDGE = ['clinical-language', 'disease-knowledge', 'medication-knowledge'];

/** A folder with copies of shipped packages of knowledge; all of them where none is named. */
export function knowledgeModels(...ids: readonly string[]): ModelsFolder {
  const dir = mkdtempSync(join(tmpdir(), 'wardbox-models-'));
  for (const id of ids.length > 0 ? ids : KNOWLEDGE) {
    cpSync(join(ROOT, 'models', id), join(dir, id), { recursive: true });
  }
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
