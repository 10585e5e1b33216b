import type { FhirResource } from '../schema.js';
import type { FlagVariable } from '../variable.js';
import { FLAGS } from '../variables/catalogue.js';
import { codingsOf } from './observations.js';
import type { Reading } from './reading.js';

const ICD10 = /icd-10/;
const SNOMED = /snomed/;

function namedBy({ system, code }: { system: string; code: string }): FlagVariable[] {
  if (SNOMED.test(system)) return FLAGS.filter(({ snomed = [] }) => snomed.includes(code));
  if (!ICD10.test(system)) return [];
  return FLAGS.filter(({ icd10 = [] }) => icd10.some((prefix) => code.startsWith(prefix)));
}

const statusOf = (resource: FhirResource, name: string): string | undefined =>
  codingsOf(resource[name])[0]?.code;

export type ConditionState = 'withdrawn' | 'suspected' | 'refuted' | 'passed' | 'present';

/**
 * What a FHIR R4 Condition states by its two statuses; confirmed and active where they are absent.
 */
export function conditionState(resource: FhirResource): ConditionState {
  const verification = statusOf(resource, 'verificationStatus') ?? 'confirmed';
  if (verification === 'entered-in-error') return 'withdrawn';
  if (['unconfirmed', 'provisional', 'differential'].includes(verification)) return 'suspected';
  if (verification === 'refuted') return 'refuted';
  const clinical = statusOf(resource, 'clinicalStatus') ?? 'active';
  return ['inactive', 'remission', 'resolved'].includes(clinical) ? 'passed' : 'present';
}

const flagsOf = (resource: FhirResource) => new Set(codingsOf(resource.code).flatMap(namedBy));

/** Whether a resolved condition still counts: a stroke does, a cold does not. */
export const remainsTrue = (resource: FhirResource): boolean =>
  [...flagsOf(resource)].some(({ fixed }) => fixed);

/**
 * Reads a FHIR R4 Condition by its ICD-10 and SNOMED CT codes. A refuted condition is absent; a
 * suspected one yields no fact, nor does a resolved one that no longer counts.
 */
export function readCondition(resource: FhirResource, path: string, reading: Reading): void {
  const state = conditionState(resource);
  if (state === 'withdrawn') return;
  if (state === 'suspected') {
    reading.notAssessed.push({ what: path, reason: 'it is suspected and not confirmed' });
    return;
  }
  const present = state !== 'refuted';
  const flags = flagsOf(resource);
  if (flags.size === 0) {
    reading.notAssessed.push({ what: path, reason: 'no score has an input for it' });
  }
  for (const { name, fixed } of flags) {
    if (state === 'passed' && !fixed) continue;
    const given = { value: present };
    reading.facts.push([name, { value: present, given, from: path }]);
  }
}
