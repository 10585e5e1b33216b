import { parse } from '../../core/schema.js';
import { contradictoryFacts } from '../../patient-record/chart/contradictions.js';
import {
  type FhirResource,
  type PatientData,
  patientData,
} from '../../patient-record/chart/schema.js';
import { readPatientRecord } from '../../patient-record/read-record.js';
import { renamed } from './rename.js';

export interface NotAssessed {
  readonly what: string;
  readonly reason: string;
}

/** A resource that was chosen from a record, and its name: `Observation/7`. */
export interface ChosenResource {
  readonly resource: FhirResource;
  readonly name: string;
}

const PATH = 'patient_data';
const MAX_ROUNDS = 20;

export const bundleOf = (chosen: readonly ChosenResource[]): PatientData =>
  parse(patientData, {
    resourceType: 'Bundle',
    type: 'collection',
    entry: chosen.map(({ resource }) => ({ resource })),
  });

interface Fault {
  readonly fields: readonly string[];
  readonly issue: string;
}

/** The contradictions among these, by the fields to be left out. */
function faultsOf(chosen: readonly ChosenResource[], now: number): Fault[] {
  const { chart, issues } = readPatientRecord(bundleOf(chosen), {
    path: PATH,
    language: undefined,
    now,
  });
  const clashes = contradictoryFacts(chart).map(({ facts, issue }): Fault => {
    const times = facts.map(({ at }) => at ?? Number.NEGATIVE_INFINITY);
    const newest = times.reduce((a, b) => Math.max(a, b));
    const older = facts.filter((_, n) => (times[n] ?? newest) < newest);
    return { fields: (older.length > 0 ? older : facts).map(({ from }) => from), issue };
  });
  return [...issues.map(({ field, issue }) => ({ fields: [field], issue })), ...clashes];
}

const ENTRY = /^patient_data\.entry\.(\d+)\./;

/**
 * Leaves out what contradicts something newer, and all values of the same time that contradict each
 * other. The client did not send these values and cannot correct them, and one wrong value must not
 * prevent the others from being used.
 *
 * @param now ms since 1970
 */
export function consistent<C extends ChosenResource>(
  chosen: readonly C[],
  now: number,
): { readonly kept: readonly C[]; readonly left: readonly NotAssessed[] } {
  const left: NotAssessed[] = [];
  let kept = chosen;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const names = kept.map(({ name }) => name);
    const out = new Map<string, string>();
    for (const { fields, issue } of faultsOf(kept, now)) {
      for (const field of fields) {
        const name = names[Number(ENTRY.exec(field)?.[1])];
        if (name !== undefined) out.set(name, renamed(issue, names));
      }
    }
    if (out.size === 0) break;
    left.push(...[...out].map(([what, reason]) => ({ what, reason })));
    kept = kept.filter(({ name }) => !out.has(name));
  }
  return { kept, left };
}
