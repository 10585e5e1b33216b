import { isoTime } from '../../core/clock.js';
import { conditionState, remainsTrue } from '../../patient-record/chart/record/conditions.js';
import {
  codingsOf,
  holdsResult,
  observedAt,
  observedVariables,
} from '../../patient-record/chart/record/observations.js';
import type { FhirResource, PatientData } from '../../patient-record/chart/schema.js';
import { AI_ASSERTED } from './coding.js';
import { bundleOf, type ChosenResource, consistent, type NotAssessed } from './consistent.js';
import { ageInWords, freshnessOf } from './staleness.js';

/** The resources of one patient, current versions. */
export interface PatientFile {
  readonly patient: FhirResource;
  /** Newest first. */
  readonly observations: readonly FhirResource[];
  readonly conditions: readonly FhirResource[];
  readonly medicines: readonly FhirResource[];
  readonly allergies: readonly FhirResource[];
  /** The parts of the record that were not assessed. */
  readonly unread: readonly NotAssessed[];
}

export interface ValueSource {
  readonly resource: string;
  readonly observed_at?: string;
  readonly age_hours?: number;
}

/** A patient's record as input of an operation, and what was left out of it. */
export interface FileData {
  readonly data: PatientData;
  readonly readFrom: readonly ValueSource[];
  readonly notAssessed: readonly NotAssessed[];
}

/** Tolerance for clocks that differ; what is further ahead is planned, not observed. */
const CLOCK_SKEW_MS = 300_000;
const HOUR_MS = 3_600_000;

const nameOf = ({ resourceType, id }: FhirResource): string => `${resourceType}/${id}`;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Unconfirmed assertions of software must not become their own evidence the next time. */
function assertedBySoftware({ meta }: FhirResource): boolean {
  const labels = codingsOf({ coding: (meta as FhirResource | undefined)?.security });
  return labels.some(
    ({ system, code }) => system === AI_ASSERTED.system && code === AI_ASSERTED.code,
  );
}

/** Key of Observations of the same quantity: the LOINC code, else another code or the text. */
function topicOf({ code }: FhirResource): string {
  const codings = codingsOf(code);
  const best = codings.find(({ system }) => system === 'http://loinc.org') ?? codings[0];
  return best === undefined
    ? `text ${String((code as FhirResource | undefined)?.text ?? '').toLowerCase()}`
    : `${best.system}|${best.code}`;
}

const holdsSomething = (one: FhirResource): boolean =>
  list(one.component).length > 0 || Object.keys(one).some((name) => name.startsWith('value'));

/** Returns the newest Observation with a result of each quantity; the input is newest first. */
function newestOfEach(observations: readonly FhirResource[]): FhirResource[] {
  const newest = new Map<string, FhirResource>();
  const time = (one: FhirResource) => observedAt(one) ?? Number.NEGATIVE_INFINITY;
  for (const one of observations) {
    if (!holdsResult(one) || !holdsSomething(one)) continue;
    const topic = topicOf(one);
    const previous = newest.get(topic);
    if (previous === undefined || time(one) > time(previous)) newest.set(topic, one);
  }
  return [...newest.values()];
}

type ResourceUse = { readonly use: ValueSource } | { readonly leave?: NotAssessed };

/** Whether an Observation is recent enough to describe the patient's present state. */
function judgeAge(observation: FhirResource, now: number): ResourceUse {
  const resource = nameOf(observation);
  const { what, maxAgeMs } = freshnessOf(observation);
  const variables = observedVariables(observation).map(({ name }) => name);
  const leave = (reason: string) =>
    variables.length === 0
      ? {}
      : { leave: { what: resource, reason: `${variables.join(', ')}: ${reason}` } };
  const at = observedAt(observation);
  if (at === undefined) {
    return maxAgeMs === Number.POSITIVE_INFINITY
      ? { use: { resource } }
      : leave('it is not said when it was observed');
  }
  const age = now - at;
  if (age < -CLOCK_SKEW_MS) return leave('its time is in the future');
  if (age > maxAgeMs) {
    const limit = ageInWords(maxAgeMs);
    return leave(`${ageInWords(age)} old; ${what} older than ${limit} are not used`);
  }
  const age_hours = Math.max(0, Math.round((age / HOUR_MS) * 10) / 10);
  return { use: { resource, observed_at: isoTime(at), age_hours } };
}

