import { type Chance, made, UCUM } from './made-values.js';

/** Something that is being made. */
export type Draft = Record<string, unknown>;

/** Keys of an element with its other half; `value[x]` is any of its names. */
const keysOf = (draft: Draft, name: string): string[] =>
  name.endsWith('[x]')
    ? Object.keys(draft).filter((key) => new RegExp(`^_?${name.slice(0, -3)}[A-Z]`).test(key))
    : [name, `_${name}`].filter((key) => key in draft);

const has = (draft: Draft, name: string): boolean => keysOf(draft, name).length > 0;

function drop(draft: Draft, ...names: readonly string[]): void {
  for (const name of names) for (const key of keysOf(draft, name)) delete draft[key];
}

const list = (value: unknown): readonly Draft[] => (Array.isArray(value) ? value : []);

const concept = (system: string, code: string) => ({ coding: [{ system, code }] });

const DIV = '<div xmlns="http://www.w3.org/1999/xhtml"><p>made</p></div>';

const TERMS = 'http://terminology.hl7.org/CodeSystem/';

function orderPeriod(draft: Draft): void {
  if (typeof draft.start !== 'string' || typeof draft.end !== 'string') return;
  draft.end = `${Number(draft.start.slice(0, 4)) + 1}-06-15`;
}

function repairTiming(draft: Draft, chance: Chance): void {
  for (const amount of ['duration', 'period']) {
    if (draft[amount] === undefined) drop(draft, `${amount}Max`);
    else draft[`${amount}Unit`] = chance.pick(['s', 'min', 'h', 'd', 'wk']);
  }
  if (draft.count === undefined) drop(draft, 'countMax');
  draft.frequency ??= 2;
  if (!has(draft, 'when')) drop(draft, 'offset');
  else {
    drop(draft, 'when', 'timeOfDay');
    draft.when = [chance.pick(['MORN', 'NOON', 'HS'])];
  }
}

function repairAllergy(draft: Draft, chance: Chance): void {
  const isError = chance.is(0.1);
  drop(draft, 'clinicalStatus', 'verificationStatus');
  const status = isError ? 'entered-in-error' : chance.pick(['confirmed', 'unconfirmed']);
  draft.verificationStatus = concept(`${TERMS}allergyintolerance-verification`, status);
  if (isError) return;
  const clinical = chance.pick(['active', 'inactive', 'resolved']);
  draft.clinicalStatus = concept(`${TERMS}allergyintolerance-clinical`, clinical);
}

function repairCondition(draft: Draft, chance: Chance): void {
  const isError = !has(draft, 'abatement[x]') && chance.is(0.1);
  drop(draft, 'clinicalStatus', 'verificationStatus');
  const status = isError ? 'entered-in-error' : chance.pick(['confirmed', 'provisional']);
  draft.verificationStatus = concept(`${TERMS}condition-ver-status`, status);
  if (isError) return;
  const clinical = has(draft, 'abatement[x]') ? 'resolved' : chance.pick(['active', 'recurrence']);
  draft.clinicalStatus = concept(`${TERMS}condition-clinical`, clinical);
}

function repairBundle(draft: Draft, chance: Chance): void {
  const type = chance.pick(['collection', 'searchset', 'transaction', 'batch-response']);
  drop(draft, 'type');
  draft.type = type;
  if (type !== 'searchset') drop(draft, 'total');
  list(draft.entry).forEach((entry, i) => {
    drop(entry, 'request', 'response', 'fullUrl', 'resource');
    if (type !== 'searchset') drop(entry, 'search');
    if (type === 'batch-response') entry.response = { status: '200 OK' };
    else {
      const id = `${made.id(chance)}-${i}`;
      entry.resource = { resourceType: 'Basic', id, code: { text: made.word(chance) } };
      if (chance.is(0.7)) entry.fullUrl = `https://hospital.example/fhir/Basic/${id}`;
    }
    if (type === 'transaction') entry.request = { method: 'POST', url: 'Basic' };
  });
}

/** Codes of a code system are unique at all depths. */
function numberCodes(concepts: unknown, prefix = ''): void {
  list(concepts).forEach((concept, i) => {
    concept.code = `${prefix}c${i}`;
    numberCodes(concept.concept, concept.code as string);
  });
}

