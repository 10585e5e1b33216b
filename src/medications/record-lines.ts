import type { AllergyFact, MedicineFact } from '../patient-record/facts.js';
import type { AllergyLine } from './allergies/allergies.js';
import type { MedicationLine } from './schema.js';

/** The limits of a request also apply to the lists of a record, so that a check takes bounded time. */
export const MAX_OF_RECORD = { medicines: 200, lines: 100, characters: 500 } as const;

/** A medicine as a line of a list. */
export function lineOf(medicine: MedicineFact): MedicationLine {
  const { name, rxcui, dose, unit, route, frequency, dosage } = medicine;
  const words = dosage === undefined ? name : `${name} ${dosage}`.trim();
  return {
    ...(words !== '' && { name: words.slice(0, MAX_OF_RECORD.characters) }),
    ...(rxcui !== undefined && { rxcui }),
    ...(dose !== undefined && { dose }),
    ...(unit !== undefined && { unit }),
    ...(route !== undefined && { route }),
    ...(frequency !== undefined && { frequency }),
  };
}

/** An allergy as a line of a list. */
export const allergyLine = ({ substance, reaction, severity }: AllergyFact): AllergyLine => ({
  substance,
  ...(reaction !== undefined && { reaction: reaction.slice(0, MAX_OF_RECORD.characters) }),
  ...(severity !== undefined && { severity }),
});
