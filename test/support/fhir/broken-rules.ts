type Json = Readonly<Record<string, unknown>>;

const CODE = { text: 'x' };
const PATIENT = { reference: 'Patient/1' };
const TERMS = 'http://terminology.hl7.org/CodeSystem';
const UCUM = 'http://unitsofmeasure.org';
const concept = (system: string, code: string) => ({
  coding: [{ system: `${TERMS}/${system}`, code }],
});

const patient = (more: Json): Json => ({ resourceType: 'Patient', ...more });
const observation = (more: Json): Json => ({
  resourceType: 'Observation',
  status: 'final',
  code: CODE,
  ...more,
});
const quantity = (more: Json): Json => observation({ valueQuantity: more });
const timing = (repeat: Json): Json => ({
  resourceType: 'ServiceRequest',
  status: 'active',
  intent: 'order',
  subject: PATIENT,
  occurrenceTiming: { repeat },
});
const extension = (more: Json): Json =>
  patient({ extension: [{ url: 'http://a.example', ...more }] });
const library = (more: Json): Json => ({
  resourceType: 'Library',
  status: 'draft',
  type: CODE,
  ...more,
});
const requirement = (more: Json): Json =>
  library({ dataRequirement: [{ type: 'Patient', ...more }] });
const trigger = (more: Json): Json => extension({ valueTriggerDefinition: more });
const bundle = (type: string, more: Json): Json => ({ resourceType: 'Bundle', type, ...more });
const condition = (more: Json): Json => ({ resourceType: 'Condition', subject: PATIENT, ...more });
const allergy = (more: Json): Json => ({
  resourceType: 'AllergyIntolerance',
  patient: PATIENT,
  ...more,
});
const history = (more: Json): Json => ({
  resourceType: 'FamilyMemberHistory',
  status: 'completed',
  patient: PATIENT,
  relationship: CODE,
  ...more,
});
const questionnaire = (...item: readonly Json[]): Json => ({
  resourceType: 'Questionnaire',
  status: 'draft',
  item: item.map((one, i) => ({ linkId: String(i), type: 'string', ...one })),
});
const prediction = (more: Json): Json => ({
  resourceType: 'RiskAssessment',
  status: 'final',
  subject: PATIENT,
  prediction: [more],
});
const organization = (more: Json): Json => ({ resourceType: 'Organization', name: 'x', ...more });
const WRONG = concept('condition-ver-status', 'entered-in-error');
const DOCUMENT = {
  identifier: { system: 'http://a.example', value: 'x' },
  timestamp: '2024-01-01T00:00:00Z',
  entry: [
    {
      resource: {
        resourceType: 'Composition',
        status: 'final',
        type: CODE,
        date: '2024',
        title: 'x',
        author: [{ display: 'x' }],
      },
    },
  ],
};
const ENTRY = { resource: { resourceType: 'Patient' } };

