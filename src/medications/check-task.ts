import { defineTask, type TaskContext } from '../core/task.js';
import type { OpenLanguage } from '../patient-record/language/open.js';
import type { OpenedKnowledge } from './knowledge/open.js';
import type { MedicationsRequest } from './schema.js';
import { createMedicationsService } from './service.js';
import type { StoredRecord } from './stored-record.js';

export interface MedicationResources {
  readonly medications: OpenedKnowledge;
  readonly language: { readonly open?: OpenLanguage };
}

export interface MedicationsInput {
  readonly request: MedicationsRequest;
  /** What is stored of the patient, where the request names one. */
  readonly record?: StoredRecord | undefined;
}

/** The check of a long list. */
export const checkMedicationsTask = defineTask({
  name: 'check-medications',
  lane: 'usual',
  run: (
    { request, record }: MedicationsInput,
    { now }: TaskContext,
    { medications, language }: MedicationResources,
  ) =>
    createMedicationsService({
      opened: () => medications,
      language: () => language.open,
      clock: () => now,
    }).check(request, record),
});
