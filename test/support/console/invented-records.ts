// FHIR records of patients who do not exist, with what makes a page fail: many values, none, markup.

const LOINC = 'http://loinc.org';
const UCUM = 'http://unitsofmeasure.org';
const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';

/** Markup that acts if it is not shown as text. */
export const HOSTILE = '<img src=x onerror="globalThis.attacked=1"><script>attacked=1</script>';

export interface Resource {
  readonly resourceType: string;
  readonly id: string;
  readonly [element: string]: unknown;
}

const HOUR_MS = 3_600_000;
const ago = (now: number, hours: number) => new Date(now - hours * HOUR_MS).toISOString();
const state = (system: string, code: string) => ({
  coding: [{ system: `${TERMINOLOGY}/${system}`, code }],
});
const quantity = (value: number, unit: string) => ({ value, unit, system: UCUM, code: unit });
const reference = (patient: string) => ({ reference: `Patient/${patient}` });

interface Measured {
  readonly patient: string;
  readonly code: string;
  readonly display: string;
  readonly at: string;
  readonly category?: string;
}

function observation(
  id: string,
  { patient, code, display, at, category = 'laboratory' }: Measured,
  more: object,
): Resource {
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    category: [{ coding: [{ system: `${TERMINOLOGY}/observation-category`, code: category }] }],
    code: { coding: [{ system: LOINC, code, display }] },
    subject: reference(patient),
    effectiveDateTime: at,
    ...more,
  };
}

const range = (low: number, high: number, unit: string) => ({
  referenceRange: [{ low: quantity(low, unit), high: quantity(high, unit) }],
});

/** A woman with a febrile illness: vital signs, medicines, an allergy, documents. */
export function illPatient(id: string, now: number): Resource[] {
  const year = new Date(now).getFullYear() - 67;
  const vital = (code: string, display: string, value: number, unit: string): Resource =>
    observation(
      `${id}-${code}`,
      { patient: id, code, display, at: ago(now, 0.5), category: 'vital-signs' },
      { valueQuantity: quantity(value, unit) },
    );
  const condition = (name: string, code: string, more: object): Resource => ({
    resourceType: 'Condition',
    id: `${id}-condition-${code}`,
    clinicalStatus: state('condition-clinical', 'active'),
    verificationStatus: state('condition-ver-status', 'confirmed'),
    code: { coding: [{ system: 'http://snomed.info/sct', code, display: name }], text: name },
    subject: reference(id),
    onsetDateTime: '2019-03',
    ...more,
  });
  return [
    {
      resourceType: 'Patient',
      id,
      identifier: [{ system: 'urn:oid:2.999.1', value: 'E2E-1' }],
      name: [
        { use: 'official', family: 'Invented', given: ['Anna'] },
        { use: 'maiden', family: 'Before' },
      ],
      gender: 'female',
      birthDate: `${year}-01-12`,
    },
    vital('8867-4', 'Heart rate', 114, '/min'),
    vital('9279-1', 'Respiratory rate', 26, '/min'),
    vital('8310-5', 'Body temperature', 39.1, 'Cel'),
    vital('59408-5', 'Oxygen saturation', 91, '%'),
    observation(
      `${id}-pressure`,
      {
        patient: id,
        code: '85354-9',
        display: 'Blood pressure',
        at: ago(now, 0.5),
        category: 'vital-signs',
      },
      {
        component: [
          {
            code: {
              coding: [{ system: LOINC, code: '8480-6', display: 'Systolic blood pressure' }],
            },
            valueQuantity: quantity(104, 'mm[Hg]'),
          },
          {
            code: {
              coding: [{ system: LOINC, code: '8462-4', display: 'Diastolic blood pressure' }],
            },
            valueQuantity: quantity(62, 'mm[Hg]'),
          },
        ],
      },
    ),
    condition('Cough', '49727002', {}),
    condition('Chronic obstructive lung disease', '13645005', {}),
    condition('Asthma in childhood', '195967001', {
      clinicalStatus: state('condition-clinical', 'resolved'),
    }),
    condition('Wrong patient', '1', {
      clinicalStatus: undefined,
      verificationStatus: state('condition-ver-status', 'entered-in-error'),
    }),
    {
      resourceType: 'MedicationStatement',
      id: `${id}-warfarin`,
      status: 'active',
      medicationCodeableConcept: { text: 'warfarin' },
      dosage: [{ text: '3 mg daily' }],
      subject: reference(id),
    },
    {
      resourceType: 'MedicationStatement',
      id: `${id}-ibuprofen`,
      status: 'active',
      medicationCodeableConcept: { text: 'ibuprofen 400 mg three times a day' },
      subject: reference(id),
    },
    {
      resourceType: 'MedicationRequest',
      id: `${id}-stopped`,
      status: 'stopped',
      intent: 'order',
      medicationCodeableConcept: { text: 'amoxicillin' },
      subject: reference(id),
    },
    {
      resourceType: 'AllergyIntolerance',
      id: `${id}-penicillin`,
      clinicalStatus: state('allergyintolerance-clinical', 'active'),
      criticality: 'high',
      code: { text: 'penicillin' },
      reaction: [{ manifestation: [{ text: 'anaphylaxis' }] }],
      patient: reference(id),
    },
    {
      resourceType: 'Encounter',
      id: `${id}-encounter`,
      status: 'in-progress',
      class: { system: `${TERMINOLOGY}/v3-ActCode`, code: 'EMER', display: 'emergency' },
      subject: reference(id),
      period: { start: ago(now, 3) },
    },
    {
      resourceType: 'DocumentReference',
      id: `${id}-letter`,
      status: 'current',
      description: 'Letter of the practice',
      date: ago(now, 48),
      subject: reference(id),
      text: {
        status: 'additional',
        div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>Breathless since <b>two days</b>.</p></div>',
      },
      content: [
        {
          attachment: {
            contentType: 'text/plain',
            data: Buffer.from('Dear colleague …').toString('base64'),
          },
        },
        {
          attachment: {
            contentType: 'text/html',
            data: Buffer.from(
              `<p>Body</p>${HOSTILE}<p style="position:fixed">Fixed</p><a href="https://example.org">Away</a>`,
            ).toString('base64'),
          },
        },
      ],
    },
  ];
}

