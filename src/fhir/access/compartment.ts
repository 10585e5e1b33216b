import type { Filter } from '../../store/fhir/filter.js';
import type { IndexRows } from '../../store/fhir/rows.js';
import type { Definitions } from '../definitions/definition.js';
import { parameterName } from '../index/parameter-name.js';
import type { Resource } from '../resource.js';
import { presence } from '../search/criterion.js';
import { securityContextOf } from './security-context.js';

/** The filter that every resource meets. */
export const EVERYTHING: Filter = { kind: 'all', of: [] };

/**
 * Types whose resources may concern many patients, although they name one; and those outside of the
 * compartment that are about a patient's records without naming the patient.
 */
export const OF_MANY: ReadonlySet<string> = new Set([
  'AuditEvent',
  'BiologicallyDerivedProduct',
  'Bundle',
  'EnrollmentResponse',
  'Group',
  'Linkage',
  'MessageHeader',
  'PaymentNotice',
  'PaymentReconciliation',
  'VerificationResult',
]);

/**
 * Types outside of the compartment that may be about a patient's records: one that does not name the
 * patient (search parameter `patient`) may still concern another.
 */
export const OF_THE_NAMED: ReadonlySet<string> = new Set(['Contract', 'GuidanceResponse', 'Task']);

const refersTo = (type: string, code: string, patient: string): Filter => ({
  kind: 'reference',
  parameter: parameterName(type, code),
  any: [{ type: 'Patient', target: patient }],
});

/** Linked to the patient by one of the parameters of the compartment. */
export function tied(type: string, patient: string, definitions: Definitions): Filter {
  const of = definitions
    .compartment(type)
    .filter((code) => definitions.parameter(type, code) !== undefined)
    .map((code) => refersTo(type, code, patient));
  return { kind: 'any', of };
}

/** Of a type outside the compartment: refers to this patient, or to none. */
function ofNobodyElse(type: string, patient: string, definitions: Definitions): Filter {
  const codes = definitions
    .parameters(type)
    .filter((one) => one.type === 'reference' && one.targets.includes('Patient'))
    .map(({ code }) => code);
  if (codes.length === 0) return EVERYTHING;
  const of = codes.map((code): Filter => {
    const named: Filter = { kind: 'any', of: presence(type, code, 'reference') };
    return { kind: 'any', of: [refersTo(type, code, patient), { kind: 'not', of: named }] };
  });
  return { kind: 'all', of };
}

/** A resource may be read with the one that it names so. */
export const OF_THE_CONTEXT: ReadonlySet<string> = new Set(['Binary']);

const NAMES_CONTEXT: Filter = {
  kind: 'same-element',
  of: EVERYTHING,
  test: (body) => securityContextOf(JSON.parse(body) as Resource) !== undefined,
};

/**
 * The condition for reading what concerns a patient: the Patient itself, the compartment, and resources
 * that concern no patient, such as a Practitioner. Of types of `OF_THE_CONTEXT` only a part of it.
 *
 * @returns undefined for a type whose resources may concern many patients
 */
export function readableFor(
  patient: string,
  type: string,
  definitions: Definitions,
): Filter | undefined {
  if (OF_MANY.has(type)) return undefined;
  if (OF_THE_CONTEXT.has(type)) return NAMES_CONTEXT;
  if (type === 'Patient') return { kind: 'id', any: [patient] };
  if (definitions.compartment(type).length > 0) return tied(type, patient, definitions);
  if (OF_THE_NAMED.has(type)) return refersTo(type, 'patient', patient);
  return ofNobodyElse(type, patient, definitions);
}

/**
 * The condition for writing what concerns a patient: the Patient itself, and what names the patient as
 * its own. Together with `namesAnother`.
 *
 * @returns undefined for a type whose resources do not belong to one patient
 */
export function writableFor(
  patient: string,
  type: string,
  definitions: Definitions,
): Filter | undefined {
  if (OF_MANY.has(type)) return undefined;
  if (type === 'Patient') return { kind: 'id', any: [patient] };
  if (definitions.parameter(type, 'patient') === undefined) return undefined;
  return refersTo(type, 'patient', patient);
}

const FOREIGN_PATIENT = /(^|\/)Patient\//;

/** Whether a resource would also be in the compartment of another patient. */
export function namesAnother(
  patient: string,
  type: string,
  { references }: IndexRows,
  definitions: Definitions,
): boolean {
  const codes = new Set([...definitions.compartment(type), 'patient', 'subject']);
  const parameters = new Set([...codes].map((code) => parameterName(type, code)));
  return references.some((row) => {
    if (!parameters.has(row.parameter)) return false;
    if (row.type === '') return FOREIGN_PATIENT.test(row.target);
    return row.type === 'Patient' && row.target !== patient;
  });
}
