import { check } from '../../../../src/core/schema.js';
import {
  type LANGUAGE_TABLES,
  LANGUAGE_TABLES as SCHEMAS,
} from '../../../../src/patient-record/language/tables/schema.js';
import type { Fault } from '../kind.js';
import { conceptOf, type MutableConcept, namesOf, type Row, readConcepts } from './concepts.js';
import { cutAt, partsOf, type TermLine, type TermLists } from './term-lists.js';

/** Tables that are built from lists; the tagger is trained. */
export type BuiltTable = Exclude<keyof typeof LANGUAGE_TABLES, 'tagger'>;
export type LanguageRows = Readonly<Record<BuiltTable, readonly Row<object>[]>>;

const CONDITIONS = ['conditions-1', 'conditions-2', 'conditions-3', 'conditions-4'];

/** `kind: word; word` */
const readValues = ({ text }: TermLine): readonly [kind: string, words: string[]] => {
  const [kind, words] = cutAt(text, ': ');
  return [kind.trim(), partsOf(words, ';')];
};

/** Words by kind; a word with `?` says that it can be something else, and is not kept. */
function readWords(line: TermLine): object {
  const [kind, words] = readValues(line);
  return { kind, words: words.filter((one) => one === '?' || !one.endsWith('?')) };
}

/** `name; other names | LOINC | unit | other units | lowest..highest` */
function readVital({ text }: TermLine): object {
  const [names = '', loinc = '', unit = '', , bounds = ''] = `${text} `
    .split('|')
    .map((part) => part.trim());
  const concept = conceptOf(
    names.split(';').map((part) => part.trim()),
    loinc,
    false,
  );
  return {
    ...concept,
    ...(unit !== '' && { unit }),
    bounds: bounds.split('..').map((limit) => Number(limit || Number.NaN)),
  };
}

/** `aspect value: word; word` */
function readAttribute(line: TermLine): object {
  const [kind, words] = readValues(line);
  const [aspect, value] = cutAt(kind, ' ');
  return { kind: aspect, value, words };
}

/** `kind | assertion by default: heading; heading` */
function readHeading({ text }: TermLine): object {
  const [kinds, names] = cutAt(text, ': ');
  const [kind = '', assertion = ''] = kinds.split('|').map((part) => part.trim());
  return { kind, assertion, words: partsOf(names, ';').filter((one) => !one.endsWith('?')) };
}

/** `MS; multiple sclerosis; condition: relapse, optic` */
function readMeaning({ text }: TermLine): object {
  const [head, near] = cutAt(text, ': ');
  const [short = '', name = '', type = ''] = head.split(';').map((part) => part.trim());
  return { short, name, type, near: partsOf(near, ',') };
}

/** `abdominal; abdomen` */
function readAdjective({ text }: TermLine): object {
  const [name = '', part = ''] = `${text};`.split(';').map((one) => one.trim());
  return { name, part };
}

/** Conditions of all lists; one whose name another has already is left out. */
function joinConditions(lists: TermLists): Row<MutableConcept>[] {
  const seen = new Set<string>();
  return CONDITIONS.flatMap((list) => readConcepts(lists.get(list) ?? [])).filter(({ entry }) => {
    if (seen.has(entry.name.toLowerCase())) return false;
    for (const name of namesOf(entry)) seen.add(name);
    return true;
  });
}

/**
 * Gives concepts their identifier of the Symptom Ontology, and takes over what no list has as a symptom.
 * A line is `name; exact synonyms | identifier`.
 */
export function joinSymptomOntology(
  lines: readonly TermLine[],
  symptoms: Row<MutableConcept>[],
  others: readonly Row<MutableConcept>[],
): void {
  const byName = new Map<string, MutableConcept>();
  for (const { entry } of [...others, ...symptoms]) {
    for (const name of namesOf(entry)) byName.set(name, entry);
  }
  for (const { text, at } of lines) {
    const [body, identifier] = cutAt(text, ' | ');
    const names = partsOf(body, ';');
    const known = names.map((name) => byName.get(name.toLowerCase())).find((one) => one);
    const [name = '', ...rest] = names;
    const synonyms = rest.filter((one) => !byName.has(one.toLowerCase()));
    const found: MutableConcept = known ?? { name, ...(rest.length > 0 && { synonyms }) };
    if (known === undefined) symptoms.push({ entry: found, at });
    if (names.some((one) => one.toLowerCase() === found.name.toLowerCase())) {
      found.symp ??= identifier.trim();
    }
  }
}

/** The concepts that our own lists name. */
export function readOwnConcepts(lists: TermLists) {
  const concepts = (list: string) => readConcepts(lists.get(list) ?? []);
  return {
    symptoms: concepts('symptoms'),
    findings: concepts('findings'),
    anatomy: concepts('anatomy'),
    procedures: concepts('procedures'),
    labs: concepts('labs'),
    medication_classes: concepts('medication-classes'),
    conditions: joinConditions(lists),
  };
}

/** Every name of some tables, in small letters. */
export const knownNames = (
  tables: Readonly<Record<string, readonly Row<MutableConcept>[]>>,
): ReadonlySet<string> =>
  new Set(Object.values(tables).flatMap((list) => list.flatMap(({ entry }) => namesOf(entry))));

/** Every table as rows, each with the line that it was read from. */
export function readRows(lists: TermLists): LanguageRows {
  const linesOf = (list: string) => lists.get(list) ?? [];
  const rows = <T extends object>(list: string, read: (line: TermLine) => T): Row<T>[] =>
    linesOf(list).map((line) => ({ entry: read(line), at: line.at }));
  const own = readOwnConcepts(lists);
  joinSymptomOntology(linesOf('symptom-ontology'), own.symptoms, [
    ...own.findings,
    ...own.conditions,
  ]);
  const known = knownNames(own);
  const notNames = new Set(linesOf('not-names').map(({ text }) => text));
  const literature = (list: string) =>
    rows(list, ({ text }) => ({ name: text })).filter(
      ({ entry: { name } }) => !known.has(name.toLowerCase()) && !notNames.has(name.toLowerCase()),
    );
  return {
    ...own,
    literature: literature('literature'),
    chemicals: literature('chemicals'),
    site_adjectives: rows('site-adjectives', readAdjective),
    vitals: rows('vitals', readVital),
    units: rows('units', readWords),
    attributes: rows('attributes', readAttribute),
    cues: rows('cues', readWords),
    headings: rows('headings', readHeading),
    disease_words: rows('disease-words', readWords),
    plain_words: rows('plain-words', readWords),
    meanings: rows('meanings', readMeaning),
  };
}

/** What of the rows does not keep to the schema, by line. */
export const faultsOf = (tables: LanguageRows): Fault[] =>
  Object.entries(tables).flatMap(([name, rows]) => {
    const { element } = SCHEMAS[name as BuiltTable];
    return rows.flatMap(({ entry, at }): Fault[] => {
      const result = check(element, entry);
      return result.ok
        ? []
        : result.issues.map(({ field, issue }) => ({ at, fault: `${field} ${issue}` }));
    });
  });
