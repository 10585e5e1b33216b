import type { NotAssessed } from '../finding.js';
import { foldDrugName, type Ingredients } from '../ingredients/ingredients.js';
import type { MedicationLine } from '../schema.js';
import { LOCAL_ROUTES, type Route, type TakenIngredient } from '../taken-ingredient.js';
import { createCombinations } from './combinations.js';
import {
  drugsOf,
  entriesOf,
  howOf,
  type NameReaders,
  type ProductEntry,
  type UnknownName,
} from './entries.js';
import { readFields } from './fields.js';
import { NO_TIMING } from './frequency.js';
import type { ParsedLine } from './line.js';
import { readLine } from './read-line.js';
import { createRemarks } from './remarks.js';
import type { NameMatchKind, ResolvedName } from './resolution.js';
import { createResolver, type Resolver } from './resolve.js';
import { createSaltWords } from './salt-words.js';
import type {
  AbbreviationsTable,
  Combination,
  DirectionsTable,
  LookAlikesTable,
  SaltsTable,
} from './schema.js';
import { type DrugFacts, type LineOfList, takenIngredients } from './to-taken.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';

/** One line of the request as the checks use it. */
export interface ReadMedication {
  /** `medications.0`, `proposed.2`, or the path of a resource. */
  readonly item: string;
  /** One per ingredient. */
  readonly taken: readonly TakenIngredient[];
  /** How the names of the ingredients were resolved. */
  readonly how: ReadonlyMap<string, NameMatchKind>;
  /** Names that were not understood; at least one where there is no ingredient. */
  readonly unknown: readonly UnknownName[];
  /** For each ambiguous name what it can mean. */
  readonly possible: readonly PossibleMeanings[];
  readonly notAssessed: readonly NotAssessed[];
}

/** An ambiguous name: `insulin` without its kind. */
export interface PossibleMeanings {
  /** As written. */
  readonly name: string;
  readonly meanings: ReadonlyArray<readonly TakenIngredient[]>;
  /** These are all that it can mean: every check covers them, and not that of doses alone. */
  readonly isComplete: boolean;
}

export interface NamesTables {
  readonly abbreviations: AbbreviationsTable;
  readonly lookAlikes: LookAlikesTable;
  readonly salts: SaltsTable;
  readonly directions: DirectionsTable;
  readonly combinations?: readonly Combination[];
}

export interface MedicationReader {
  readonly resolver: Resolver;
  read(
    lines: readonly MedicationLine[],
    list: 'medications' | 'proposed',
  ): readonly ReadMedication[];
  /**
   * Reads a line of a stored record.
   *
   * @param item names the line
   */
  readStored(line: MedicationLine, item: string): ReadMedication;
  /**
   * Reads lines that are names from a knowledge package rather than patient data: they recur, and
   * each is parsed once.
   */
  readAdvised(names: readonly string[]): readonly ReadMedication[];
}

/** More names than the packages contain; beyond it the cache is cleared. */
const MAX_ADVISED = 2_000;

const nameOf = ({ ingredients }: ResolvedName) => ingredients.join(' / ');

const notTaken = (item: string, drug: string | undefined): NotAssessed => ({
  what: `${item}.name`,
  reason: `the line states that ${drug ?? 'it'} is not taken; it was not checked`,
});

/** Compares a RxCUI with a name: the same, different, or unknown. */
function withRxcui(
  request: MedicationLine,
  found: { readonly entries: readonly ProductEntry[]; readonly unknown: readonly UnknownName[] },
  resolver: Resolver,
  line: ParsedLine,
) {
  const { rxcui, name } = request;
  if (rxcui === undefined) return found;
  const drug = resolver.byRxcui(rxcui);
  const named = found.entries.flatMap(drugsOf);
  if (drug?.ingredients.every((one) => named.includes(one))) return found;
  // An unknown name is not a contradiction; a name with other meanings is.
  const meanings = found.unknown.flatMap((one) => one.meanings ?? []).flatMap(drugsOf);
  const isPossible =
    meanings.length === 0 || drug?.ingredients.some((one) => meanings.includes(one));
  if (drug !== undefined && found.entries.length === 0 && isPossible) {
    const quantities = line.mentions.flatMap((mention) => mention.quantities);
    const split = line.mentions.some((mention) => mention.split);
    const part = { words: nameOf(drug), drug, quantities, split };
    return { entries: [{ parts: [part], timing: NO_TIMING }], unknown: [] };
  }
  const suggestions = [...new Set([...named, ...(drug?.ingredients ?? [])])];
  return { entries: [], unknown: [{ words: name ?? rxcui, suggestions }] };
}

/** Forms for the skin, the eye …: a name with one of these words is no tablet. */
function routeInName(vocabulary: Vocabulary, words: string): Route | undefined {
  const tokens = vocabulary.cut(words);
  for (const at of tokens.keys()) {
    if (at === 0) continue;
    const form = vocabulary.sayings.match(tokens, at)?.value;
    if (form?.says === 'form' && form.route && LOCAL_ROUTES.has(form.route)) return form.route;
  }
  return undefined;
}

