import type { NotAssessed } from '../finding.js';
import type { Ingredients } from '../ingredients/ingredients.js';
import type { MedicationLine } from '../schema.js';
import type { TakenIngredient } from '../taken.js';
import { drugsOf, entriesOf, howOf, type ProductEntry, type UnknownName } from './entries.js';
import { readFields } from './fields.js';
import { NO_TIMING } from './frequency.js';
import type { ParsedLine } from './line.js';
import { readLine } from './read-line.js';
import type { NameMatchKind, ResolvedName } from './resolution.js';
import { createResolver, type Resolver } from './resolve.js';
import { createSaltWords } from './salt-words.js';
import type { AbbreviationsTable, DirectionsTable, LookAlikesTable, SaltsTable } from './schema.js';
import { type DrugFacts, takenOf } from './to-taken.js';
import { createVocabulary } from './vocabulary.js';

/** One line of the request as the checks see it. */
export interface ReadMedication {
  /** `medications.0`, `proposed.2`. */
  readonly item: string;
  /** One for each ingredient. */
  readonly taken: readonly TakenIngredient[];
  /** How the names of the ingredients were understood. */
  readonly how: ReadonlyMap<string, NameMatchKind>;
  /** Names that were not understood. Where nothing is taken there is at least one. */
  readonly unknown: readonly UnknownName[];
  readonly notAssessed: readonly NotAssessed[];
}

export interface NamesTables {
  readonly abbreviations: AbbreviationsTable;
  readonly lookAlikes: LookAlikesTable;
  readonly salts: SaltsTable;
  readonly directions: DirectionsTable;
}

export interface MedicationReader {
  readonly resolver: Resolver;
  read(
    lines: readonly MedicationLine[],
    list: 'medications' | 'proposed',
  ): readonly ReadMedication[];
  /**
   * The same for lines of which each is a name out of a package of knowledge, and nobody's data: they
   * come again and again, and each is read once.
   */
  readAdvised(names: readonly string[]): readonly ReadMedication[];
}

/** More names than the packages advise; beyond them all are forgotten. */
const MOST_ADVISED = 2_000;

const nameOf = ({ ingredients }: ResolvedName) => ingredients.join(' / ');

const notTaken = (item: string, { suggestions: [drug] }: UnknownName): NotAssessed => ({
  what: `${item}.name`,
  reason: `the line says that ${drug ?? 'it'} is not taken; it was not checked`,
});

/** What a number of RxNorm says beside a name: the same, something else, or nothing known. */
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
  // A name that nobody knows is no contradiction; one that means something else is.
  if (drug !== undefined && found.entries.length === 0) {
    const quantities = line.mentions.flatMap((mention) => mention.quantities);
    const split = line.mentions.some((mention) => mention.split);
    const part = { words: nameOf(drug), drug, quantities, split };
    return { entries: [{ parts: [part], timing: NO_TIMING }], unknown: [] };
  }
  const suggestions = [...new Set([...named, ...(drug?.ingredients ?? [])])];
  return { entries: [], unknown: [{ words: name ?? rxcui, suggestions }] };
}

/** What was read of a line without a place, as the line at this place. */
function placed(read: ReadMedication, item: string): ReadMedication {
  return {
    ...read,
    item,
    taken: read.taken.map((one) => ({ ...one, item })),
    notAssessed: read.notAssessed.map(({ what, reason }) => ({ what: item + what, reason })),
  };
}

/**
 * Builds the reader of medication lists from the tables of the knowledge: once, for all requests.
 */
export function createMedicationReader(
  tables: NamesTables,
  ingredients: Ingredients,
): MedicationReader {
  const salts = createSaltWords(tables.salts);
  const vocabulary = createVocabulary(tables.directions, tables.salts);
  const resolver = createResolver(ingredients, tables.abbreviations, salts, tables.lookAlikes);
  const facts: DrugFacts = {
    salts,
    ingredients,
    strengths: new Map(tables.salts.strengths.map(({ ingredient, mg }) => [ingredient, mg])),
    systemic: new Map(tables.directions.systemic.map((row) => [row.ingredient, row.routes])),
  };

  function readOne(request: MedicationLine, item: string, proposed: boolean): ReadMedication {
    const line = readLine(vocabulary, resolver, request.name ?? '');
    const fields = readFields(vocabulary, request, line, item);
    const { entries, unknown } = withRxcui(request, entriesOf(line, resolver), resolver, line);
    const source = { item, proposed, line, fields };
    const parts = entries.map((entry, n) => takenOf(entry, n === 0, source, facts));
    const nothing = entries.length === 0 && unknown.length === 0;
    return {
      item,
      taken: parts.flatMap(({ taken }) => taken),
      how: new Map(entries.flatMap((entry) => drugsOf(entry).map((drug) => [drug, howOf(entry)]))),
      unknown: nothing ? [{ words: request.name ?? '', suggestions: [] }] : unknown,
      notAssessed: [
        ...fields.notAssessed,
        ...unknown.flatMap((one) => (one.denied ? [notTaken(item, one)] : [])),
        ...parts.flatMap((part) => part.notAssessed),
      ],
    };
  }

  const advised = new Map<string, ReadMedication>();
  function readName(name: string): ReadMedication {
    const known = advised.get(name);
    if (known !== undefined) return known;
    const read = readOne({ name }, '', true);
    if (advised.size >= MOST_ADVISED) advised.clear();
    advised.set(name, read);
    return read;
  }

  return {
    resolver,
    read: (lines, list) =>
      lines.map((line, n) => readOne(line, `${list}.${n}`, list === 'proposed')),
    readAdvised: (names) => names.map((name, n) => placed(readName(name), `proposed.${n}`)),
  };
}
