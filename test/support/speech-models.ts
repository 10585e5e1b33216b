import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelsFolder } from './medication-models.js';
import { WHISPER_DIGITS } from './whisper-fixture.js';

const ROOT = join(import.meta.dirname, '..', '..');

/** A folder with the digits and shipped packages. */
export function speechModels(...shipped: string[]): ModelsFolder {
  const dir = mkdtempSync(join(tmpdir(), 'wardbox-models-'));
  cpSync(WHISPER_DIGITS, join(dir, 'whisper-digits'), { recursive: true });
  for (const id of shipped) cpSync(join(ROOT, 'models', id), join(dir, id), { recursive: true });
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
