import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE, writePage } from './write-page.js';

// Writes the hazard log. With a fault nothing is written, and the script ends with 1.

const faults: string[] = [];
const page = writePage((at, fault) => faults.push(`scripts/safety/hazards/${at}: ${fault}`));
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length === 0) {
  writeFileSync(join(import.meta.dirname, '..', '..', PAGE), page);
  process.stdout.write(`${PAGE} written\n`);
}
process.exitCode = faults.length === 0 ? 0 : 1;
