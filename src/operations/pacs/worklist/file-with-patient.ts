import type { Answer, Call, Work } from '../../../calls/operation.js';
import { AppError } from '../../../core/errors.js';
import type { HeldObject, HeldObjects } from '../../../core/held-object.js';
import type { FhirStore } from '../../../store/fhir/fhir-store.js';
import type { FileReading } from '../../filing/filing.js';
import { findPatient, type IssuedIds, type PatientMatch } from '../find-patient.js';

export interface PatientFilingParts {
  readonly store: FhirStore;
  readonly objects: HeldObjects;
  /** Whose patient IDs are which identifiers in FHIR; without any nothing is filed. */
  readonly systems: readonly IssuedIds[];
  readonly file: FileReading;
}

/**
 * Files the answer to a reading with the patient of the images that were read, where that patient is known.
 * Otherwise the answer says why it is not filed.
 *
 * @param read an object that was read
 * @param made objects that are made of the answer, and kept with it
 */
export type FileWithPatient = (
  answer: Answer,
  call: Call,
  read: HeldObject,
  made: readonly HeldObject[],
) => Promise<Work>;

/** A reading does not wait for the search index: it may be urgent. */
function whileRebuilding(thrown: unknown): PatientMatch {
  if (!(thrown instanceof AppError && thrown.code === 'overloaded')) throw thrown;
  return { reason: 'patients could not be searched for: the search index is being rebuilt' };
}

export function createPatientFiling(parts: PatientFilingParts): FileWithPatient {
  const { store, objects, systems, file } = parts;
  return async (answer, call, read, made) => {
    const match = await store
      .decide(call.mode, findPatient(read.header.patient, systems))
      .catch(whileRebuilding);
    if ('reason' in match) {
      return { ...answer, body: { ...(answer.body as object), not_filed: match.reason } };
    }
    const held = await objects.study(call.mode, read.studyUid);
    const others = [...held, ...made].filter(({ instanceUid }) => instanceUid !== read.instanceUid);
    return file(answer, call, { subject: match.subject, objects: [read, ...others] });
  };
}
