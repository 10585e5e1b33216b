import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
export interface ModelsFolder {
  readonly dir: string;
  remove(): void;
}

const KNOWLEDGE = ['clinical-language', 'disease-knowledge', 'medication-knowledge'];

/** A folder with copies of shipped packages. */
export function shippedModels(ids: readonly string[]): ModelsFolder {
  const dir = mkdtempSync(join(tmpdir(), 'wardbox-models-'));
  for (const id of ids) cpSync(join(ROOT, 'models', id), join(dir, id), { recursive: true });
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** A folder with shipped packages of knowledge; all of them where none is named. */
export const knowledgeModels = (...ids: readonly string[]): ModelsFolder =>
  shippedModels(ids.length > 0 ? ids : KNOWLEDGE);

/** A folder with all shipped models that read pictures, and nothing else. */
export const pictureModels = (): ModelsFolder =>
  shippedModels([
    'chest-xray-triage',
    'chest-xray-anatomy',
    'head-ct-haemorrhage',
    'brain-mri-tumour',
  ]);
