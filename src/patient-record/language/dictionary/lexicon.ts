import type { Coding, EntityType } from '../entity.js';
import type { Concept, LanguageTables } from '../tables/schema.js';
import { foldWord } from '../text/fold.js';
import { CLASS } from '../text/word-classes.js';
import { isAbbreviation, type Meaning, makeMeaning } from './meaning.js';
import { createPhraseTree, type PhraseTree } from './phrase-tree.js';

/** A name of a medicine from the medication knowledge. */
export interface DrugName {
  readonly name: string;
  readonly ingredients?: readonly string[];
  readonly rxcui?: string;
  /** An ordinary word too: it counts only with a dose. */
  readonly weak?: boolean;
}

/** All names, ready to be looked up. */
export interface Lexicon {
  readonly names: PhraseTree<Meaning>;
  /** Parts of the body and adjectives that say where; the part. */
  readonly sites: PhraseTree<string>;
  readonly capitalsOnly: ReadonlySet<string>;
  /** Ordinary words that name something among other names or after `no`, `any`, `feels`. */
  readonly inListOnly: ReadonlySet<string>;
  /** Adjectives that are no name without a part of the body. */
  readonly withSiteOnly: ReadonlySet<string>;
  /** Verbs after which `back` is no part of the body. */
  readonly noBodyPartAfter: ReadonlySet<string>;
}

const SURE = 0.95;
const LITERATURE = 0.85;
const CHEMICAL = 0.6;
const DOUBTFUL = 0.5;

const system = (type: EntityType): Coding['system'] => (type === 'lab_test' ? 'LOINC' : 'ICD-10');

function codingOf(one: Concept, type: EntityType): readonly Coding[] {
  return [
    ...(one.code === undefined ? [] : [{ system: system(type), code: one.code }]),
    ...(one.symp === undefined ? [] : [{ system: 'SYMP' as const, code: one.symp }]),
  ];
}

function addConcept(tree: PhraseTree<Meaning>, one: Concept, type: EntityType, sure: number): void {
  const base = { type, name: one.name, coding: codingOf(one, type), sited: one.sited === true };
  const plain = makeMeaning({ ...base, confidence: sure });
  for (const name of [one.name, ...(one.synonyms ?? [])]) {
    tree.add(name, isAbbreviation(name) ? makeMeaning({ ...plain, short: name }) : plain);
  }
  for (const name of one.doubtful ?? []) {
    tree.add(name, makeMeaning({ ...base, confidence: DOUBTFUL, short: name }));
  }
}

function addVitals(tree: PhraseTree<Meaning>, vitals: LanguageTables['vitals']): void {
  for (const { bounds, unit, ...one } of vitals) {
    const meaning = {
      type: 'measurement' as const,
      name: one.name,
      coding: one.code === undefined ? [] : [{ system: 'LOINC' as const, code: one.code }],
      sited: false,
      confidence: SURE,
    };
    for (const name of [one.name, ...(one.synonyms ?? [])]) {
      const only = name.length < 3;
      const measured = {
        low: bounds[0],
        high: bounds[1],
        only,
        ...(unit !== undefined && { unit }),
      };
      const short = isAbbreviation(name) ? name : undefined;
      tree.add(name, makeMeaning({ ...meaning, measured, short }));
    }
  }
}

function addLabs(tree: PhraseTree<Meaning>, labs: LanguageTables['labs']): void {
  for (const one of labs) {
    const coding = codingOf(one, 'lab_test');
    for (const name of [one.name, ...(one.synonyms ?? [])]) {
      const only = name.replace(/[^\p{L}]/gu, '').length < 3 && !/\d/.test(name);
      const measured = { low: -1e3, high: 1e7, only };
      tree.add(
        name,
        makeMeaning({
          type: 'lab_test',
          name: one.name,
          coding,
          sited: false,
          short: isAbbreviation(name) || only ? name : undefined,
          confidence: SURE,
          measured,
        }),
      );
    }
  }
}

function addDrugs(
  tree: PhraseTree<Meaning>,
  drugs: Iterable<DrugName>,
  ordinary: ReadonlySet<string>,
): void {
  for (const { name, ingredients, rxcui, weak } of drugs) {
    const bare = name.toLowerCase();
    if (ordinary.has(bare) || bare.length < 3) continue;
    tree.add(
      name,
      makeMeaning({
        type: 'medication',
        name: ingredients === undefined ? name : ingredients.join(' / '),
        coding: rxcui === undefined ? [] : [{ system: 'RxNorm', code: rxcui }],
        sited: false,
        short: isAbbreviation(name) || weak === true ? name : undefined,
        confidence: weak === true ? DOUBTFUL : SURE,
      }),
    );
  }
}

/** Words of one kind of the table of plain words. */
export function plainWords(tables: LanguageTables, kind: string): ReadonlySet<string> {
  return new Set(tables.plain_words.filter((row) => row.kind === kind).flatMap((row) => row.words));
}

function sitesOf(tables: LanguageTables): PhraseTree<string> {
  const sites = createPhraseTree<string>(CLASS.site);
  for (const { name, synonyms } of tables.anatomy) {
    for (const one of [name, ...(synonyms ?? [])]) sites.add(one, name);
  }
  for (const { name, part } of tables.site_adjectives) sites.add(name, part);
  return sites;
}

/** Builds the trees once; `drugs` are the names that the knowledge of medicines has. */
export function createLexicon(tables: LanguageTables, drugs: Iterable<DrugName>): Lexicon {
  const names = createPhraseTree<Meaning>(CLASS.name);
  const lists: readonly (readonly [readonly Concept[], EntityType, number])[] = [
    [tables.symptoms, 'symptom', SURE],
    [tables.findings, 'finding', SURE],
    [tables.conditions, 'condition', SURE],
    [tables.literature, 'condition', LITERATURE],
    [tables.procedures, 'procedure', SURE],
    [tables.medication_classes, 'medication', SURE],
    [tables.anatomy, 'anatomy', SURE],
  ];
  for (const [list, type, sure] of lists)
    for (const one of list) addConcept(names, one, type, sure);
  const ordinary = plainWords(tables, 'no drug alone');
  for (const one of tables.chemicals) {
    if (!ordinary.has(one.name.toLowerCase())) addConcept(names, one, 'medication', CHEMICAL);
  }
  addVitals(names, tables.vitals);
  addLabs(names, tables.labs);
  addDrugs(names, drugs, ordinary);
  const folded = (kind: string) => new Set([...plainWords(tables, kind)].map(foldWord));
  return {
    names,
    sites: sitesOf(tables),
    capitalsOnly: folded('abbreviation in capitals only'),
    inListOnly: folded('in a list only'),
    withSiteOnly: folded('with a site only'),
    noBodyPartAfter: folded('no body part after'),
  };
}
