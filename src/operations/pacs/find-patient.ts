import type { DescribedObject } from '../../core/received-object.js';
import type { FhirResource } from '../../patient-record/chart/schema.js';
import type { Filter } from '../../store/fhir/filter.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';

/** The identifier system in FHIR of the patient IDs that one issuer assigns. */
export interface IssuedIds {
  /** Issuer of Patient ID (0010,0021); absent: of objects that name none. */
  readonly issuer?: string | undefined;
  /** The URI of the system. */
  readonly system: string;
}

/** The patient of a study among those that are kept, or why none is taken. */
export type PatientMatch = { readonly subject: string } | { readonly reason: string };

type HeaderPatient = DescribedObject['patient'];

/** The identifier of a patient as FHIR has it, or why there is none. */
export function identifierOf(
  { id, issuer }: HeaderPatient,
  systems: readonly IssuedIds[],
): { readonly system: string; readonly value: string } | { readonly reason: string } {
  const value = id?.trim() ?? '';
  const issuedBy = issuer?.trim() || undefined;
  if (value === '') return { reason: 'the images name no patient ID' };
  const found = systems.find((one) => one.issuer === issuedBy);
  if (found !== undefined) return { system: found.system, value };
  const whose = issuedBy === undefined ? 'without an issuer' : 'of this issuer';
  return { reason: `no system of identifiers is configured for patient IDs ${whose}` };
}

/** PS3.3 C.7.1.1: Patient's Sex. */
const SEXES: Readonly<Record<string, string>> = { M: 'male', F: 'female', O: 'other' };

/** Why the patient of a header cannot be the one that is kept; undefined where nothing contradicts. */
function contradiction({ birthDate, sex }: HeaderPatient, kept: FhirResource): string | undefined {
  const { birthDate: born, gender } = kept;
  const day = birthDate?.trim();
  if (typeof born === 'string' && day !== undefined && /^\d{8}$/.test(day)) {
    // The record may hold the year or the month alone.
    const digits = born.replaceAll('-', '');
    if (!day.startsWith(digits)) return 'the date of birth differs from that of the images';
  }
  const stated = SEXES[sex?.trim() ?? ''];
  const differs = stated !== undefined && typeof gender === 'string' && gender !== stated;
  if (differs && gender !== 'unknown') return 'the sex differs from that of the images';
  return undefined;
}

/**
 * The one patient who is kept with the ID and issuer of a header. A name is never compared: it is no
 * identity. A date of birth or a sex that contradicts the header is reason enough to take none.
 */
export function* findPatient(
  patient: HeaderPatient,
  systems: readonly IssuedIds[],
): ReadDecision<PatientMatch> {
  const identifier = identifierOf(patient, systems);
  if ('reason' in identifier) return identifier;
  const { system, value } = identifier;
  const parameter = 'Patient?identifier';
  const where: Filter = { kind: 'token', parameter, any: [{ system, code: value }] };
  const query = { type: 'Patient', where, order: [], limit: 2, total: 'none' } as const;
  const { rows } = yield* perform({ kind: 'fhir.search', query });
  const [found, another] = rows;
  if (found === undefined) return { reason: 'no patient is kept with the ID of the images' };
  if (another !== undefined)
    return { reason: 'several patients are kept with the ID of the images' };
  const reason = contradiction(patient, JSON.parse(found.body) as FhirResource);
  return reason === undefined ? { subject: `Patient/${found.id}` } : { reason };
}
