/**
 * Builds the packages of knowledge from their sources:
 *
 *     npm run knowledge [-- diseases|drugs|language …] [--check] [--base REVISION]
 *
 * Reads the sources beside this file and reports their faults by file and line; builds the packages, opens
 * them as the appliance does, and runs their golden cases; writes them to `models/`; and lists which entries and
 * which answers to test cases are not as in the packages of a revision (the last commit). Nothing is written while
 * there is a fault. `--check` writes nothing, and fails where `models/` is not what the sources make.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../../src/core/errors.js';
import { compareEntries, formatChanges, readEntries } from './build/changes.js';
import { DISEASES } from './build/diseases/diseases.js';
import { DRUGS } from './build/drugs/drugs.js';
import type { Answers, Fault, KnowledgeKind } from './build/kind.js';
import { LANGUAGE } from './build/language/language.js';
import { copyPackages, install, isSame, MODELS, packagesOf, writePackage } from './build/stage.js';

const KINDS: readonly KnowledgeKind[] = [DISEASES, DRUGS, LANGUAGE];
const MAX_FAULTS = 40;
const MAX_CASES = 25;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    base: { type: 'string', default: 'HEAD' },
  },
});

const print = (line: string) => void process.stdout.write(`${line}\n`);

function printFaults({ name }: KnowledgeKind, faults: readonly Fault[]): void {
  for (const { at, fault } of faults.slice(0, MAX_FAULTS)) {
    print(`scripts/knowledge/${name}/${at}: ${fault}`);
  }
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  print(`${name}: ${count}; nothing was written`);
}

function printEntries(before: string, after: string): void {
  const changes = compareEntries(
    existsSync(before) ? readEntries(before) : new Map(),
    readEntries(after),
  );
  for (const { table, ...ofTable } of changes) {
    for (const line of formatChanges(ofTable)) print(`  ${table} ${line}`);
  }
  if (changes.length === 0) print('  every entry is as it was');
}

function printAnswers(before: Answers, after: Answers): void {
  const changed = [...after.cases].filter(([name, text]) => before.cases.get(name) !== text);
  for (const [name, text] of changed.slice(0, MAX_CASES)) {
    print(`  ${name}\n    was ${before.cases.get(name) ?? 'not asked'}\n    is  ${text}`);
  }
  print(`  ${changed.length} of ${after.cases.size} answers changed`);
  for (const [name, figure] of after.figures) {
    const was = before.figures.get(name);
    print(`  ${name}: ${figure}${was === figure ? '' : `; was ${was ?? 'not measured'}`}`);
  }
}

/** @returns whether the package is as it should be */
async function make(kind: KnowledgeKind, staged: string, base: string): Promise<boolean> {
  const built = kind.build();
  if (built.faults.length > 0) {
    printFaults(kind, built.faults);
    return false;
  }
  await writePackage(staged, kind, built);
  const { name, packageId } = kind;
  const same = await isSame(join(staged, packageId), join(MODELS, packageId));
  if (values.check) {
    print(`${name}: models/${packageId} is ${same ? 'what the sources make' : 'out of date'}`);
    return same;
  }
  if (!same) install(staged, packageId);
  print(
    `${name}: models/${packageId} ${same ? 'stays as it is' : 'is written'}; against ${values.base}:`,
  );
  printEntries(join(base, packageId), join(staged, packageId));
  printAnswers(await kind.answers(base), await kind.answers(staged));
  return true;
}

async function main(): Promise<void> {
  const strange = positionals.find((one) => !KINDS.some(({ name }) => name === one));
  if (strange !== undefined) {
    throw new RangeError(`${strange} is none of ${KINDS.map(({ name }) => name).join(', ')}`);
  }
  const wanted = KINDS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const staged = copyPackages();
  const base = packagesOf(values.base);
  for (const kind of wanted) {
    if (!(await make(kind, staged, base))) process.exitCode = 1;
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
