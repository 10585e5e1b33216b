import type { Output } from '../../core/schema.js';
import type { cdsServices } from './schema.js';

type ListedService = Output<typeof cdsServices>['services'][number];

/** The parts of a patient's record, as a template of FHIR asks for each. */
export const PREFETCH = {
  patient: 'Patient/{{context.patientId}}',
  conditions: 'Condition?patient={{context.patientId}}&_count=200',
  allergies: 'AllergyIntolerance?patient={{context.patientId}}&_count=200',
  medicationRequests:
    'MedicationRequest?patient={{context.patientId}}&status=active,unknown' +
    '&_include=MedicationRequest:medication&_count=200',
  medicationStatements:
    'MedicationStatement?patient={{context.patientId}}&status=active,unknown' +
    '&_include=MedicationStatement:medication&_count=200',
  observations:
    'Observation?patient={{context.patientId}}&category=vital-signs,laboratory&_sort=-date&_count=200',
} as const;

export type PrefetchKey = keyof typeof PREFETCH;

export const PREFETCH_KEYS = Object.keys(PREFETCH) as readonly PrefetchKey[];

const RECORD =
  'Without the prefetched parts of the record the patient is read from the FHIR server of this ' +
  'appliance, or from `fhirServer` where the configuration allows it.';

/** What a service looks at: draft orders, all medicines of the record, or the patient's state. */
export type Subject = 'drafts' | 'medicines' | 'state';

export interface CdsService extends ListedService {
  readonly subject: Subject;
}

const service = (
  subject: Subject,
  facts: Pick<ListedService, 'hook' | 'title' | 'description'>,
): CdsService => ({
  ...facts,
  subject,
  id: `wardbox-${facts.hook}`,
  prefetch: PREFETCH,
  usageRequirements: RECORD,
});

/** The services of CDS Hooks 2.0 that are offered: https://cds-hooks.hl7.org/2.0/. */
export const CDS_SERVICES: readonly CdsService[] = [
  service('state', {
    hook: 'patient-view',
    title: 'Urgency and dangers',
    description:
      'Says how urgent the patient is by vital signs, laboratory values and scores, and which dangerous ' +
      'causes the record does not exclude.',
  }),
  service('drafts', {
    hook: 'order-select',
    title: 'Check of selected medicines',
    description:
      'Checks the selected draft orders of medicines against the patient’s medicines, allergies, ' +
      'conditions and values.',
  }),
  service('drafts', {
    hook: 'order-sign',
    title: 'Check of medicines before they are signed',
    description:
      'Checks all draft orders of medicines against each other and against the patient’s medicines, ' +
      'allergies, conditions and values.',
  }),
  service('medicines', {
    hook: 'encounter-discharge',
    title: 'Check of all medicines at discharge',
    description: 'Checks the whole list of medicines that the patient goes home with.',
  }),
];
