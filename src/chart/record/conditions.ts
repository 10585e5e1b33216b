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

/**
 * Reads a FHIR R4 Condition by its ICD-10 and SNOMED CT codes. A refuted one says that it is not so;
 * a merely suspected one says nothing, nor does what has passed of things that pass.
 */
export function readCondition(resource: FhirResource, path: string, reading: Reading): void {
  const verification = statusOf(resource, 'verificationStatus') ?? 'confirmed';
  if (['entered-in-error', 'unconfirmed', 'provisional', 'differential'].includes(verification)) {
    if (verification === 'entered-in-error') return;
    reading.notAssessed.push({ what: path, reason: 'it is suspected and not confirmed' });
    return;
  }
  const passed = ['inactive', 'remission', 'resolved'].includes(
    statusOf(resource, 'clinicalStatus') ?? 'active',
  );
  const present = verification !== 'refuted';
  const flags = new Set(codingsOf(resource.code).flatMap(namedBy));
  if (flags.size === 0) {
    reading.notAssessed.push({ what: path, reason: 'no score has an input for it' });
  }
  for (const { name, fixed } of flags) {
    if (passed && present && !fixed) continue;
    const given = { value: present };
    reading.facts.push([name, { value: present, given, from: path }]);
  }
}
