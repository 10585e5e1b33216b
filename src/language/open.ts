import { type Issue, messageOf } from '../core/errors.js';
import { joinTable, type TablePart } from '../core/join-tables.js';
import type { Listed } from '../packages/folder.js';
import type { KnowledgePackage, KnowledgeStatus } from '../packages/knowledge.js';
import { type ClinicalLanguage, createClinicalLanguage } from './create-clinical-language.js';
import type { DrugName } from './dictionary/lexicon.js';
import { LANGUAGE_TABLES, type LanguageTables } from './tables/schema.js';

/** The package that clinical text is read with. */
export interface OpenLanguage {
  readonly id: string;
  readonly version: string;
  readonly language: ClinicalLanguage;
}

/** Packages of clinical language and what could be made of them. */
export interface OpenedLanguage {
  readonly statuses: readonly KnowledgeStatus[];
  /** Nothing where no package can be used. */
  readonly open?: OpenLanguage;
}

const MOST_FAULTS_TOLD = 5;

/**
 * The tables of a package.
 *
 * @param checked they were held against their schemas when the package was made
 * @throws RangeError that names the faults
 */
export function readLanguageTables(found: KnowledgePackage, checked: boolean): LanguageTables {
  const issues: Issue[] = [];
  const strange = [...found.tables.keys()].filter((name) => !Object.hasOwn(LANGUAGE_TABLES, name));
  for (const name of strange) issues.push({ field: `tables.${name}`, issue: 'is not known' });
  const tables = Object.entries(LANGUAGE_TABLES).map(([name, schema]) => {
    const parts = (found.tables.get(name) ?? []).map(
      ({ file, content }): TablePart => ({ from: file, content, checked }),
    );
    if (parts.length === 0) issues.push({ field: `tables.${name}`, issue: 'is missing' });
    return [name, joinTable(schema, parts, issues)] as const;
  });
  if (issues.length > 0) {
    const told = issues.slice(0, MOST_FAULTS_TOLD).map(({ field, issue }) => `${field} ${issue}`);
    throw new RangeError(told.join('; '));
  }
  return Object.fromEntries(tables) as LanguageTables;
}

/**
 * Opens what is installed; of several packages the first by name that is sound answers.
 *
 * @param drugNames names of medicines, from the knowledge of medicines
 */
export function openLanguage(
  found: readonly Listed<KnowledgePackage>[],
  drugNames: Iterable<DrugName>,
): OpenedLanguage {
  const statuses: KnowledgeStatus[] = [];
  let open: OpenLanguage | undefined;
  for (const entry of found) {
    if (entry.status !== 'verified' || entry.package.manifest.kind !== 'clinical-language')
      continue;
    const { manifest } = entry.package;
    const { id, version } = manifest;
    try {
      if (open !== undefined) throw new RangeError(`${open.id} answers already.`);
      const tables = readLanguageTables(entry.package, true);
      open = { id, version, language: createClinicalLanguage(tables, { drugNames }) };
      statuses.push({ state: 'ready', id, manifest });
    } catch (error) {
      statuses.push({ state: 'unavailable', id, reason: messageOf(error) });
    }
  }
  return { statuses, ...(open && { open }) };
}
