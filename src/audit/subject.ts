import { invalidField } from '../core/errors.js';
import type { AuditRepository } from '../store/audit-repository.js';

const SUBJECT = /^(?:([A-Z][A-Za-z]+)\/)?([A-Za-z0-9.-]{1,64}|h_[0-9a-f]{32})$/;

/**
 * Returns the resource that `--patient` names.
 *
 * @param text `Patient/123`, `123`, or the pseudonym that records use for it
 * @throws AppError `validation_error`
 */
export function subjectOf(text: string): string {
  const [, type = 'Patient', id] = SUBJECT.exec(text) ?? [];
  if (id === undefined) throw invalidField('patient', 'must be an id, such as Patient/123 or 123');
  return `${type}/${id}`;
}

/** Returns all names that records use for a resource; @throws AppError `validation_error` */
export const namesOf = (text: string, { names }: AuditRepository): readonly string[] =>
  names.known(subjectOf(text));
