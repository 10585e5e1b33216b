import type { ClinicalLanguage } from '../../patient-record/language/create-clinical-language.js';
import { type NumberedPresentation, numberPresentations } from '../danger/must-not-miss.js';
import { createFindingReader } from '../evidence/named-findings.js';
import type { EvidenceReader } from '../evidence/read-evidence.js';
import { DifferentialModel } from '../probability/diagnostician.js';
import { TUNING, type Tuning } from '../probability/tuning.js';
import { type NumberedRule, numberRules } from '../urgency/triage.js';
import { createFindingTree } from './finding-tree.js';
import type { DiseaseTables } from './schema.js';

/** The disease knowledge, prepared for use. */
export interface DiseaseKnowledge {
  readonly tables: DiseaseTables;
  readonly reader: EvidenceReader;
  readonly diagnostician: DifferentialModel;
  readonly rules: readonly NumberedRule[];
  readonly presentations: readonly NumberedPresentation[];
}

/** The disease knowledge in use, and the package that it comes from. */
export interface OpenDiseaseKnowledge {
  readonly id: string;
  readonly version: string;
  readonly made: DiseaseKnowledge;
}

/**
 * Prepares patterns and probabilities once.
 *
 * @throws RangeError for inconsistent tables
 */
export function createDiseaseKnowledge(
  tables: DiseaseTables,
  language: ClinicalLanguage,
  tuning: Tuning = TUNING,
): DiseaseKnowledge {
  const tree = createFindingTree(tables.findings);
  for (const { id, find } of tables.diseases) {
    const strange = Object.keys(find).find((name) => tree.numberOf(name) === undefined);
    if (strange !== undefined) throw new RangeError(`${id} has ${strange}, which is not defined`);
  }
  return {
    tables,
    reader: {
      tree,
      measurable: tables.findings.filter(({ measure }) => measure !== undefined),
      ranges: tables.ranges,
      findings: createFindingReader(tables),
      language,
    },
    diagnostician: new DifferentialModel(tree, tables.diseases, tuning),
    rules: numberRules(tables.rules, tree),
    presentations: numberPresentations(tables.presentations, tree),
  };
}