/** The line for a name beside the drug to which its amounts and directions belong. */
const besideOther = ({ item, proposed, line }: LineOfList): LineOfList => ({
  item,
  proposed,
  line: {
    mentions: line.mentions,
    before: [],
    timing: NO_TIMING,
    delivery: {},
    skipped: [],
    homonyms: [],
    restated: [],
  },
  fields: { delivery: {}, rest: '', homonyms: [], notAssessed: [] },
});

/** The texts of a knowledge package have remarks of every kind, and no misspelt drugs. */
const withoutRemarks = (read: ReadMedication): ReadMedication => ({
  ...read,
  unknown: read.unknown.filter(({ isBeside, meanings }) => !isBeside || meanings !== undefined),
});

/** Copies a cached line to this position of the list. */
function placed(read: ReadMedication, item: string): ReadMedication {
  return {
    ...read,
    item,
    taken: read.taken.map((one) => ({ ...one, item })),
    possible: read.possible.map(({ meanings, ...one }) => ({
      ...one,
      meanings: meanings.map((taken) => taken.map((one) => ({ ...one, item }))),
    })),
    notAssessed: read.notAssessed.map(({ what, reason }) => ({ what: item + what, reason })),
  };
}

/**
 * Builds the reader of medication lists from the tables of the knowledge, once for all requests.
 *
 * @param indications names of conditions, which lines state beside drugs
 */
export function createMedicationReader(
  tables: NamesTables,
  ingredients: Ingredients,
  indications: readonly string[] = [],
): MedicationReader {
  const salts = createSaltWords(tables.salts);
  const vocabulary = createVocabulary(tables.directions, tables.salts);
  const resolver = createResolver(ingredients, tables.abbreviations, salts, tables.lookAlikes);
  const ordinary = new Set(
    tables.abbreviations.ordinary.flatMap(({ words }) => words.map(foldDrugName)),
  );
  const remarks = createRemarks(tables.directions, vocabulary, resolver, ordinary, indications);
  const combinations = createCombinations(tables.combinations ?? []);
  const readers: NameReaders = { resolver, remarks, combinations, ingredients };
  const facts: DrugFacts = {
    salts,
    ingredients,
    routeInName: (words) => routeInName(vocabulary, words),
    combinations,
    strengths: new Map(tables.salts.strengths.map(({ ingredient, mg }) => [ingredient, mg])),
    systemic: new Map(tables.directions.systemic.map((row) => [row.ingredient, row.routes])),
  };

  function readOne(request: MedicationLine, item: string, proposed: boolean): ReadMedication {
    const line = readLine(vocabulary, resolver, request.name ?? '');
    const fields = readFields(vocabulary, resolver, request, line, item);
    const named = entriesOf(line, fields, readers);
    const { entries, unknown } = withRxcui(request, named, resolver, line);
    const source = { item, proposed, line, fields };
    const parts = entries.map((entry, n) => takenIngredients(entry, n === 0, source, facts));
    const beside = besideOther(source);
    const possible = unknown.flatMap(
      ({ words, meanings = [], isComplete = false, isBeside }): PossibleMeanings[] => {
        const of = isBeside ? beside : source;
        const drugs = meanings.map((one) => takenIngredients(one, true, of, facts).taken);
        return drugs.length === 0 ? [] : [{ name: words, isComplete, meanings: drugs }];
      },
    );
    const nothing = entries.length === 0 && unknown.length === 0;
    return {
      item,
      taken: parts.flatMap(({ taken }) => taken),
      how: new Map(entries.flatMap((entry) => drugsOf(entry).map((drug) => [drug, howOf(entry)]))),
      possible,
      unknown: nothing ? [{ words: request.name ?? '', suggestions: [] }] : unknown,
      notAssessed: [
        ...fields.notAssessed,
        ...unknown.flatMap(({ denied, suggestions: [drug] }) =>
          denied ? [notTaken(item, drug)] : [],
        ),
        // Named beside what is taken instead of it.
        ...named.notTaken.map(
          (drug): NotAssessed => ({ ...notTaken(item, drug), affectsSafety: false }),
        ),
        ...parts.flatMap((part) => part.notAssessed),
      ],
    };
  }

  const advised = new Map<string, ReadMedication>();
  function readName(name: string): ReadMedication {
    const known = advised.get(name);
    if (known !== undefined) return known;
    const read = withoutRemarks(readOne({ name }, '', true));
    if (advised.size >= MAX_ADVISED) advised.clear();
    advised.set(name, read);
    return read;
  }

  return {
    resolver,
    read: (lines, list) =>
      lines.map((line, n) => readOne(line, `${list}.${n}`, list === 'proposed')),
    readStored: (line, item) => readOne(line, item, false),
    readAdvised: (names) => names.map((name, n) => placed(readName(name), `proposed.${n}`)),
  };
}
