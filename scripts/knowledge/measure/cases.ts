import { join } from 'node:path';
import {
  type ReadPatient,
  readEvidence,
} from '../../../src/differential/evidence/read-evidence.js';
import {
  createDiseaseKnowledge,
  type DiseaseKnowledge,
} from '../../../src/differential/knowledge/knowledge.js';
import type { DiseaseTables } from '../../../src/differential/knowledge/schema.js';
import { DifferentialModel } from '../../../src/differential/probability/diagnostician.js';
import type { Tuning } from '../../../src/differential/probability/tuning.js';
import { readPatientRecord } from '../../../src/patient-record/read-record.js';
import { readWords } from '../../../src/patient-record/written-patient.js';
import { openLanguage } from '../../language/open-language.js';
import { linesOf, meant, nameIndex, readVignettes, type Vignette } from './vignettes.js';

const MODELS = join(import.meta.dirname, '../../../models');

/** A vignette as the engine reads it. */
export interface Case {
  readonly vignette: Vignette;
  readonly read: ReadPatient;
  /** Ids of the diseases that its answer means; none where the knowledge has no such name. */
  readonly right: ReadonlySet<string>;
}

export function chartOf({ age, gender, vitals, lab_results }: Vignette) {
  const data = {
    demographics: { ...(age !== undefined && { age }), ...(gender && { gender }) },
    ...(vitals && { vitals }),
    ...(lab_results && { lab_results }),
  };
  return readPatientRecord(data, { language: undefined, now: 0 }).chart;
}

/** @param models a folder with the package of clinical language */
export async function openTables(
  tables: DiseaseTables,
  models: string = MODELS,
): Promise<DiseaseKnowledge> {
  return createDiseaseKnowledge(tables, await openLanguage(models));
}

/** A case of which only the first words were told. */
const inShort = ({
  medical_history: _,
  vitals: __,
  lab_results: ___,
  ...rest
}: Vignette): Vignette => ({
  ...rest,
  symptoms: rest.symptoms.slice(0, 1).map((text) => text.split(/[.;]/, 1)[0] ?? ''),
});

/** A vignette as the engine reads it. */
export const readVignette = ({ reader }: DiseaseKnowledge, vignette: Vignette): ReadPatient =>
  readEvidence(reader, readWords(linesOf(vignette), chartOf(vignette), reader.language), 'any');

/** @param short as if only the beginning were known */
export function readCases(knowledge: DiseaseKnowledge, file: string, short = false): Case[] {
  const index = nameIndex(knowledge.tables.diseases);
  const vignettes = readVignettes(file);
  return (short ? vignettes.map(inShort) : vignettes).map((vignette) => ({
    vignette,
    read: readVignette(knowledge, vignette),
    right: meant(vignette, index),
  }));
}

/** The same knowledge, weighing evidence otherwise. */
export const tuned = ({ tables, reader }: DiseaseKnowledge, tuning: Tuning) =>
  new DifferentialModel(reader.tree, tables.diseases, tuning);