const statusIs = (one: FhirResource, name: string, codes: readonly string[]): boolean =>
  codingsOf(one[name]).some(({ code }) => codes.includes(code));

/** Conditions that the patient has, and past ones of the kind that remain true; or all past ones. */
const sortCondition =
  (withPast: boolean) =>
  (condition: FhirResource): ResourceUse => {
    const resource = nameOf(condition);
    const state = conditionState(condition);
    if (state === 'present' || (state === 'passed' && (withPast || remainsTrue(condition)))) {
      return { use: { resource } };
    }
    return state === 'suspected'
      ? { leave: { what: resource, reason: 'it is suspected and not confirmed' } }
      : {};
  };

const ORDERS = ['order', 'original-order', 'reflex-order', 'filler-order', 'instance-order'];

/** Medicines that the patient takes: active ones, of requests only orders. */
function sortMedicine(medicine: FhirResource): ResourceUse {
  const resource = nameOf(medicine);
  const { resourceType, status, intent, doNotPerform } = medicine;
  const isOrder = ORDERS.includes(String(intent)) && doNotPerform !== true;
  if (resourceType === 'MedicationRequest' && !isOrder) return {};
  if (status === 'active') return { use: { resource } };
  const reason = 'it is not known whether it is taken: its status is unknown';
  return status === 'unknown' ? { leave: { what: resource, reason } } : {};
}

const isAllergy = (one: FhirResource): boolean =>
  !statusIs(one, 'clinicalStatus', ['inactive', 'resolved']) &&
  !statusIs(one, 'verificationStatus', ['refuted', 'entered-in-error']);

/** An allergy described by its reactions alone, with the first substance as its code. */
function withSubstance(allergy: FhirResource): FhirResource {
  if (allergy.code !== undefined) return allergy;
  const [reaction] = list(allergy.reaction).flatMap((one) => (one as FhirResource).substance ?? []);
  return reaction === undefined ? allergy : { ...allergy, code: reaction };
}

interface DatedReading extends ChosenResource {
  readonly from: ValueSource;
}

interface Choice {
  readonly taken: readonly DatedReading[];
  readonly left: readonly NotAssessed[];
}

function choose(all: readonly FhirResource[], sort: (one: FhirResource) => ResourceUse): Choice {
  const sorted = all.map((resource) => ({ resource, ...sort(resource) }));
  return {
    taken: sorted.flatMap((one) =>
      'use' in one ? [{ resource: one.resource, name: one.use.resource, from: one.use }] : [],
    ),
    left: sorted.flatMap((one) => ('leave' in one && one.leave ? [one.leave] : [])),
  };
}

const only =
  (test: (one: FhirResource) => boolean) =>
  (one: FhirResource): ResourceUse =>
    test(one) ? { use: { resource: nameOf(one) } } : {};

/**
 * Returns the current data of a patient's record as a FHIR Bundle: the newest Observation of each
 * quantity that is not too old, conditions that are confirmed and active (or past and lasting),
 * current medicines, allergies. Assertions of software are left out, and so is what
 * contradicts something newer.
 *
 * @param now ms since 1970
 * @param withPast also conditions that have passed: a medicine can be wrong for who once had an ulcer
 */
export function patientDataOf(file: PatientFile, now: number, withPast = false): FileData {
  const human = (all: readonly FhirResource[]) => all.filter((one) => !assertedBySoftware(one));
  const choices = [
    choose(
      [file.patient],
      only(() => true),
    ),
    choose(newestOfEach(human(file.observations)), (one) => judgeAge(one, now)),
    choose(human(file.conditions), sortCondition(withPast)),
    choose(human(file.medicines), sortMedicine),
    choose(human(file.allergies).map(withSubstance), only(isAllergy)),
  ];
  const chosen = choices.flatMap(({ taken }) => taken);
  const { kept, left } = consistent(chosen, now);
  return {
    data: bundleOf(kept),
    readFrom: kept.map(({ from }) => from),
    notAssessed: [...file.unread, ...choices.flatMap((choice) => choice.left), ...left],
  };
}
