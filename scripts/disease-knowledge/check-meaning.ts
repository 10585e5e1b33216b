import type { DiseaseTables } from '../../src/analyze/knowledge/schema.js';
import { readPattern, slotOf, wordlessIn } from '../../src/analyze/phrases/pattern.js';
import { findVariable } from '../../src/chart/variables/catalogue.js';

interface Fault {
  readonly at: string;
  readonly fault: string;
}

const FEWEST_FINDINGS = 4;

/** What no schema sees: ids that nobody defines, patterns that say two things, doubled names. */
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

  const names = new Map<string, string>();
  for (const disease of tables.diseases) {
    const key = `disease ${disease.id}`;
    known(Object.keys(disease.find), findings, key, 'find');
    known(disease.never ?? [], findings, key, 'never');
    known((disease.needs ?? []).flat(), findings, key, 'needs');
    known(disease.excludes_if_absent ?? [], findings, key, 'excludes_if_absent');
    known(Object.keys(disease.leads_to ?? {}), diseases, key, 'leads_to');
    if (Object.keys(disease.find).length < FEWEST_FINDINGS) {
      faults.push({ at: at(key), fault: `${disease.id} has too few findings` });
    }
    const name = disease.name.toLowerCase();
    const other = names.get(name);
    if (other !== undefined) {
      faults.push({ at: at(key), fault: `${disease.name} is the name of ${other} too` });
    }
    names.set(name, disease.id);
  }

  for (const { id, when, consider } of tables.presentations) {
    known(when, findings, `presentation ${id}`, 'when');
    for (const one of consider) {
      known([one.disease], diseases, `presentation ${id}`, 'consider');
      known(one.if ?? [], findings, `presentation ${id}`, 'consider if');
    }
  }
  for (const { id, when } of tables.rules) {
    const ids = when.flat().map((one) => one.replace(/^!/, ''));
    known(ids, findings, `rule ${id}`, 'when');
  }
  return faults;
}
