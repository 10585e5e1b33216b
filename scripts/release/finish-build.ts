import { chmodSync, copyFileSync } from 'node:fs';
import { bundle } from './bundle.js';

const dist = (path: string) => new URL(`../../dist/${path}`, import.meta.url);
const source = (path: string) => new URL(`../../src/${path}`, import.meta.url);

await bundle();

// `npx wardbox` in a checkout runs the compiled entry itself.
chmodSync(dist('main.js'), 0o755);

// Data and its licence are stored next to the code that reads it; the compiler copies only code.
for (const file of ['r4.json', 'NOTICE.md']) {
  copyFileSync(source(`fhir/definitions/${file}`), dist(`fhir/definitions/${file}`));
}
