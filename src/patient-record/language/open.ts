import type { KnowledgePackage } from '../../model-packages/knowledge.js';
import type { PackageListing } from '../../model-packages/listing.js';
import {
  type Open,
  type OpenedPackages,
  openFirstPackage,
  readTables,
} from '../../model-packages/open-packages.js';
import { type ClinicalLanguage, createClinicalLanguage } from './create-clinical-language.js';
import type { DrugName } from './dictionary/lexicon.js';
import { LANGUAGE_TABLES, type LanguageTables } from './tables/schema.js';

/** The package that clinical text is read with. */
export type OpenLanguage = Open<ClinicalLanguage>;

/**
 * The tables of a package.
 *
 * @param checked they were held against their schemas when the package was made
 * @throws RangeError that names the faults
 */
export const readLanguageTables = (found: KnowledgePackage, checked: boolean): LanguageTables =>
  readTables(found, LANGUAGE_TABLES, checked);

/**
 * Opens the installed packages; the first valid one by name is used.
 *
 * @param drugNames names of medicines, from the knowledge of medicines
 */
export function openLanguage(
  found: readonly PackageListing<KnowledgePackage>[],
  drugNames: Iterable<DrugName>,
): OpenedPackages<ClinicalLanguage> {
  return openFirstPackage(found, 'clinical-language', (one) =>
    createClinicalLanguage(readLanguageTables(one, true), { drugNames }),
  );
}
