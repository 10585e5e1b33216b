/**
 * Tries an addition: `npm run contribute -- AREA [--base REVISION]`. Checks types, style and architecture, runs the
 * tests of the area, and lists what the area has that it has not in a revision (the last commit). The areas are
 * those of `areas.ts`; docs/contributing has a page for each. Knowledge is built by `npm run knowledge`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changedEntries, formatChanges } from '../knowledge/build/changes.js';
import { exportRevision, ROOT } from '../shared/revision.js';
import { AREAS } from './areas.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string', default: 'HEAD' } },
});
const [name = ''] = positionals;
const area = Object.hasOwn(AREAS, name) ? AREAS[name] : undefined;
if (area === undefined || positionals.length > 1) {
  process.stderr.write(`usage: npm run contribute -- ${Object.keys(AREAS).join('|')}\n`);
  process.exit(2);
}

const COMMANDS = [
  ['npm', 'run', '--silent', 'check'],
  ['npx', 'vitest', 'run', '--reporter=minimal', ...area.tests],
];
for (const [command = '', ...args] of COMMANDS) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
// Below the project, so that its modules find the libraries.
const base = exportRevision(values.base, ['src'], join(ROOT, '.cache'));
const changes = changedEntries(
  await area.list(join(base, 'src')),
  await area.list(join(ROOT, 'src')),
);
process.stdout.write(`${name}, against ${values.base}:\n${formatChanges(changes).join('\n')}\n`);
