import { join } from 'node:path';
import { byText } from '../../../../src/core/by-text.js';
import { check } from '../../../../src/core/schema.js';
import {
  DISEASE_TABLES,
  type DiseaseTables,
} from '../../../../src/differential/knowledge/schema.js';
import type { Fault } from '../kind.js';
import { type Block, readBlocks } from './blocks.js';
import type { PresentationNotes } from './danger-matrix.js';
import {
  readComplaint,
  readDisease,
  readFinding,
  readPresentation,
  readPresentationNotes,
  readRange,
  readRule,
  readWords,
} from './read-facts.js';

const SOURCES = join(import.meta.dirname, '..', '..', 'diseases');

const READERS = {
  finding: ['findings', readFinding],
  disease: ['diseases', readDisease],
  presentation: ['presentations', readPresentation],
  rule: ['rules', readRule],
  complaint: ['rules', readComplaint],
  range: ['ranges', readRange],
} as const;

const byId = (a: { readonly id: string }, b: { readonly id: string }) => byText(a.id, b.id);

/**
 * Every block that keeps to the schema, and what is wrong with the others. It means nothing in which file a
 * finding or a disease stands; rules and presentations answer in the order of the files.
 */
export function readTables(): {
  tables: DiseaseTables;
  places: ReadonlyMap<string, string>;
  /** What presentations say to the builder alone, by their id. */
  notes: ReadonlyMap<string, PresentationNotes>;
  faults: Fault[];
} {
  const faults: Fault[] = [];
  const complain = (at: string, fault: string) => faults.push({ at, fault });
  const places = new Map<string, string>();
  const notes = new Map<string, PresentationNotes>();
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
    if (block.kind === 'presentation') {
      notes.set(block.heading[0] ?? '', readPresentationNotes(block));
    }
  }

  for (const block of readBlocks(SOURCES, complain)) take(block);
  const { findings, diseases, ...others } = { ...tables, words } as unknown as DiseaseTables;
  const sorted = { findings: findings.toSorted(byId), diseases: diseases.toSorted(byId) };
  return { tables: { ...others, ...sorted }, places, notes, faults };
}