/** For each invariant a resource that breaks it. */
export const BROKEN: Readonly<Record<string, Json>> = {
  'ait-1': allergy({}),
  'ait-2': allergy({
    verificationStatus: concept('allergyintolerance-verification', 'entered-in-error'),
    clinicalStatus: concept('allergyintolerance-clinical', 'active'),
  }),
  'csd-1': {
    resourceType: 'CodeSystem',
    status: 'draft',
    content: 'complete',
    concept: [{ code: 'a' }, { code: 'a' }],
  },
  'per-1': patient({ identifier: [{ period: { start: '2024-02-01', end: '2024-01-01' } }] }),
  'qty-3': quantity({ value: 1, code: 'mg' }),
  'age-1': history({ ageAge: { value: 5 } }),
  'att-1': patient({ photo: [{ data: 'YWJj' }] }),
  'cpt-2': patient({ telecom: [{ value: '123' }] }),
  'cnt-3': extension({ valueCount: { value: 1.5, system: UCUM, code: '1' } }),
  'dis-1': extension({ valueDistance: { value: 5 } }),
  'drt-1': extension({ valueDuration: { value: 5, system: 'http://a.example', code: 'h' } }),
  'rng-2': observation({
    valueRange: {
      low: { value: 9, unit: 'mg', system: UCUM, code: 'mg' },
      high: { value: 5, unit: 'mg', system: UCUM, code: 'mg' },
    },
  }),
  'sqty-1': observation({
    referenceRange: [{ low: { value: 5, comparator: '<' } }],
  }),
  'rat-1': observation({ valueRatio: { numerator: { value: 1 } } }),
  'tim-1': timing({ duration: 5 }),
  'tim-2': timing({ period: 5 }),
  'tim-4': timing({ duration: -5, durationUnit: 'h' }),
  'tim-5': timing({ period: -5, periodUnit: 'h' }),
  'tim-6': timing({ periodMax: 5 }),
  'tim-7': timing({ durationMax: 5 }),
  'tim-8': timing({ countMax: 5 }),
  'tim-9': timing({ offset: 5 }),
  'tim-10': timing({ timeOfDay: ['10:00:00'], when: ['MORN'] }),
  'drq-1': requirement({ codeFilter: [{ path: 'a', searchParam: 'b' }] }),
  'drq-2': requirement({ dateFilter: [{ valueDateTime: '2024' }] }),
  'exp-1': extension({ valueExpression: { language: 'text/fhirpath' } }),
  'trd-1': trigger({
    type: 'named-event',
    name: 'a',
    timingDate: '2024',
    data: [{ type: 'Patient' }],
  }),
  'trd-2': trigger({
    type: 'named-event',
    name: 'a',
    condition: { language: 'text/fhirpath', expression: 'true' },
  }),
  'trd-3': trigger({ type: 'periodic' }),
  'sev-1': {
    resourceType: 'AuditEvent',
    type: { code: 'rest' },
    recorded: '2024-01-01T00:00:00Z',
    agent: [{ requestor: true }],
    source: { observer: PATIENT },
    entity: [{ name: 'a', query: 'YWJj' }],
  },
  'bdl-1': bundle('collection', { total: 5 }),
  'bdl-2': bundle('collection', { entry: [{ ...ENTRY, search: { mode: 'match' } }] }),
  'bdl-3': bundle('transaction', { entry: [ENTRY] }),
  'bdl-4': bundle('batch-response', { entry: [ENTRY] }),
  'bdl-5': bundle('collection', { entry: [{ fullUrl: 'http://a.example/Patient/1' }] }),
  'bdl-7': bundle('collection', {
    entry: Array(2).fill({ ...ENTRY, fullUrl: 'http://a.example/Patient/1' }),
  }),
  'bdl-8': bundle('collection', {
    entry: [{ ...ENTRY, fullUrl: 'http://a.example/Patient/1/_history/1' }],
  }),
  'bdl-9': bundle('document', { ...DOCUMENT, identifier: { value: 'x' } }),
  'bdl-10': bundle('document', { identifier: DOCUMENT.identifier, entry: DOCUMENT.entry }),
  'bdl-11': bundle('document', { ...DOCUMENT, entry: [ENTRY] }),
  'bdl-12': bundle('message', { entry: [ENTRY] }),
  'cpl-3': {
    resourceType: 'CarePlan',
    status: 'active',
    intent: 'plan',
    subject: PATIENT,
    activity: [{ reference: { reference: 'Task/1' }, detail: { status: 'scheduled' } }],
  },
  'ctm-1': {
    resourceType: 'CareTeam',
    participant: [{ member: PATIENT, onBehalfOf: { reference: 'Organization/1' } }],
  },
  'con-4': condition({
    abatementString: 'x',
    clinicalStatus: concept('condition-clinical', 'active'),
  }),
  'con-5': condition({
    verificationStatus: WRONG,
    clinicalStatus: concept('condition-clinical', 'active'),
  }),
  'con-1': condition({ stage: [{ type: CODE }] }),
  'con-2': condition({
    evidence: [{ extension: [{ url: 'http://a.example', valueString: 'x' }] }],
  }),
  'fhs-1': history({ ageString: 'x', bornString: 'y' }),
  'fhs-2': history({ estimatedAge: true }),
  'gol-1': {
    resourceType: 'Goal',
    lifecycleStatus: 'active',
    description: CODE,
    subject: PATIENT,
    target: [{ detailString: 'x' }],
  },
  'grp-1': {
    resourceType: 'Group',
    type: 'person',
    actual: false,
    member: [{ entity: PATIENT }],
  },
  'imm-1': {
    resourceType: 'Immunization',
    status: 'completed',
    vaccineCode: CODE,
    patient: PATIENT,
    occurrenceString: 'x',
    education: [{ publicationDate: '2024' }],
  },
  'mad-1': {
    resourceType: 'MedicationAdministration',
    status: 'completed',
    subject: PATIENT,
    medicationCodeableConcept: CODE,
    effectiveDateTime: '2024',
    dosage: { text: 'x' },
  },
  'mdd-1': {
    resourceType: 'MedicationDispense',
    status: 'completed',
    medicationCodeableConcept: CODE,
    whenPrepared: '2024-02-01',
    whenHandedOver: '2024-01-01',
  },
  'obs-6': observation({ valueString: 'x', dataAbsentReason: CODE }),
  'obs-7': observation({
    code: concept('a', 'b'),
    valueString: 'x',
    component: [{ code: concept('a', 'b') }],
  }),
  'obs-3': observation({ referenceRange: [{ type: CODE }] }),
  'org-1': { resourceType: 'Organization', active: true },
  'org-2': organization({ address: [{ use: 'home', city: 'x' }] }),
  'org-3': organization({ telecom: [{ use: 'home', system: 'phone', value: '1' }] }),
  'pat-1': patient({ contact: [{ gender: 'male' }] }),
  'que-1': questionnaire({ type: 'group' }),
  'que-2': questionnaire({ linkId: 'a' }, { linkId: 'a' }),
  'que-3': questionnaire({ type: 'display', code: [{ code: 'a' }] }),
  'que-4': questionnaire({
    type: 'choice',
    answerValueSet: 'http://a.example',
    answerOption: [{ valueString: 'x' }],
  }),
  'que-5': questionnaire({ type: 'boolean', answerOption: [{ valueString: 'x' }] }),
  'que-6': questionnaire({ type: 'display', required: true }),
  'que-7': questionnaire(
    {},
    { enableWhen: [{ question: '0', operator: 'exists', answerString: 'x' }] },
  ),
  'que-8': questionnaire({ type: 'display', initial: [{ valueString: 'x' }] }),
  'que-9': questionnaire({ type: 'display', readOnly: true }),
  'que-10': questionnaire({ type: 'date', maxLength: 5 }),
  'que-11': questionnaire({
    type: 'choice',
    answerOption: [{ valueString: 'x' }],
    initial: [{ valueString: 'x' }],
  }),
  'que-12': questionnaire({
    enableWhen: Array(3).fill({ question: '1', operator: '=', answerString: 'x' }),
  }),
  'que-13': questionnaire({ initial: [{ valueString: 'x' }, { valueString: 'y' }] }),
  'qrs-1': {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    item: [{ linkId: '1', answer: [{ valueString: 'x' }], item: [{ linkId: '2' }] }],
  },
  'ras-1': prediction({ probabilityRange: { low: { value: 1, unit: 'x' } } }),
  'ras-2': prediction({ probabilityDecimal: 101 }),
  'prr-1': {
    resourceType: 'ServiceRequest',
    status: 'active',
    intent: 'order',
    subject: PATIENT,
    orderDetail: [CODE],
  },
  'ele-1': patient({ name: [{ id: 'a' }] }),
  'ext-1': extension({}),
  'ref-1': observation({ subject: { reference: '#a' } }),
  'dom-2': patient({
    contained: [
      {
        resourceType: 'Patient',
        id: 'a',
        link: [{ type: 'refer', other: { reference: '#' } }],
        contained: [{ resourceType: 'Patient', id: 'b' }],
      },
    ],
  }),
  'dom-3': patient({ contained: [{ resourceType: 'Organization', id: 'a', name: 'x' }] }),
  'dom-4': patient({
    managingOrganization: { reference: '#a' },
    contained: [{ resourceType: 'Organization', id: 'a', name: 'x', meta: { versionId: '1' } }],
  }),
  'dom-5': patient({
    managingOrganization: { reference: '#a' },
    contained: [
      { resourceType: 'Organization', id: 'a', name: 'x', meta: { security: [{ code: 'R' }] } },
    ],
  }),
  'txt-1': patient({
    text: {
      status: 'generated',
      div: '<div xmlns="http://www.w3.org/1999/xhtml">x<script>y</script></div>',
    },
  }),
  'txt-2': patient({
    text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"> </div>' },
  }),
};
