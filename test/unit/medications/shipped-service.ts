import { MedicationKnowledge } from '../../../src/medications/knowledge/knowledge.js';
import { medicationsRequest } from '../../../src/medications/schema.js';
import { createMedicationsService } from '../../../src/medications/service.js';
import { shippedTables } from '../../support/medication-tables.js';
import { language } from '../patient-record/language/language.js';

/** The shipped knowledge, opened once for all tests that check requests with it. */
export const tables = await shippedTables();
export const knowledge = new MedicationKnowledge(
  { id: 'medication-knowledge', version: '1.0.0' },
  tables,
);

const service = createMedicationsService({
  opened: () => ({ statuses: [], knowledge, overlays: [], missing: [] }),
  language: () => ({ id: 'clinical-language', version: '1.0.0', made: language }),
  clock: () => 0,
});

/** The answer to a request of `POST /v1/medications`. */
export const answerTo = (request: object) => service.check(medicationsRequest.parse(request));