function repairObservation(draft: Draft, chance: Chance): void {
  if (has(draft, 'dataAbsentReason')) {
    drop(draft, chance.pick(['value[x]', 'dataAbsentReason']));
  }
  if (!has(draft, 'value[x]')) return;
  for (const { code } of list(draft.component)) {
    for (const coding of list((code as Draft).coding)) coding.code = `part-${coding.code}`;
  }
}

function repairItem(draft: Draft, chance: Chance): void {
  const type = draft.item ? 'group' : chance.pick(['string', 'choice', 'boolean', 'display']);
  drop(draft, 'type');
  draft.type = type;
  if (draft.enableWhen) Object.assign(draft, { enableBehavior: 'any' });
  if (type === 'display') drop(draft, 'code', 'required', 'repeats', 'readOnly', 'initial');
  if (type === 'group') drop(draft, 'initial');
  if (type !== 'string' && type !== 'choice') drop(draft, 'answerOption', 'answerValueSet');
  if (type !== 'string' && type !== 'boolean') drop(draft, 'maxLength');
  if (draft.answerOption) drop(draft, 'answerValueSet', 'initial');
  if (draft.initial) draft.initial = list(draft.initial).slice(0, 1);
}

function atWork(values: unknown): void {
  for (const one of list(values)) if (one.use === 'home') one.use = 'work';
}

function repairAppointment(draft: Draft): void {
  drop(draft, 'status');
  const isMissed = has(draft, 'cancelationReason');
  if (isMissed || !has(draft, 'start')) {
    drop(draft, 'start', 'end');
    draft.status = isMissed ? 'cancelled' : 'proposed';
  } else Object.assign(draft, { status: 'booked', end: draft.start });
}

/** All three rules of List, two of them about its entries. */
function repairList(draft: Draft): void {
  if (draft.entry) drop(draft, 'emptyReason');
  drop(draft, 'mode');
  draft.mode = 'working';
  for (const entry of list(draft.entry)) drop(entry, 'deleted');
}

function repairTask(draft: Draft): void {
  if (typeof draft.authoredOn !== 'string' || typeof draft.lastModified !== 'string') return;
  draft.lastModified = `${Number(draft.authoredOn.slice(0, 4)) + 1}-06-15`;
}

const percent = (value: number) => ({ value, unit: '%', system: UCUM, code: '%' });

