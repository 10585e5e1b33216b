const LOINC = 'http://loinc.org';
const UCUM = 'http://unitsofmeasure.org';
const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';
const PATIENT = 'urn:uuid:2b1c6f3a-0f4e-4c7d-9a53-7d0e5c1f8a01';

const MINUTE_MS = 60_000;

interface Measured {
  readonly code: string;
  readonly display: string;
  readonly value: number;
  readonly unit: string;
  readonly category: 'vital-signs' | 'laboratory';
}

const vital = (code: string, display: string, value: number, unit: string): Measured => ({
  code,
  display,
  value,
  unit,
  category: 'vital-signs',
});
const laboratory = (code: string, display: string, value: number, unit: string): Measured => ({
  code,
  display,
  value,
  unit,
  category: 'laboratory',
});

const MEASURED: readonly Measured[] = [
  vital('8867-4', 'Heart rate', 114, '/min'),
  vital('9279-1', 'Respiratory rate', 26, '/min'),
  vital('8310-5', 'Body temperature', 39.1, 'Cel'),
  vital('59408-5', 'Oxygen saturation in Arterial blood by Pulse oximetry', 91, '%'),
  vital('8480-6', 'Systolic blood pressure', 104, 'mm[Hg]'),
  vital('8462-4', 'Diastolic blood pressure', 62, 'mm[Hg]'),
  laboratory('6690-2', 'Leukocytes [#/volume] in Blood by Automated count', 14.1, '10*3/uL'),
  laboratory('2160-0', 'Creatinine [Mass/volume] in Serum or Plasma', 1.2, 'mg/dL'),
];

const subject = { reference: PATIENT };

function observation({ code, display, value, unit, category }: Measured, at: string) {
  return {
    resourceType: 'Observation',
    status: 'final',
    category: [{ coding: [{ system: `${TERMINOLOGY}/observation-category`, code: category }] }],
    code: { coding: [{ system: LOINC, code, display }] },
    subject,
    effectiveDateTime: at,
    valueQuantity: { value, unit, system: UCUM, code: unit },
  };
}

function condition(code: string, display: string) {
  const state = (name: string, value: string) => ({
    coding: [{ system: `${TERMINOLOGY}/${name}`, code: value }],
  });
  return {
    resourceType: 'Condition',
    clinicalStatus: state('condition-clinical', 'active'),
    verificationStatus: state('condition-ver-status', 'confirmed'),
    code: { coding: [{ system: 'http://snomed.info/sct', code, display }], text: display },
    subject,
  };
}

const CONDITIONS = [
  condition('49727002', 'Cough'),
  condition('267036007', 'Dyspnea'),
  condition('386661006', 'Fever'),
  condition('13645005', 'Chronic obstructive lung disease'),
];

/**
 * The file of a woman of about 67 who does not exist, as an interface engine sends one: a FHIR
 * transaction with a patient, what was measured half an hour ago, her conditions, a medicine and an
 * allergy.
 */
export function patientFile(now: number) {
  const at = new Date(now - 30 * MINUTE_MS).toISOString();
  const birthYear = new Date(now).getUTCFullYear() - 67;
  const patient = {
    resourceType: 'Patient',
    identifier: [{ system: 'urn:oid:2.999.1', value: 'DEMO-1' }],
    name: [{ family: 'Invented', given: ['Anna'] }],
    gender: 'female',
    birthDate: `${birthYear}-01-12`,
  };
  const others = [
    ...MEASURED.map((measured) => observation(measured, at)),
    ...CONDITIONS,
    {
      resourceType: 'MedicationStatement',
      status: 'active',
      medicationCodeableConcept: { text: 'warfarin 3 mg daily' },
      subject,
    },
    {
      resourceType: 'AllergyIntolerance',
      clinicalStatus: {
        coding: [{ system: `${TERMINOLOGY}/allergyintolerance-clinical`, code: 'active' }],
      },
      code: { text: 'penicillin' },
      patient: subject,
    },
  ];
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      { fullUrl: PATIENT, resource: patient, request: { method: 'POST', url: 'Patient' } },
      ...others.map((resource) => ({
        resource,
        request: { method: 'POST', url: resource.resourceType },
      })),
    ],
  };
}
