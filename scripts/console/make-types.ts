import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestAppliance } from '../../test/support/appliance.js';
import { type DescribedOperations, typesOf } from './operation-types.js';

// Writes src/console/api/types.ts from the OpenAPI document of this tree.

const ROOT = join(import.meta.dirname, '..', '..');
const FILE = join(ROOT, 'src', 'console', 'api', 'types.ts');

const box = await startTestAppliance();
try {
  const response = await box.appliance.app.request('/openapi.json');
  writeFileSync(FILE, await typesOf((await response.json()) as DescribedOperations));
} finally {
  await box.stop();
}
execFileSync('npx', ['biome', 'check', '--write', FILE], { cwd: ROOT, stdio: 'inherit' });
