import { createCandidateReader } from '../../../src/patient-record/language/candidates.js';
import { createLexicon, type DrugName } from '../../../src/patient-record/language/dictionary/lexicon.js';
import { readLanguageTables } from '../../../src/patient-record/language/open.js';
import { resolveOverlaps, type Span } from '../../../src/patient-record/language/span.js';
import type { Concept, LanguageTables } from '../../../src/patient-record/language/tables/schema.js';
import { type Word, wordsOf } from '../../../src/patient-record/language/text/words.js';
import { createTidy } from '../../../src/patient-record/language/tidy.js';
import { openKnowledge } from '../../../src/medications/knowledge/open.js';
import { listKnowledge } from '../../../src/model-packages/knowledge.js';

/** What the dictionary reads of a text: its words, and names that do not overlap. */
export type DictionaryReader = (text: string) => { words: readonly Word[]; spans: readonly Span[] };

export interface Sources {
  readonly tables: LanguageTables;
  readonly drugNames: readonly DrugName[];
}

/** The tables and names of medicines of a folder of packages. */
export async function openSources(models: string): Promise<Sources> {
  const found = await listKnowledge(models);
  const drugNames = [...(openKnowledge(found).knowledge?.words.names() ?? [])];
  for (const one of found) {
    if (one.status === 'verified' && one.package.manifest.kind === 'clinical-language') {
      return { tables: readLanguageTables(one.package, true), drugNames };
    }
  }
  throw new Error(`${models} holds no package of clinical language`);
}

/** A name in the form in which it is compared: folded words. */
export const keyOf = (name: string): string =>
  wordsOf(name)
    .map(({ folded }) => folded)
    .join(' ');

/**
 * The tables without names that come from annotated corpora other than `known`: what the dictionary
 * would be if these corpora had never been seen.
 */
export function withoutCorpora(tables: LanguageTables, known: ReadonlySet<string>): LanguageTables {
  const keep = (one: Concept) => known.has(keyOf(one.name));
  return {
    ...tables,
    literature: tables.literature.filter(keep),
    chemicals: tables.chemicals.filter(keep),
  };
}

export function createDictionaryReader({ tables, drugNames }: Sources): DictionaryReader {
  const candidates = createCandidateReader(tables, createLexicon(tables, drugNames));
  const tidy = createTidy(tables);
  return (text) => {
    const words = wordsOf(text);
    return { words, spans: tidy(words, resolveOverlaps(candidates(text, words, new Set()), words.length)) };
  };
}
