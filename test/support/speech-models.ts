import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelsFolder } from './medication-models.js';

const ROOT = join(import.meta.dirname, '..', '..');

/** A network in Whisper's shape that knows spoken digits; made by `scripts/train/whisper-fixture`. */
export const DIGITS = join(ROOT, 'test', 'fixtures', 'models', 'whisper-digits');

/** A folder with the digits and shipped packages. */
export function speechModels(...shipped: string[]): ModelsFolder {
  const dir = mkdtempSync(join(tmpdir(), 'wardbox-models-'));
  cpSync(DIGITS, join(dir, 'whisper-digits'), { recursive: true });
  for (const id of shipped) cpSync(join(ROOT, 'models', id), join(dir, id), { recursive: true });
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
