import type { Issue } from '../../core/errors.js';
import { joinTable, type TablePart } from '../../core/join-tables.js';
import type { Output, Schema } from '../../core/schema.js';
import type { KnowledgePackage } from '../../model-packages/knowledge.js';
import { administrationTable } from '../administration/schema.js';
import { ageTable } from '../age/schema.js';
import { allergiesTable } from '../allergies/schema.js';
import { conditionsTable } from '../conditions/schema.js';
import { dosesTable, hepaticTable, numberRulesTable, renalTable } from '../doses/schema.js';
import { duplicatesTable } from '../duplicates/schema.js';
import { ingredientsTable, productCodesTable, productsTable } from '../ingredients/schema.js';
import { compatibleTable, countRulesTable, pairRulesTable } from '../interactions/schema.js';
import { metabolismRules, metabolismTable } from '../metabolism/schema.js';
import {
  abbreviationsTable,
  combinationsTable,
  directionsTable,
  lookAlikesTable,
  saltsTable,
} from '../names/schema.js';
import { severitiesTable, suppressionsTable } from '../overlay/schema.js';
import { qtTable } from '../qt/schema.js';
import { lactationTable, preconceptionTable, pregnancyTable } from '../reproduction/schema.js';
import { classesTable, goldenTable, sourcesTable } from './schema.js';

/** Every table of a medication knowledge package. */
export const TABLES = {
  sources: sourcesTable,
  classes: classesTable,
  ingredients: ingredientsTable,
  products: productsTable,
  product_codes: productCodesTable,
  abbreviations: abbreviationsTable,
  salts: saltsTable,
  combinations: combinationsTable,
  directions: directionsTable,
  look_alikes: lookAlikesTable,
  metabolism: metabolismTable,
  metabolism_rules: metabolismRules,
  pairs: pairRulesTable,
  counts: countRulesTable,
  compatible: compatibleTable,
  conditions: conditionsTable,
  pregnancy: pregnancyTable,
  lactation: lactationTable,
  preconception: preconceptionTable,
  age: ageTable,
  doses: dosesTable,
  renal: renalTable,
  hepatic: hepaticTable,
  numbers: numberRulesTable,
  administration: administrationTable,
  allergies: allergiesTable,
  duplicates: duplicatesTable,
  qt: qtTable,
  golden: goldenTable,
} as const satisfies Record<string, Schema>;

/** Tables that packages of earlier versions do not have: empty there. */
const LATER: ReadonlySet<string> = new Set([
  'administration',
  'combinations',
] satisfies (keyof typeof TABLES)[]);

/** Tables that an overlay may add. */
export const DECISIONS = {
  severities: severitiesTable,
  suppressions: suppressionsTable,
} as const satisfies Record<string, Schema>;

type Schemas = Readonly<Record<string, Schema>>;
type ReadTables<S extends Schemas> = { readonly [K in keyof S]: Output<S[K]> };
export type Tables = ReadTables<typeof TABLES>;
export type Decisions = ReadTables<typeof DECISIONS>;

/** File paths by table name. */
export type TableFiles = ReadonlyMap<string, readonly TablePart[]>;

/**
 * Returns the files of a package by table name.
 *
 * @param checked they were validated against their schemas before
 */
export function partsOf({ manifest, tables }: KnowledgePackage, checked: boolean): TableFiles {
  return new Map(
    [...tables].map(([name, parts]) => [
      name,
      parts.map(({ file, content }) => ({ from: `${manifest.id}/${file}`, content, checked })),
    ]),
  );
}

/** Names of tables that are not used. */
export function strangeTables(parts: TableFiles): Issue[] {
  return [...parts.keys()]
    .filter((name) => !Object.hasOwn(TABLES, name))
    .map((name) => ({ field: `tables.${name}`, issue: 'is not known' }));
}

function read(schemas: Schemas, parts: TableFiles, issues: Issue[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      joinTable(schema, parts.get(name) ?? [], issues),
    ]),
  );
}

/**
 * Reads all tables; a missing one is a fault. With faults, which go to `issues`, nothing is
 * returned.
 */
export function readTables(parts: TableFiles, issues: Issue[]): Tables | undefined {
  for (const name of Object.keys(TABLES)) {
    if (!parts.has(name) && !LATER.has(name))
      issues.push({ field: `tables.${name}`, issue: 'is required' });
  }
  const before = issues.length;
  const tables = read(TABLES, parts, issues);
  return before === 0 && issues.length === 0 ? (tables as Tables) : undefined;
}

/** Reads the tables of an overlay; a missing table is empty. */
export function readDecisions(parts: TableFiles, issues: Issue[]): Decisions {
  return read(DECISIONS, parts, issues) as Decisions;
}
