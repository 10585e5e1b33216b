import { readValue, type SentValue } from '../read-value.js';
import type { FhirResource } from '../schema.js';
import type { Variable } from '../variable.js';
import { findByLoinc, variable } from '../variables/catalogue.js';
import type { Reading } from './reading.js';

type Json = unknown;
const record = (value: Json): Readonly<Record<string, Json>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, Json>)
    : undefined;
const list = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json): string | undefined => (typeof value === 'string' ? value : undefined);

/** Codings of a CodeableConcept. */
export function codingsOf(concept: Json): Array<{ system: string; code: string; display: string }> {
  return list(record(concept)?.coding).flatMap((coding) => {
    const { system, code, display } = record(coding) ?? {};
    if (typeof code !== 'string') return [];
    return [{ system: text(system) ?? '', code, display: text(display) ?? '' }];
  });
}

const LOINC = 'http://loinc.org';
/** Statuses of an Observation without a valid result: FHIR R4 ObservationStatus. */
const NO_RESULT: readonly string[] = ['entered-in-error', 'cancelled', 'registered', 'unknown'];
const SMOKING_LOINC = '72166-2';
const CURRENT_SMOKER = variable('current_smoker');
/** SNOMED CT answers to LOINC 72166-2 (US Core smoking status). */
const SMOKING: ReadonlyMap<string, boolean> = new Map([
  ['449868002', true],
  ['428041000124106', true],
  ['77176002', true],
  ['428071000124103', true],
  ['428061000124105', true],
  ['65568007', true],
  ['8517006', false],
  ['266919005', false],
]);

/** Whether an Observation has a result. */
export const holdsResult = ({ status }: FhirResource): boolean =>
  !NO_RESULT.includes(text(status) ?? '');

/** Time of the observation, ms since 1970; a date without a time is taken as its start in UTC. */
export function observedAt(resource: FhirResource): number | undefined {
  const period = record(resource.effectivePeriod);
  const written =
    text(resource.effectiveDateTime) ??
    text(resource.effectiveInstant) ??
    text(period?.end) ??
    text(period?.start) ??
    text(resource.issued);
  const time = written === undefined ? Number.NaN : Date.parse(written);
  return Number.isNaN(time) ? undefined : time;
}

/** What a value may be read from: its codes, their displays, and the accompanying text. */
function answersIn(concept: Json): string[] {
  const codings = codingsOf(concept);
  const words = [...codings.map(({ code }) => code), ...codings.map(({ display }) => display)];
  return [...words, text(record(concept)?.text) ?? ''].filter(
    (word) => word !== '' && word.length <= 200,
  );
}

/**
 * The value of an Observation or of one of its components, in the form in which a client sends it
 * by name.
 */
function sentOf(variable: Variable, holder: Readonly<Record<string, Json>>): SentValue | undefined {
  const quantity = record(holder.valueQuantity);
  if (quantity !== undefined && typeof quantity.value === 'number') {
    const unit = text(quantity.code) ?? text(quantity.unit);
    const ratio = variable.kind === 'quantity' && /^(1|\{score\}|\[pH\])$/.test(variable.unit);
    // Without a unit it is unclear whether this is an amount of substance or a mass.
    if (ratio || variable.kind !== 'quantity') return quantity.value;
    return unit === undefined ? undefined : { value: quantity.value, unit };
  }
  if (typeof holder.valueInteger === 'number' && variable.kind === 'quantity') {
    return variable.unit === '{score}' ? holder.valueInteger : undefined;
  }
  if (typeof holder.valueBoolean === 'boolean') return holder.valueBoolean;
  const concept = record(holder.valueCodeableConcept);
  if (concept !== undefined) {
    const answers = answersIn(concept);
    return answers.find((answer) => readValue(variable, answer).ok) ?? answers[0];
  }
  return text(holder.valueString)?.slice(0, 200);
}

const loincOf = (concept: Json): string[] =>
  codingsOf(concept).flatMap(({ system, code }) =>
    system === LOINC || system === '' ? [code] : [],
  );

/** Reads an Observation and its components; smoking status has its own set of answers. */
export function observedVariables(resource: FhirResource): Variable[] {
  const codes = [resource, ...list(resource.component)].flatMap((one) =>
    loincOf(record(one)?.code),
  );
  return codes.flatMap((code) =>
    code === SMOKING_LOINC ? CURRENT_SMOKER : (findByLoinc(code) ?? []),
  );
}

function readOne(
  holder: Readonly<Record<string, Json>>,
  path: string,
  at: number | undefined,
  reading: Reading,
): void {
  const codes = loincOf(holder.code);
  const time = at === undefined ? {} : { at };
  if (codes.includes(SMOKING_LOINC)) {
    for (const { code } of codingsOf(holder.valueCodeableConcept)) {
      const value = SMOKING.get(code);
      if (value === undefined) continue;
      const given = { value: code };
      reading.facts.push(['current_smoker', { value, given, from: path, ...time }]);
      return;
    }
    return;
  }
  const variable = codes.map(findByLoinc).find((one) => one !== undefined);
  if (variable === undefined) {
    // The results of a panel are in its components.
    if (list(holder.component).length > 0) return;
    reading.notAssessed.push({ what: path, reason: 'its code is not one that a rule knows' });
    return;
  }
  const sent = sentOf(variable, holder);
  if (sent === undefined) {
    const reason = `no value with a unit that could be read as ${variable.name}`;
    reading.notAssessed.push({ what: path, reason });
    return;
  }
  const read = readValue(variable, sent);
  if (!read.ok) {
    reading.notAssessed.push({ what: path, reason: `${variable.name} ${read.issue}` });
    return;
  }
  const { value, given } = read;
  reading.facts.push([variable.name, { value, given, from: path, ...time }]);
}

/**
 * Reads a FHIR R4 Observation coded in LOINC, with its components. One without a result
 * (cancelled, entered in error, data absent) yields no fact; one that cannot be read is listed as
 * not assessed, since a single bad entry in a long record must not hide the others.
 */
export function readObservation(resource: FhirResource, path: string, reading: Reading): void {
  if (!holdsResult(resource)) return;
  const at = observedAt(resource);
  if (resource.dataAbsentReason === undefined) readOne(resource, path, at, reading);
  for (const [index, component] of list(resource.component).entries()) {
    const part = record(component);
    if (part === undefined || part.dataAbsentReason !== undefined) continue;
    readOne(part, `${path}.component.${index}`, at, reading);
  }
}
