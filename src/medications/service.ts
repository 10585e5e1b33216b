import { DEFAULT_BLOCK_AT } from '../core/alert-severity.js';
import { type Clock, isoTime } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { newId } from '../core/ids.js';
import type { NameAsserter } from '../patient-record/asserted-names.js';
import type { OpenLanguage } from '../patient-record/language/open.js';
import { answer } from './answer.js';
import {
  type MedicineCheck,
  type MedicinePatient,
  notUnderstood,
  objectionsOf,
  ownLists,
} from './check-medicines.js';
import type { MedicationKnowledge } from './knowledge/knowledge.js';
import type { OpenedKnowledge } from './knowledge/open.js';
import { merge, ranked } from './merge.js';
import { decide } from './overlay/overlays.js';
import { type CaseParts, partsOfRequest, readCase } from './read-case.js';
import type { MedicationsRequest, MedicationsResult } from './schema.js';
import type { Severity } from './severity.js';
import { partsOfRecord, type StoredRecord } from './stored-record.js';

export interface MedicationsService {
  /**
   * Answers a request.
   *
   * @param record what is stored of the patient, where the request names one
   * @throws AppError `validation_error` when a value of the patient is impossible or contradicts
   *   another, `model_unavailable` when no medication knowledge package can be used
   */
  check(request: MedicationsRequest, record?: StoredRecord): MedicationsResult;
  /**
   * Checks whether a patient may be given medicines that the knowledge proposes.
   *
   * @param proposed names from a knowledge package, not patient data
   * @param reader the reader that has read the patient's texts already
   * @returns nothing where no medication knowledge package can be used
   */
  checkMedicines(
    patient: MedicinePatient,
    proposed: readonly string[],
    reader?: NameAsserter,
  ): MedicineCheck | undefined;
}

export interface MedicationsParts {
  /** The opened packages; absent before the appliance has started. */
  readonly opened: () => OpenedKnowledge | undefined;
  /** Absent where no clinical language package can be used. */
  readonly language: () => OpenLanguage | undefined;
  readonly clock: Clock;
  /** The severity from which an alert blocks, where a request states none. */
  readonly blockAt?: Severity;
}

type Overlays = OpenedKnowledge['overlays'];

const isProposed = (item: string) => item.startsWith('proposed.');
const modelOf = ({ id, version }: { readonly id: string; readonly version: string }) => ({
  id,
  version,
  backend: 'rules',
});

export function createMedicationsService({
  opened,
  language,
  clock,
  blockAt = DEFAULT_BLOCK_AT,
}: MedicationsParts): MedicationsService {
  function assess(
    parts: CaseParts,
    { knowledge, overlays }: { knowledge: MedicationKnowledge; overlays: Overlays },
    reader: NameAsserter | undefined = language()?.made,
  ) {
    const reading = readCase(parts, { knowledge, language: reader });
    const { findings, ...more } = knowledge.check(reading, reader);
    const decided = decide(merge(findings, isProposed), overlays, knowledge.classes);
    // A severity set by a hospital changes the rank of an alert.
    return { ...more, reading, ...decided, findings: ranked(decided.findings, isProposed) };
  }

  return {
    check(request, record) {
      const { knowledge, overlays = [], missing = [] } = opened() ?? {};
      if (knowledge === undefined) {
        const message = 'No package of medication knowledge can be used.';
        throw new AppError('model_unavailable', message, { retryAfterSeconds: 60 });
      }
      const stored = record && partsOfRecord(record, clock());
      const assessed = assess(partsOfRequest(request, stored), { knowledge, overlays });
      return answer({
        id: newId('md'),
        createdAt: isoTime(clock()),
        ...assessed,
        notAssessed: [...assessed.reading.notAssessed, ...assessed.notAssessed],
        knowledge,
        overlays,
        missing,
        blockAt: request.block_at ?? blockAt,
      });
    },
    checkMedicines(patient, proposed, reader) {
      const { knowledge, overlays = [] } = opened() ?? {};
      if (knowledge === undefined) return undefined;
      const { parts, unread, tooMany } = ownLists(patient);
      if (tooMany) {
        return { objections: [], unchecked: [...proposed.keys()], unresolved: unread, models: [] };
      }
      const named = { by: 'knowledge', names: proposed } as const;
      const { findings, reading } = assess(
        { ...parts, proposed: named },
        { knowledge, overlays },
        reader,
      );
      const { unchecked, unresolved } = notUnderstood(reading.lines);
      return {
        objections: objectionsOf(findings, blockAt),
        unchecked,
        unresolved: [...unread, ...unresolved],
        models: [knowledge, ...overlays].map(modelOf),
      };
    },
  };
}