/** Values of every kind that a plot and a table have to show rightly. */
export function patientOfOddValues(id: string, now: number): Resource[] {
  const sodium = (n: number, more: object) =>
    observation(
      `${id}-na-${n}`,
      { patient: id, code: '2951-2', display: 'Sodium', at: ago(now, n) },
      more,
    );
  const single = (code: string, display: string, more: object) =>
    observation(`${id}-${code}`, { patient: id, code, display, at: ago(now, 5) }, more);
  return [
    { resourceType: 'Patient', id, name: [{ text: 'Odd Values' }], birthDate: '1980' },
    sodium(1, { valueQuantity: quantity(128, 'mmol/L'), ...range(135, 145, 'mmol/L') }),
    sodium(2, { valueQuantity: quantity(139, 'mmol/L'), ...range(135, 145, 'mmol/L') }),
    sodium(3, { valueQuantity: quantity(320, 'mg/dL') }),
    sodium(4, { valueQuantity: quantity(999, 'mmol/L'), status: 'entered-in-error' }),
    single('1988-5', 'C reactive protein', {
      valueQuantity: { ...quantity(5, 'mg/L'), comparator: '<' },
    }),
    single('6301-6', 'INR', { valueQuantity: { value: 2.6 } }),
    single('5778-6', 'Colour of urine', { valueString: 'amber' }),
    single('2345-7', 'Glucose', {
      dataAbsentReason: { text: 'specimen haemolysed' },
    }),
    {
      ...single('x', 'Local test', { valueQuantity: quantity(7, '1') }),
      code: { text: 'Local test without a code' },
    },
  ];
}

/** A patient whose every text is markup, with a name that runs from right to left. */
export function hostilePatient(id: string): Resource[] {
  const concept = { text: HOSTILE, coding: [{ system: 'urn:x', code: 'x', display: HOSTILE }] };
  return [
    {
      resourceType: 'Patient',
      id,
      identifier: [{ type: { text: HOSTILE }, value: `${HOSTILE}-1` }],
      name: [{ family: `חולה ${HOSTILE} ${'very long name '.repeat(20)}` }],
      birthDate: '1990-02-03',
      text: {
        status: 'generated',
        div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>Markup</p></div>',
      },
    },
    {
      ...observation(
        `${id}-value`,
        { patient: id, code: 'x', display: HOSTILE, at: '2026-01-01T08:00:00Z' },
        { valueQuantity: { value: 3, unit: HOSTILE } },
      ),
    },
    {
      resourceType: 'Condition',
      id: `${id}-condition`,
      clinicalStatus: state('condition-clinical', 'active'),
      code: concept,
      subject: reference(id),
    },
    {
      resourceType: 'AllergyIntolerance',
      id: `${id}-allergy`,
      clinicalStatus: state('allergyintolerance-clinical', 'active'),
      code: concept,
      patient: reference(id),
    },
    {
      resourceType: 'MedicationStatement',
      id: `${id}-medicine`,
      status: 'active',
      medicationCodeableConcept: concept,
      dosage: [{ text: HOSTILE }],
      subject: reference(id),
    },
    {
      resourceType: 'DocumentReference',
      id: `${id}-document`,
      status: 'current',
      description: HOSTILE,
      subject: reference(id),
      content: [
        { attachment: { contentType: 'text/html', data: Buffer.from(HOSTILE).toString('base64') } },
      ],
    },
  ];
}

const SERIES = [
  ['8867-4', 'Heart rate', '/min', 80, 'vital-signs'],
  ['9279-1', 'Respiratory rate', '/min', 16, 'vital-signs'],
  ['8480-6', 'Systolic blood pressure', 'mm[Hg]', 120, 'vital-signs'],
  ['8462-4', 'Diastolic blood pressure', 'mm[Hg]', 75, 'vital-signs'],
  ['2823-3', 'Potassium', 'mmol/L', 4.2, 'laboratory'],
] as const;

/** A patient of an intensive care unit, with a value of each series every hour. */
export function patientOfManyValues(id: string, now: number, count: number): Resource[] {
  const patient = {
    resourceType: 'Patient',
    id,
    name: [{ text: 'Many Values' }],
    gender: 'male',
    birthDate: '1961-05-06',
  };
  return [
    patient,
    ...Array.from({ length: count }, (_, n) => {
      const [code, display, unit, usual, category] = SERIES[n % SERIES.length] ?? SERIES[0];
      const hours = Math.floor(n / SERIES.length);
      const value = Number((usual * (1 + 0.2 * Math.sin(hours / 9))).toFixed(1));
      return observation(
        `${id}-${n}`,
        { patient: id, code, display, at: ago(now, hours), category },
        {
          valueQuantity: quantity(value, unit),
          ...(code === '2823-3' && range(3.5, 5.1, unit)),
        },
      );
    }),
  ];
}
