import {
  type Coding,
  concept,
  type FiledResource,
  type FileFacts,
  hl7,
  note,
  opening,
} from './coding.js';

const VERIFICATIONS = {
  provisional: 'Provisional',
  differential: 'Differential',
  unconfirmed: 'Unconfirmed',
  refuted: 'Refuted',
} as const;

interface SuspectedCondition {
  readonly resultId: string;
  /** ISO 8601 */
  readonly at: string;
  readonly name: string;
  readonly coding?: readonly Coding[];
  readonly verification: keyof typeof VERIFICATIONS;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly notes?: readonly string[];
}

/**
 * Returns an unconfirmed Condition: a refuted one is inactive, any other active until a person
 * decides (con-3 to con-5 of http://hl7.org/fhir/R4/condition.html hold).
 */
export function suspicion(file: FileFacts, facts: SuspectedCondition): FiledResource {
  const { resultId, at, name, coding = [], verification, evidence, notes = [] } = facts;
  const status = verification === 'refuted' ? 'inactive' : 'active';
  const display = VERIFICATIONS[verification];
  return {
    ...opening('Condition', resultId, file, [`${name}: ${display.toLowerCase()}.`, ...notes]),
    clinicalStatus: concept(
      status,
      hl7('condition-clinical', status, status === 'active' ? 'Active' : 'Inactive'),
    ),
    verificationStatus: concept(display, hl7('condition-ver-status', verification, display)),
    category: [
      concept(
        'Encounter diagnosis',
        hl7('condition-category', 'encounter-diagnosis', 'Encounter Diagnosis'),
      ),
    ],
    code: concept(name, ...coding),
    recordedDate: at,
    evidence: [evidence],
    ...note(notes),
  };
}
