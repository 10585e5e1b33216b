import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from './scratch-folder.js';

/** A configuration file in a folder of its own that goes away with the test. */
export function configFile(content: unknown): { file: string; folder: string } {
  const folder = scratchFolder();
  const file = join(folder, 'appliance.config.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return { file, folder };
}
