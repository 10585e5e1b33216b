import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelsFolder, shippedModels } from './knowledge-models.js';
import { WHISPER_DIGITS } from './whisper-fixture.js';

/** A folder with the digits and shipped packages. */
export function speechModels(...shipped: string[]): ModelsFolder {
  const models = shippedModels(shipped);
  cpSync(WHISPER_DIGITS, join(models.dir, 'whisper-digits'), { recursive: true });
  return models;
}
