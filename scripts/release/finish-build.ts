import { chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { unclonedSpreads } from './spread-literals.js';

const dist = (path: string) => new URL(`../../dist/${path}`, import.meta.url);
const source = (path: string) => new URL(`../../src/${path}`, import.meta.url);

for (const file of readdirSync(dist(''), { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.js')) continue;
  const code = readFileSync(dist(file), 'utf8');
  const faster = unclonedSpreads(code);
  if (faster !== code) writeFileSync(dist(file), faster);
}

// `npx wardbox` in a checkout runs the compiled entry itself.
chmodSync(dist('main.js'), 0o755);

// Data and its licence lie beside the code that reads it; the compiler takes only code along.
for (const file of ['r4.json', 'NOTICE.md']) {
  copyFileSync(source(`fhir/definitions/${file}`), dist(`fhir/definitions/${file}`));
}
