import { type Clock, isoTime } from '../core/clock.js';
import { AppError, invalidField } from '../core/errors.js';
import { newId } from '../core/ids.js';
import type { KeyMode } from '../core/key-mode.js';
import type { MedicineCheck } from '../medications/check-medicines.js';
import type { MedicationsService } from '../medications/service.js';
import type { Chart } from '../patient-record/chart/fact.js';
import { rememberTexts } from '../patient-record/language/remember-texts.js';
import type { PatientRecord } from '../patient-record/read-record.js';
import type { Predictions, scoresOf } from '../scores/assess-chart.js';
import { assessPatient, type PatientAssessment } from './assessment/assess-patient.js';
import { correctionsOf } from './evidence/corrections.js';
import type { EvidenceItem } from './evidence/evidence-item.js';
import { type FindReading, pictureFindings } from './evidence/pictures.js';
import { type EvidenceReader, type ReadPatient, readEvidence } from './evidence/read-evidence.js';
import { asProbability, explain, shownOf } from './explain.js';
import { among, type FindingTree } from './knowledge/finding-tree.js';
import type { OpenDiseaseKnowledge } from './knowledge/knowledge.js';
import type { Setting } from './probability/prior.js';
import { notAssessedData, readPatient } from './read-patient.js';
import { checkedRecommendations } from './recommend/check-medicines.js';
import { medicinesIn } from './recommend/named-medicines.js';
import { type Advice, adviceFor } from './recommend/recommend.js';
import type { AnalyzeRequest, AnalyzeResult } from './schema.js';
import { BOUNDED_SCORES } from './urgency/early-warning.js';
import { notAssessedText, warningsOf } from './warnings.js';

/** The caller, whose mode determines which earlier answers are visible. */
export interface AnalysisCaller {
  readonly mode: KeyMode;
  readonly signal: AbortSignal;
  /** Background work: interactive requests take precedence. */
  readonly background?: boolean;
}

export interface AnalyzeService {
  /**
   * Analyses a patient.
   *
   * @throws AppError `validation_error` when a value of the patient is impossible or contradicts
   *   another, `model_unavailable` when no disease knowledge package can be used
   */
  analyze(request: AnalyzeRequest, caller: AnalysisCaller): Promise<AnalyzeResult>;
}

/** The other capabilities that an analysis uses. */
export interface AnalyzeParts {
  /** Absent where no package can be used. */
  readonly diseases: () => OpenDiseaseKnowledge | undefined;
  readonly scoresOf: typeof scoresOf;
  readonly predictionsOf: (chart: Chart, signal: AbortSignal) => Promise<Predictions>;
  readonly checkMedicines: MedicationsService['checkMedicines'];
  readonly findReading: FindReading;
  readonly clock: Clock;
}

const SETTINGS: Readonly<Record<string, Setting>> = {
  emergency: 'emergency',
  intensive_care: 'emergency',
  primary_care: 'primary',
};

const NO_MEDICINES = { what: 'medicines', reason: 'no knowledge of medicines can be used' };
const NOTHING_PROPOSED: MedicineCheck = {
  objections: [],
  unchecked: [],
  unresolved: [],
  models: [],
};
const LONGEST_NAME = 500;

function openKnowledge(open: OpenDiseaseKnowledge | undefined): OpenDiseaseKnowledge {
  if (open !== undefined) return open;
  const message = 'No package of knowledge of diseases can be used.';
  throw new AppError('model_unavailable', message, { retryAfterSeconds: 60 });
}

/**
 * Reads earlier image analyses.
 *
 * @throws AppError `validation_error` for an analysis that is not stored, or not for this mode
 */
async function picturesOf(
  { imaging_analysis_ids = [] }: AnalyzeRequest,
  mode: KeyMode,
  tree: FindingTree,
  findReading: FindReading,
): Promise<EvidenceItem[]> {
  const items: EvidenceItem[] = [];
  for (const [n, id] of imaging_analysis_ids.entries()) {
    const field = `imaging_analysis_ids.${n}`;
    const reading = await findReading(id, mode);
    if (reading === undefined) throw invalidField(field, 'is not an analysis that is kept here');
    items.push(...pictureFindings(tree, reading, field));
  }
  return items;
}

