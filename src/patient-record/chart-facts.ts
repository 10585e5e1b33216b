import { type Chart, type Fact, isDerived } from '../chart/fact.js';
import { findVariable } from '../chart/variables/catalogue.js';
import { PATIENT, type PatientFact } from './facts.js';

function factOf(name: string, { value, given, from, at }: Fact): PatientFact {
  const assertion = value === false ? 'absent' : 'present';
  const base = {
    ...({ assertion, experiencer: PATIENT, confidence: 1 } as const),
    origin: { field: from, rule: 'value or code as sent' },
    ...(at !== undefined && { time: { at } }),
  };
  if (name === 'age') return { kind: 'person', age: Number(value), ...base };
  if (name === 'sex') return { kind: 'person', sex: value === 'F' ? 'F' : 'M', ...base };
  if (name === 'pregnant') return { kind: 'pregnancy', ...base };
  if (findVariable(name)?.kind === 'flag') {
    return { kind: 'condition', name, variable: name, ...base };
  }
  return { kind: 'measurement', variable: name, value, given, ...base };
}

/** What values and codes of a chart say, without what merely follows from them. */
export function factsOfChart(chart: Chart, isOther: (field: string) => boolean): PatientFact[] {
  return [...chart].flatMap(([name, facts]) =>
    facts
      .filter((fact) => !isDerived(fact) && !isOther(fact.from))
      .map((fact) => factOf(name, fact)),
  );
}