/** Makes what was made at random keep the invariants of its group; by the path of the group. */
export const REPAIRS: Readonly<Record<string, (draft: Draft, chance: Chance) => void>> = {
  Period: orderPeriod,
  Attachment: (draft) => draft.data && Object.assign(draft, { contentType: 'text/plain' }),
  ContactPoint: (draft, chance) => {
    draft.system ??= chance.pick(['phone', 'email', 'fax']);
  },
  'Timing.repeat': repairTiming,
  'DataRequirement.codeFilter': (draft) => {
    drop(draft, 'searchParam');
    draft.path = 'code';
  },
  'DataRequirement.dateFilter': (draft) => {
    drop(draft, 'searchParam');
    draft.path = 'issued';
  },
  Expression: (draft) => {
    draft.expression = 'true';
  },
  TriggerDefinition: (draft) => {
    drop(draft, 'data', 'timing[x]', 'condition');
    Object.assign(draft, { type: 'named-event', name: 'made' });
  },
  AllergyIntolerance: repairAllergy,
  Appointment: repairAppointment,
  'Appointment.participant': (draft) => {
    draft.actor ??= { display: 'the nurse of the ward' };
  },
  AppointmentResponse: (draft) => {
    draft.actor ??= { display: 'the nurse of the ward' };
  },
  'AuditEvent.entity': (draft) => draft.name && drop(draft, 'query'),
  Bundle: repairBundle,
  'CarePlan.activity': (draft) => draft.detail && drop(draft, 'reference'),
  'CareTeam.participant': (draft, chance) => {
    if (draft.onBehalfOf) draft.member = { reference: `Practitioner/${made.id(chance)}` };
  },
  CodeSystem: (draft) => numberCodes(draft.concept),
  'Composition.section': (draft) => {
    if (draft.entry) drop(draft, 'emptyReason');
    if (!draft.entry && !draft.section) {
      draft.text ??= { status: 'additional', div: DIV };
    }
  },
  Condition: repairCondition,
  'Condition.stage': (draft) => {
    draft.summary ??= { text: 'II' };
  },
  'Condition.evidence': (draft) => {
    draft.code ??= [{ text: 'seen' }];
  },
  Consent: (draft) => {
    draft.policyRule ??= { text: 'by law' };
  },
  'CoverageEligibilityResponse.insurance.item': (draft) => {
    if (draft.category) drop(draft, 'productOrService');
    else draft.productOrService ??= { text: 'a bed' };
  },
  FamilyMemberHistory: (draft) =>
    drop(draft, ...(has(draft, 'age[x]') ? ['born[x]'] : ['estimatedAge'])),
  'Goal.target': (draft) => {
    if (has(draft, 'detail[x]')) draft.measure ??= { text: 'weight' };
  },
  Group: (draft) => draft.member && Object.assign(draft, { actual: true }),
  'Immunization.education': (draft) => {
    draft.reference ??= 'http://example.org/sheet';
  },
  'ImmunizationRecommendation.recommendation': (draft) => {
    draft.vaccineCode ??= [{ text: 'measles' }];
  },
  InsurancePlan: (draft, chance) => {
    draft.name ??= made.word(chance);
  },
  Library: (draft) => draft.name && Object.assign(draft, { name: 'MadeLibrary' }),
  Linkage: (draft) => {
    draft.item = [...list(draft.item), ...structuredClone(list(draft.item))];
  },
  List: repairList,
  'Measure.group.stratifier': (draft) => {
    if (draft.component) drop(draft, 'code', 'description', 'criteria');
    else draft.code ??= { text: 'by age' };
  },
  MeasureReport: (draft) => draft.type === 'data-collection' && drop(draft, 'group'),
  'MeasureReport.group.stratifier.stratum': (draft) => {
    if (draft.component) drop(draft, 'value');
    else draft.value ??= { text: 'over 60' };
  },
  'MedicationAdministration.dosage': (draft) => {
    draft.dose ??= { value: 5, unit: 'mg', system: UCUM, code: 'mg' };
  },
  MedicationDispense: (draft, chance) => {
    if (!has(draft, 'whenHandedOver')) return;
    drop(draft, chance.pick(['whenPrepared', 'whenHandedOver']));
  },
  MolecularSequence: (draft, chance) => {
    draft.coordinateSystem = chance.below(2);
  },
  'MolecularSequence.referenceSeq': (draft, chance) => {
    drop(draft, 'chromosome', 'genomeBuild', 'referenceSeqId');
    drop(draft, 'referenceSeqPointer', 'referenceSeqString');
    const named = { genomeBuild: 'GRCh 37', chromosome: concept('urn:made', '17') };
    const byId = { referenceSeqId: concept('http://www.ncbi.nlm.nih.gov/nuccore', 'NC_000017.10') };
    Object.assign(draft, chance.pick([named, byId, { referenceSeqString: 'GATTACA' }]));
  },
  Observation: repairObservation,
  'Observation.referenceRange': (draft) => {
    draft.text ??= 'as usual';
  },
  Organization: (draft, chance) => {
    draft.name ??= made.word(chance);
    atWork(draft.telecom);
    atWork(draft.address);
  },
  'Patient.contact': (draft, chance) => {
    draft.name ??= { family: made.word(chance) };
  },
  Questionnaire: (draft) => draft.name && Object.assign(draft, { name: 'MadeForm' }),
  'Questionnaire.item': repairItem,
  'Questionnaire.item.enableWhen': (draft) => {
    if (draft.operator === 'exists') draft.operator = '=';
  },
  'QuestionnaireResponse.item': (draft) => draft.answer && drop(draft, 'item'),
  'RequestGroup.action': (draft) => {
    if (draft.action) drop(draft, 'resource');
    else draft.resource ??= { display: 'an order' };
  },
  'RiskAssessment.prediction': (draft, chance) => {
    if (draft.probabilityDecimal !== undefined) draft.probabilityDecimal = chance.next();
    if (draft.probabilityRange) draft.probabilityRange = { low: percent(1), high: percent(20) };
  },
  ServiceRequest: (draft) => {
    if (draft.orderDetail) draft.code ??= { text: 'scan' };
  },
  Task: repairTask,
};
