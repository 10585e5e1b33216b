import type {
  DiseaseFacts,
  DiseaseTables,
  SourceFacts,
} from '../../../../src/differential/knowledge/schema.js';
import { readPattern, slotOf, wordlessIn } from '../../../../src/differential/phrases/pattern.js';
import { findVariable } from '../../../../src/patient-record/chart/variables/catalogue.js';
import type { Fault } from '../kind.js';

const MIN_FINDINGS = 4;
const MIN_SOURCE_NAME = 4;
/** A finding speaks for a disease where it is so many times as frequent in it as in anybody. */
const TELLING = 2;
const ICD10 = /^[A-Z]\d[\dA-Z](?:\.[\dA-Z]{1,4})?$/;
const DOI = /^10\.\d{4,9}\/[^\s;,]+$/;

/** What is wrong with a disease by itself. */
function faultsOf(disease: DiseaseFacts, leaks: ReadonlyMap<string, number>): string[] {
  const { id, icd10, danger, care, find, tests = [], excluded_by, sources } = disease;
  const shares = Object.entries(find);
  const faults: readonly (readonly [boolean, string])[] = [
    [shares.length < MIN_FINDINGS, `${id} has too few findings`],
    [
      !shares.some(([name, share]) => share > TELLING * (leaks.get(name) ?? 1)),
      'find: no finding tells it from anybody',
    ],
    [!ICD10.test(icd10), `${icd10} is no code of ICD-10`],
    [
      danger === 'deadly' && care !== 'now' && care !== 'today',
      'care: what is deadly is seen now or today',
    ],
    [danger === 'serious' && care === 'self', 'care: what is serious is not left to self-care'],
    [
      (danger === 'deadly' || danger === 'serious') &&
        tests.length === 0 &&
        excluded_by === undefined,
      'what is dangerous needs a line test or excluded_by',
    ],
    [!sources.some(({ name }) => name.length >= MIN_SOURCE_NAME), 'src: no source has a name'],
  ];
  return faults.flatMap(([wrong, fault]) => (wrong ? [fault] : []));
}

const faultsOfSources = (sources: readonly SourceFacts[]): string[] =>
  sources.flatMap(({ doi }) =>
    doi === undefined || DOI.test(doi) ? [] : [`src: ${doi} is no DOI`],
  );

/** What no schema sees: ids that nobody defines, patterns that say two things, doubled names, care that is too late. */
export function checkMeaning(tables: DiseaseTables, places: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = [];
  const findings = new Set(tables.findings.map(({ id }) => id));
  const diseases = new Set(tables.diseases.map(({ id }) => id));
  const at = (key: string) => places.get(key) ?? key;

  function known(ids: Iterable<string>, all: ReadonlySet<string>, key: string, what: string): void {
    for (const id of ids) {
      if (!all.has(id)) faults.push({ at: at(key), fault: `${what}: ${id} is defined nowhere` });
    }
  }

  const sets = new Map(
    Object.entries(tables.words).map(([name, words]) => [name, slotOf(words)] as const),
  );
  const said = new Map<string, string>();
  for (const { id, in: parents = [], say = [], measure = [] } of tables.findings) {
    const key = `finding ${id}`;
    known(parents, findings, key, 'in');
    if (say.length + measure.length === 0) {
      faults.push({ at: at(key), fault: `${id} can never be found: no say, no measure` });
    }
    for (const pattern of say) {
      const [wordless] = wordlessIn(pattern);
      if (wordless !== undefined) {
        faults.push({ at: at(key), fault: `say: ${wordless} in ${pattern} is no word` });
      }
      try {
        const read = JSON.stringify(readPattern(pattern, sets));
        const other = said.get(read);
        if (other !== undefined && other !== id) {
          faults.push({ at: at(key), fault: `say: ${pattern} is said by ${other} too` });
        }
        said.set(read, id);
      } catch (error) {
        faults.push({ at: at(key), fault: `say: ${pattern} ${(error as Error).message}` });
      }
    }
    for (const { variable } of measure) {
      if (findVariable(variable) === undefined) {
        faults.push({ at: at(key), fault: `measure: ${variable} is no variable of the chart` });
      }
    }
  }

  const leaks = new Map(tables.findings.map(({ id, leak }) => [id, leak]));
  const names = new Map<string, string>();
  for (const disease of tables.diseases) {
    const key = `disease ${disease.id}`;
    known(Object.keys(disease.find), findings, key, 'find');
    known(disease.never ?? [], findings, key, 'never');
    known((disease.needs ?? []).flat(), findings, key, 'needs');
    known(disease.excludes_if_absent ?? [], findings, key, 'excludes_if_absent');
    known(Object.keys(disease.leads_to ?? {}), diseases, key, 'leads_to');
    for (const fault of [...faultsOf(disease, leaks), ...faultsOfSources(disease.sources)]) {
      faults.push({ at: at(key), fault });
    }
    const name = disease.name.toLowerCase();
    const other = names.get(name);
    if (other !== undefined) {
      faults.push({ at: at(key), fault: `${disease.name} is the name of ${other} too` });
    }
    names.set(name, disease.id);
  }

  for (const { id, when, consider, sources } of tables.presentations) {
    for (const fault of faultsOfSources(sources)) {
      faults.push({ at: at(`presentation ${id}`), fault });
    }
    known(when, findings, `presentation ${id}`, 'when');
    for (const one of consider) {
      known([one.disease], diseases, `presentation ${id}`, 'consider');
      known(one.if ?? [], findings, `presentation ${id}`, 'consider if');
      known(one.ask ?? [], findings, `presentation ${id}`, 'consider ask');
    }
  }
  for (const { id, when, sources } of tables.rules) {
    for (const fault of faultsOfSources(sources)) faults.push({ at: at(`rule ${id}`), fault });
    const ids = when.flat().map((one) => one.replace(/^!/, ''));
    known(ids, findings, `rule ${id}`, 'when');
  }
  for (const { variable, sources } of tables.ranges) {
    for (const fault of faultsOfSources(sources)) faults.push({ at: `range ${variable}`, fault });
  }
  return faults;
}
