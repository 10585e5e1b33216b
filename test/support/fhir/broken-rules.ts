type Json = Readonly<Record<string, unknown>>;

const CODE = { text: 'x' };
const AT = '2024-01-01T00:00:00Z';
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

const appointment = (more: Json, participant: Json = { actor: PATIENT }): Json => ({
  resourceType: 'Appointment',
  status: 'booked',
  participant: [{ status: 'accepted', ...participant }],
  ...more,
});
const section = (more: Json): Json => ({ ...DOCUMENT.entry[0]?.resource, section: [more] });
const consent = (more: Json, policy: Json = { policyRule: CODE }): Json => ({
  resourceType: 'Consent',
  status: 'active',
  scope: CODE,
  category: [CODE],
  ...policy,
  ...more,
});
const consentFor = (code: string): Json =>
  consent({ scope: { coding: [{ system: 'something', code }] } });
const list = (more: Json): Json => ({
  resourceType: 'List',
  status: 'current',
  mode: 'working',
  ...more,
});
const sequence = (more: Json): Json => ({
  resourceType: 'MolecularSequence',
  coordinateSystem: 0,
  ...more,
});
const report = (more: Json): Json => ({
  resourceType: 'MeasureReport',
  status: 'complete',
  type: 'summary',
  measure: 'http://a.example/Measure/x',
  period: { start: '2024' },
  ...more,
});

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
  'app-1': appointment({ start: AT, end: AT }, {}),
  'app-2': appointment({ status: 'proposed', start: AT }),
  'app-3': appointment({}),
  'app-4': appointment({ start: AT, end: AT, cancelationReason: CODE }),
  'apr-1': {
    resourceType: 'AppointmentResponse',
    appointment: { reference: 'Appointment/1' },
    participantStatus: 'accepted',
  },
  'cmp-1': section({ title: 'x' }),
  'cmp-2': section({ emptyReason: CODE, entry: [PATIENT] }),
  'ppc-1': consent({}, {}),
  'ppc-2': consentFor('patient-privacy'),
  'ppc-3': consentFor('research'),
  'ppc-4': consentFor('adr'),
  'ppc-5': consentFor('treatment'),
  'ces-1': {
    resourceType: 'CoverageEligibilityResponse',
    status: 'active',
    purpose: ['benefits'],
    patient: PATIENT,
    created: '2024',
    request: { reference: 'CoverageEligibilityRequest/1' },
    outcome: 'complete',
    insurer: { display: 'x' },
    insurance: [{ coverage: { display: 'x' }, item: [{ category: CODE, productOrService: CODE }] }],
  },
  'imr-1': {
    resourceType: 'ImmunizationRecommendation',
    patient: PATIENT,
    date: '2024',
    recommendation: [{ forecastStatus: CODE }],
  },
  'ipn-1': { resourceType: 'InsurancePlan', status: 'active' },
  'lnk-1': { resourceType: 'Linkage', item: [{ type: 'source', resource: PATIENT }] },
  'lst-1': list({ emptyReason: CODE, entry: [{ item: PATIENT }] }),
  'lst-2': list({ entry: [{ item: PATIENT, deleted: true }] }),
  'lst-3': list({ mode: 'snapshot', entry: [{ item: PATIENT, date: '2024' }] }),
  'mea-1': {
    resourceType: 'Measure',
    status: 'draft',
    group: [
      {
        stratifier: [
          { code: CODE, component: [{ criteria: { language: 'text/cql', expression: 'true' } }] },
        ],
      },
    ],
  },
  'mrp-1': report({ type: 'data-collection', group: [{ code: CODE }] }),
  'mrp-2': report({ group: [{ stratifier: [{ stratum: [{ measureScore: { value: 1 } }] }] }] }),
  'msq-3': sequence({ coordinateSystem: 2 }),
  'msq-5': sequence({ referenceSeq: { genomeBuild: 'GRCh 37' } }),
  'msq-6': sequence({ referenceSeq: { referenceSeqId: CODE, referenceSeqString: 'GATTACA' } }),
  'rqg-1': {
    resourceType: 'RequestGroup',
    status: 'active',
    intent: 'order',
    action: [{ title: 'x' }],
  },
  'inv-1': {
    resourceType: 'Task',
    status: 'requested',
    intent: 'order',
    authoredOn: '2024-02-01',
    lastModified: '2024-01-01',
  },
};
