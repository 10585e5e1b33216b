import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '../../src/core/errors.js';
import { joinTable } from '../../src/core/join-tables.js';
import { createIngredients } from '../../src/medications/ingredients/ingredients.js';
import { createClasses } from '../../src/medications/knowledge/classes.js';
import {
  partsOf,
  readTables,
  TABLES,
  type Tables,
} from '../../src/medications/knowledge/tables.js';
import { listKnowledge } from '../../src/model-packages/knowledge.js';
import { knowledgeManifestSchema } from '../../src/model-packages/schema.js';

const MODELS = join(import.meta.dirname, '..', '..', 'models');
/** The folder of the shipped package. */
export const SHIPPED = join(MODELS, 'medication-knowledge');

/** The text of one file of the shipped package. */
export const textOf = (file: string): string => readFileSync(join(SHIPPED, file), 'utf8');

const { tables: filesOf } = knowledgeManifestSchema.parse(JSON.parse(textOf('model.json')));

const refuse = (issues: readonly Issue[]) =>
  new Error(JSON.stringify(issues.slice(0, 10), null, 1));

/** One table of the shipped package, held against its schema: all its files, or those that fit. */
export function tableOf<Name extends keyof Tables>(
  name: Name,
  fits: (file: string) => boolean = () => true,
): Tables[Name] {
  const files = (filesOf[name] ?? []).filter(fits);
  if (files.length === 0) throw new RangeError(`no file of ${name} fits`);
  const parts = files.map((from) => ({ from, content: JSON.parse(textOf(from)) as unknown }));
  const issues: Issue[] = [];
  const table = joinTable(TABLES[name], parts, issues);
  if (table === undefined || issues.length > 0) throw refuse(issues);
  return table as Tables[Name];
}

export const shippedClasses = () => createClasses(tableOf('classes'));

export const shippedIngredients = () =>
  createIngredients(tableOf('ingredients'), tableOf('products'), tableOf('product_codes'));

/** All tables, read as the daemon reads them: of files that are as the manifest declares them. */
export async function shippedTables(): Promise<Tables> {
  const listed = await listKnowledge(MODELS);
  const found = listed.find(({ id }) => id === 'medication-knowledge');
  if (found?.status !== 'verified') throw new Error(found?.reason ?? 'there is no package');
  const issues: Issue[] = [];
  const tables = readTables(partsOf(found.package, false), issues);
  if (tables === undefined) throw refuse(issues);
  return tables;
}
