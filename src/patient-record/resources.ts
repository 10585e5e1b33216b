import { conditionState } from './chart/record/conditions.js';
import { codingsOf } from './chart/record/observations.js';
import type { FhirResource, PatientData } from './chart/schema.js';
import { dosageInWords } from './dosage.js';
import type { AllergyFact, MedicineFact } from './facts.js';
import type { Assertion } from './language/entity.js';
import type { TextLine } from './text-line.js';

type Bundle = Extract<PatientData, { resourceType: 'Bundle' }>;

/** What a bundle names as text: lines, medicines and allergies. */
export interface NamedInBundle {
  readonly lines: readonly TextLine[];
  readonly medicines: readonly MedicineFact[];
  readonly allergies: readonly AllergyFact[];
}

const LONGEST = 500;

const isObject = (value: unknown): value is FhirResource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The text of a FHIR CodeableConcept: its `text`, or the first display of its codings. */
export function wordsOfConcept(concept: unknown): string {
  if (!isObject(concept)) return '';
  if (typeof concept.text === 'string') return concept.text.slice(0, LONGEST);
  const named = list(concept.coding).find(
    (one) => isObject(one) && typeof one.display === 'string',
  );
  return isObject(named) ? String(named.display).slice(0, LONGEST) : '';
}

const statusIs = (one: FhirResource, name: string, codes: readonly string[]): boolean =>
  codingsOf(one[name]).some(({ code }) => codes.includes(code));

const NOT_TAKEN: Readonly<Record<string, Assertion>> = {
  completed: 'historical',
  stopped: 'historical',
  'on-hold': 'historical',
  'not-taken': 'absent',
  cancelled: 'absent',
  'entered-in-error': 'absent',
  intended: 'hypothetical',
  draft: 'hypothetical',
};
const PROPOSED = ['proposal', 'plan', 'option'];

/**
 * The assertion of a MedicationStatement or MedicationRequest; taken unless it states otherwise.
 */
function assertionOfMedicine({ status, intent, doNotPerform }: FhirResource): Assertion {
  if (doNotPerform === true) return 'absent';
  if (PROPOSED.includes(String(intent))) return 'hypothetical';
  const code = String(status);
  return Object.hasOwn(NOT_TAKEN, code) ? (NOT_TAKEN[code] ?? 'present') : 'present';
}

/** The assertion of an AllergyIntolerance about its substance. */
function assertionOfAllergy(resource: FhirResource): Assertion {
  if (statusIs(resource, 'verificationStatus', ['refuted', 'entered-in-error'])) return 'absent';
  return statusIs(resource, 'clinicalStatus', ['inactive', 'resolved']) ? 'historical' : 'present';
}

const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';

/** The name of a medicine, or that of the resource it refers to. */
function medicineName({ medicationCodeableConcept, medicationReference }: FhirResource): string {
  const words = wordsOfConcept(medicationCodeableConcept);
  if (words !== '' || !isObject(medicationReference)) return words;
  const { display } = medicationReference;
  return typeof display === 'string' ? display.slice(0, LONGEST) : '';
}

/** The medicine of a MedicationStatement or MedicationRequest, if it is given as text or in RxNorm. */
export function medicineOf(resource: FhirResource, field: string): MedicineFact | undefined {
  const name = medicineName(resource);
  const codes = codingsOf(resource.medicationCodeableConcept);
  const rxcui = codes.find(({ system }) => system === RXNORM)?.code;
  // Beside a name the code may be that of a product, and the name says more.
  const coded = name === '' && rxcui !== undefined ? { rxcui } : {};
  if (name === '' && rxcui === undefined) return undefined;
  const dosage = dosageInWords(resource, wordsOfConcept);
  return {
    kind: 'medicine',
    name,
    ...coded,
    ...(dosage !== '' && { dosage }),
    assertion: assertionOfMedicine(resource),
    field,
  };
}

const SEVERITIES = ['severe', 'moderate', 'mild'];

/** The substance of an AllergyIntolerance, with its recorded reactions and the worst severity. */
export function allergyOf(resource: FhirResource, field: string): AllergyFact | undefined {
  const substance = wordsOfConcept(resource.code);
  if (substance === '') return undefined;
  const reactions = list(resource.reaction).filter(isObject);
  const reaction = reactions
    .flatMap(({ manifestation }) => list(manifestation).map(wordsOfConcept))
    .filter((words) => words !== '')
    .join(', ');
  const severity = SEVERITIES.find((one) =>
    reactions.some((recorded) => recorded.severity === one),
  );
  return {
    kind: 'allergy',
    substance,
    ...(reaction !== '' && { reaction: reaction.slice(0, LONGEST) }),
    ...(severity !== undefined && { severity }),
    assertion: assertionOfAllergy(resource),
    field,
  };
}

/** The text of a Condition that the patient has or had. */
function historyOf(resource: FhirResource, field: string): TextLine | undefined {
  if (!['present', 'passed'].includes(conditionState(resource))) return undefined;
  const text = wordsOfConcept(resource.code);
  return text === '' ? undefined : { text, field, kind: 'history' };
}

const MEDICINES = ['MedicationStatement', 'MedicationRequest'];

/** Readers of text, by type of resource. */
export function namedInBundle({ entry }: Bundle, path: string): NamedInBundle {
  const lines: TextLine[] = [];
  const medicines: MedicineFact[] = [];
  const allergies: AllergyFact[] = [];
  for (const [at, { resource }] of entry.entries()) {
    const type = resource?.resourceType ?? '';
    const field = `${path}.entry.${at}.resource`;
    if (resource === undefined) continue;
    if (type === 'Condition') lines.push(...[historyOf(resource, field) ?? []].flat());
    else if (type === 'AllergyIntolerance') {
      allergies.push(...[allergyOf(resource, field) ?? []].flat());
    } else if (MEDICINES.includes(type))
      medicines.push(...[medicineOf(resource, field) ?? []].flat());
  }
  const taken = medicines.filter(({ assertion, name }) => assertion === 'present' && name !== '');
  const drugs = taken.map(({ name, field }): TextLine => {
    return { text: name, field, kind: 'medication' };
  });
  return { lines: [...lines, ...drugs], medicines, allergies };
}
