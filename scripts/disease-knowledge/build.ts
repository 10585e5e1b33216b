/**
 * Makes the tables of `models/disease-knowledge` from the fact files beside this script.
 *
 *     npx tsx scripts/disease-knowledge/build.ts              writes the tables
 *     npx tsx scripts/disease-knowledge/build.ts --check heart  lists the faults of one folder alone
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DISEASE_TABLES, type DiseaseTables } from '../../src/analyze/knowledge/schema.js';
import { check } from '../../src/core/schema.js';
import { type Block, readBlocks } from './blocks.js';
import { checkMeaning } from './check-meaning.js';
import {
  readDisease,
  readFinding,
  readPresentation,
  readRange,
  readRule,
  readWords,
} from './read-facts.js';

const FACTS = join(import.meta.dirname, 'facts');
const OUT = join(import.meta.dirname, '../../models/disease-knowledge');

interface Fault {
  readonly at: string;
  readonly fault: string;
}

const READERS = {
  finding: ['findings', readFinding],
  disease: ['diseases', readDisease],
  presentation: ['presentations', readPresentation],
  rule: ['rules', readRule],
  range: ['ranges', readRange],
} as const;

/** Every block that keeps to the schema, and what is wrong with the others. */
export function readTables(): {
  tables: DiseaseTables;
  places: ReadonlyMap<string, string>;
  faults: Fault[];
} {
  const faults: Fault[] = [];
  const complain = (at: string, fault: string) => faults.push({ at, fault });
  const places = new Map<string, string>();
  const tables: Record<string, unknown[]> = {
    findings: [],
    diseases: [],
    presentations: [],
    rules: [],
    ranges: [],
  };
  const words: Record<string, string[]> = {};

  function place(key: string, at: string): boolean {
    const before = places.get(key);
    if (before !== undefined) complain(at, `${key} stands at ${before} too`);
    else places.set(key, at);
    return before === undefined;
  }

  function take(block: Block): void {
    if (block.kind === 'words') {
      const [name, alternatives] = readWords(block, complain);
      if (place(`words ${name}`, block.at)) words[name] = alternatives;
      return;
    }
    const [table, read] = READERS[block.kind as keyof typeof READERS];
    const facts = read(block, complain);
    const parsed = check(DISEASE_TABLES[table].element, facts);
    if (!parsed.ok) {
      for (const { field, issue } of parsed.issues) complain(block.at, `${field} ${issue}`);
      return;
    }
    const key = 'id' in parsed.value ? `${block.kind} ${parsed.value.id}` : '';
    if (key === '' || place(key, block.at)) tables[table]?.push(parsed.value);
  }

  for (const block of readBlocks(FACTS, complain)) take(block);
  return { tables: { ...tables, words } as unknown as DiseaseTables, places, faults };
}

function main(): void {
  const [flag, folder] = process.argv.slice(2);
  const { tables, places, faults } = readTables();
  const all = [...faults, ...checkMeaning(tables, places)];
  const told =
    flag === '--check' && folder ? all.filter(({ at }) => at.startsWith(`${folder}/`)) : all;
  for (const { at, fault } of told) console.log(`${at}: ${fault}`);
  const { findings, diseases, presentations, rules, ranges } = tables;
  console.log(
    `${findings.length} findings, ${diseases.length} diseases, ${presentations.length} presentations, ` +
      `${rules.length} rules, ${ranges.length} ranges; ${told.length} faults`,
  );
  if (flag === '--check') return;
  if (all.length > 0 && flag !== '--anyway') process.exit(1);
  mkdirSync(OUT, { recursive: true });
  for (const [name, table] of Object.entries(tables)) {
    const rows = Array.isArray(table)
      ? `[\n${table.map((row) => JSON.stringify(row)).join(',\n')}\n]`
      : JSON.stringify(table, undefined, 1);
    writeFileSync(join(OUT, `${name}.json`), `${rows}\n`);
  }
}

if (import.meta.filename === process.argv[1]) main();
