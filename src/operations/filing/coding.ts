import type { Resource } from '../../fhir/resource.js';
import type { FhirResource } from '../../patient-record/chart/schema.js';

export const LOINC = 'http://loinc.org';
/** ICD-10 of the WHO, the code system of the disease knowledge. */
export const ICD10 = 'http://hl7.org/fhir/sid/icd-10';
const UCUM = 'http://unitsofmeasure.org';
const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';

export interface Coding {
  readonly system: string;
  readonly code: string;
  readonly display?: string;
}

/** A code from one of HL7's own code systems. */
export const hl7 = (system: string, code: string, display: string): Coding => ({
  system: `${TERMINOLOGY}/${system}`,
  code,
  display,
});

/**
 * Marks a resource as asserted by software and not by a person: the security label of the HL7 guide
 * "AI Transparency on FHIR" (https://build.fhir.org/ig/HL7/aitransparency-ig/).
 */
export const AI_ASSERTED = hl7('v3-ObservationValue', 'AIAST', 'Artificial Intelligence asserted');

const CONTROL = /[^\P{Cc}\t\n\r]/gu;

/** Text as FHIR allows it: without control characters and surrounding blanks; '' for none. */
export const clean = (text: string): string => text.replace(CONTROL, ' ').trim();

/** A CodeableConcept; the text is what a person reads. */
export function concept(text: string, ...codings: readonly Coding[]) {
  const coding = codings.map(({ system, code, display = '' }) => {
    const shown = clean(display);
    return { system, code, ...(shown !== '' && { display: shown }) };
  });
  return { ...(coding.length > 0 && { coding }), text: clean(text) || 'not named' };
}

/** A Quantity in UCUM. */
export const quantity = (value: number, unit: string) => ({
  value,
  ...(unit !== '' && { unit, system: UCUM, code: unit }),
});

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** The text for people that every resource should have (dom-6): one paragraph per line. */
export function narrative(lines: readonly string[]) {
  const texts = lines.map(clean).filter((line) => line !== '');
  const paragraphs = (texts.length > 0 ? texts : ['Made by Wardbox.']).map(
    (line) => `<p>${line.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)}</p>`,
  );
  const div = `<div xmlns="http://www.w3.org/1999/xhtml">${paragraphs.join('')}</div>`;
  return { status: 'generated', div };
}

/** A note, unless its text is empty. */
export function note(lines: readonly string[]): { note?: readonly { text: string }[] } {
  const texts = lines.map(clean).filter((line) => line !== '');
  return texts.length === 0 ? {} : { note: texts.map((text) => ({ text })) };
}

/** A resource to be filed: its id is assigned in advance, so that others can refer to it. */
export type FiledResource = Resource & { readonly id: string };

export const nameOf = ({ resourceType, id }: FiledResource): string => `${resourceType}/${id}`;

/** A DetectedIssue of the patient's file that an earlier check has filed. */
export interface EarlierAlert {
  readonly id: string;
  readonly version: number;
  /** A person has confirmed or mitigated it, or set its status: it is no longer the appliance's to change. */
  readonly isTaken: boolean;
  readonly resource: FhirResource;
}

/** By the value of their identifier. */
export type EarlierAlerts = ReadonlyMap<string, EarlierAlert>;

/** The patient whose record an answer is filed in, and what the answer was derived from. */
export interface FileFacts {
  /** `Patient/123` */
  readonly subject: string;
  /** Observations that were read from the record: `Observation/7`. */
  readonly observations: readonly string[];
  /** Alerts that are in the file already. */
  readonly alerts?: EarlierAlerts;
  /** Of the appliance. */
  readonly version: string;
  readonly newId: () => string;
}

/** Elements common to all resources of one answer. */
export const opening = (
  resourceType: string,
  resultId: string,
  file: FileFacts,
  lines: readonly string[],
) => ({
  ...openingWithoutPatient(resourceType, resultId, file, lines),
  subject: { reference: file.subject },
});

/** The same for a type that names its patient in another element. */
export function openingWithoutPatient(
  resourceType: string,
  resultId: string,
  { newId }: FileFacts,
  lines: readonly string[],
) {
  return {
    resourceType,
    id: newId(),
    meta: { security: [AI_ASSERTED] },
    text: narrative(lines),
    identifier: [{ value: resultId, assigner: { display: 'Wardbox' } }],
  };
}

/** `0.6231` → `62 %`; a value that would round to 0 or 100 is written as a bound. */
export function percent(probability: number): string {
  if (probability > 0 && probability < 0.01) return 'below 1 %';
  if (probability > 0.99 && probability < 1) return 'above 99 %';
  return `${Math.round(probability * 100)} %`;
}
