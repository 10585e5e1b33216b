/**
 * Completes a package and tries it: `npx tsx scripts/models/package.ts FOLDER`. The folder of a model
 * holds the weights, a card and a `model.json` without `files` and, if need be, without `golden`;
 * docs/own-models.md describes its contents. That of knowledge holds its tables and a `model.json`
 * without `files`; see docs/medications.md. `--remake-golden` replaces a golden file that is there
 * by the answers of this machine. Ends with 1 when no backend passes.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../../src/core/errors.js';
import { readManifestFile } from '../../src/model-packages/folder.js';
import { isKnowledge } from '../../src/model-packages/schema.js';
import { completeKnowledge } from './complete-knowledge.js';
import { completePackage } from './complete-package.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'remake-golden': { type: 'boolean', default: false } },
});

type Draft = Readonly<Record<string, unknown>>;

async function completeTables(folder: string, draft: Draft): Promise<boolean> {
  const { manifest, tables } = await completeKnowledge(folder, draft);
  const { id, version, kind, files } = manifest;
  console.log(`${id} ${version} (${kind}): ${Object.keys(files).length} files`);
  for (const [table, parts] of tables) {
    const entries = parts.reduce((sum, { content }) => sum + Object.keys(content ?? {}).length, 0);
    console.log(`  ${table}: ${entries} entries`);
  }
  return true;
}

async function complete(folder: string): Promise<boolean> {
  const draft = await readManifestFile(folder);
  if (isKnowledge(draft)) return completeTables(folder, draft);
  const options = { remakeGolden: values['remake-golden'] };
  const { loaded, reports } = await completePackage(folder, options);
  const { id, version, kind, files } = loaded.manifest;
  const counts = `${Object.keys(files).length} files, ${loaded.graph.golden.length} golden cases`;
  console.log(`${id} ${version} (${kind}): ${counts}`);
  for (const { backend, status, parityError, latencyMs, reason } of reports) {
    const error = parityError === undefined ? '' : `, error ${parityError.toPrecision(2)}`;
    const time = latencyMs === undefined ? '' : `, ${latencyMs.toFixed(1)} ms`;
    const why = reason === undefined ? '' : `: ${reason}`;
    console.log(`  ${backend}: ${status === 'chosen' ? 'passed' : status}${error}${time}${why}`);
  }
  return reports.some(({ status }) => status === 'chosen');
}

const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  console.error('usage: tsx scripts/models/package.ts FOLDER [--remake-golden]');
  process.exit(2);
}
try {
  process.exitCode = (await complete(resolve(folder))) ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
