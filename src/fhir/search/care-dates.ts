import type { Bound, Filter } from '../../store/fhir/filter.js';
import type { Definitions } from '../definitions/definition.js';
import { createDateReader } from '../index/dates.js';
import { parameterName } from '../index/parameter-name.js';
import { refuseFor } from '../outcome.js';

/** Parameters for the time of care, not the time of documentation. */
const CARE_DATES: Readonly<Record<string, readonly string[]>> = {
  CarePlan: ['date'],
  CareTeam: ['date'],
  Claim: ['created'],
  Condition: ['onset-date', 'abatement-date'],
  DiagnosticReport: ['date'],
  DocumentReference: ['period', 'date'],
  Encounter: ['date'],
  ExplanationOfBenefit: ['created'],
  Goal: ['start-date', 'target-date'],
  ImagingStudy: ['started'],
  Immunization: ['date'],
  Media: ['created'],
  MedicationAdministration: ['effective-time'],
  MedicationDispense: ['whenhandedover', 'whenprepared'],
  MedicationRequest: ['date', 'authoredon'],
  MedicationStatement: ['effective'],
  Observation: ['date'],
  Procedure: ['date'],
  QuestionnaireResponse: ['authored'],
  RiskAssessment: ['date'],
  ServiceRequest: ['occurrence', 'authored'],
  Specimen: ['collected'],
};

export interface CarePeriod {
  readonly start: string | undefined;
  readonly end: string | undefined;
}

/**
 * Care within a period, for `$everything`: one of the dates of care is in it, or the resource has
 * none. Types without dates of care, such as an allergy, always match.
 *
 * @param period dates as they were sent; whole days count wholly
 * @throws AppError `validation_error` for an invalid date
 */
export function careDates(
  type: string,
  { start, end }: CarePeriod,
  definitions: Definitions,
  timeZone: string,
): Filter[] {
  if (start === undefined && end === undefined) return [];
  const read = createDateReader(timeZone);
  const bound = (
    name: string,
    text: string | undefined,
    side: 'low' | 'high',
  ): Bound | undefined => {
    if (text === undefined) return undefined;
    const range = read(text.replace(' ', '+'));
    if (range !== undefined) return { at: range[side] };
    throw refuseFor('validation_error', 'value', 'Must be a date.', `http.${name}`);
  };
  const from = bound('start', start, 'low');
  const until = bound('end', end, 'high');
  const parameters = (CARE_DATES[type] ?? [])
    .filter((code) => definitions.parameter(type, code) !== undefined)
    .map((code) => parameterName(type, code));
  if (parameters.length === 0) return [];
  const box = { ...(until && { low: { max: until } }), ...(from && { high: { min: from } }) };
  const within = parameters.map((parameter): Filter => ({ kind: 'date', parameter, any: [box] }));
  const dated = parameters.map(
    (parameter): Filter => ({ kind: 'present', parameter, in: ['dates'] }),
  );
  const undated: Filter = { kind: 'not', of: { kind: 'any', of: dated } };
  return [{ kind: 'any', of: [...within, undated] }];
}