/** Checks the recommended medicines for this patient; nothing where they cannot be checked. */
function checkAdvice(
  advice: readonly Advice[],
  { medicines, allergies, lines }: PatientRecord,
  { chart, present }: ReadPatient,
  { tree, language }: Pick<EvidenceReader, 'tree' | 'language'>,
  checkMedicines: AnalyzeParts['checkMedicines'],
): MedicineCheck | undefined {
  const proposed = medicinesIn(advice).map(({ name }) => name.slice(0, LONGEST_NAME));
  if (proposed.length === 0) return NOTHING_PROPOSED;
  const pregnant = among(tree, present)('pregnant') && { pregnant: true };
  const patient = { chart, medicines, allergies, lines, ...pregnant };
  return checkMedicines(patient, proposed, language);
}

/** Findings that do not count because the request says so. */
const leftOut = ({ corrections = [] }: AnalyzeRequest): AnalyzeResult['not_assessed'] =>
  corrections.flatMap(({ finding, assertion }, n) =>
    assertion === 'unknown'
      ? [{ what: `corrections.${n}`, reason: `left out as the request says: ${finding}` }]
      : [],
  );

/** All that an analysis has found out about a patient. */
interface Analysis {
  readonly request: AnalyzeRequest;
  readonly open: OpenDiseaseKnowledge;
  readonly record: PatientRecord;
  readonly risk: Predictions & { readonly scores: ReturnType<typeof scoresOf> };
  readonly judgement: PatientAssessment;
  readonly advice: readonly Advice[];
  /** Absent where no knowledge of medicines can be used. */
  readonly medicines: MedicineCheck | undefined;
}

async function analysisOf(
  request: AnalyzeRequest,
  { mode, signal }: AnalysisCaller,
  now: number,
  parts: AnalyzeParts,
): Promise<Analysis> {
  const open = openKnowledge(parts.diseases());
  const { made: knowledge } = open;
  const reader = { ...knowledge.reader, language: rememberTexts(knowledge.reader.language) };
  const record = readPatient(request.patient_data, reader.language, now);
  const { specialty, analysis_type } = request;
  const setting = SETTINGS[specialty] ?? 'any';
  const pictures = await picturesOf(request, mode, reader.tree, parts.findReading);
  const corrections = correctionsOf(reader.tree, request.corrections);
  const patient = record.written();
  const read = readEvidence(reader, patient, setting, pictures, corrections);
  const scores = parts.scoresOf(patient.chart, BOUNDED_SCORES);
  const risk = { scores, ...(await parts.predictionsOf(patient.chart, signal)) };
  const judgement = assessPatient(knowledge, read, specialty, scores);
  const advice = adviceFor(analysis_type, judgement.advice);
  const medicines = checkAdvice(advice, record, read, reader, parts.checkMedicines);
  return { request, open, record, risk, judgement, advice, medicines };
}

/** The answer of an analysis; pure. */
function resultOf(
  { request, open, record, risk, judgement, advice, medicines }: Analysis,
  analysisId: string,
  now: number,
): AnalyzeResult {
  const { id, version, made: knowledge } = open;
  const recommendations = checkedRecommendations(advice, medicines);
  return {
    analysis_id: analysisId,
    risk_score: asProbability(judgement.risk.probability),
    primary_diagnosis: judgement.primary?.disease.name ?? 'undetermined',
    differential_diagnosis: shownOf(judgement.differential).map(({ disease }) => disease.name),
    recommendations: [...recommendations.lines],
    confidence_score: asProbability(judgement.confidence),
    urgency_level: judgement.urgency.level ?? 'not_assessed',
    created_at: isoTime(now),
    explanation: explain(knowledge, judgement, risk, `${id} ${version} with NEWS2`),
    not_assessed: [
      ...notAssessedText(judgement),
      ...notAssessedData(record),
      ...leftOut(request),
      ...(medicines === undefined ? [NO_MEDICINES] : []),
    ],
    warnings: [...warningsOf(judgement), ...recommendations.warnings],
    models: [{ id, version, backend: 'rules' }, ...risk.models, ...(medicines?.models ?? [])],
  };
}

export function createAnalyzeService(parts: AnalyzeParts): AnalyzeService {
  return {
    async analyze(request, caller) {
      const now = parts.clock();
      const analysis = await analysisOf(request, caller, now, parts);
      return resultOf(analysis, newId('an'), now);
    },
  };
}
