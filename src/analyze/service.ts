import { type Clock, isoTime } from '../core/clock.js';
import { AppError, invalidField } from '../core/errors.js';
import { newId } from '../core/ids.js';
import type { Open } from '../packages/open-first.js';
import { askMedicines, dataForScores } from './ask.js';
import type { Colleagues, Mode } from './colleagues.js';
import type { Setting } from './differential/prior.js';
import { pictureFindings } from './evidence/pictures.js';
import { readEvidence, type Understood } from './evidence/read-evidence.js';
import { asProbability, explain, shownOf } from './explain.js';
import { gather } from './gather.js';
import { judgePatient } from './judge/judge-patient.js';
import type { FindingTree } from './knowledge/finding-tree.js';
import type { DiseaseKnowledge } from './knowledge/knowledge.js';
import { sayAdvice } from './recommend/check-medicines.js';
import { adviceFor } from './recommend/recommend.js';
import { notRead, remarks } from './remarks.js';
import type { AnalyzeRequest, AnalyzeResult } from './schema.js';

/** Who asks: their mode decides which earlier answers they see. */
export interface Asker {
  readonly mode: Mode;
  readonly signal: AbortSignal;
  /** Nobody holds the line for the answer: others go first. */
  readonly background?: boolean;
}

export interface AnalyzeService {
  /**
   * @throws AppError `validation_error` when a value of the patient cannot be or contradicts
   *   another, `model_unavailable` when no package of knowledge of diseases can be used
   */
  analyze(request: AnalyzeRequest, asker: Asker): Promise<AnalyzeResult>;
}

export interface AnalyzeParts {
  /** Nothing where no package can be used. */
  readonly diseases: () => Open<DiseaseKnowledge> | undefined;
  readonly colleagues: Colleagues;
  readonly clock: Clock;
}

const SETTINGS: Readonly<Record<string, Setting>> = {
  emergency: 'emergency',
  intensive_care: 'emergency',
  primary_care: 'primary',
};

const NO_MEDICINES = { what: 'medicines', reason: 'no knowledge of medicines can be used' };

export function createAnalyzeService({
  diseases,
  colleagues,
  clock,
}: AnalyzeParts): AnalyzeService {
  function knowledgeOf(): Open<DiseaseKnowledge> {
    const open = diseases();
    if (open !== undefined) return open;
    const message = 'No package of knowledge of diseases can be used.';
    throw new AppError('model_unavailable', message, { retryAfterSeconds: 60 });
  }

  /** @throws AppError `validation_error` for an analysis that is not kept, or not for this mode */
  function picturesOf(
    { imaging_analysis_ids = [] }: AnalyzeRequest,
    mode: Mode,
    tree: FindingTree,
  ): Understood[] {
    return imaging_analysis_ids.flatMap((id, n) => {
      const field = `imaging_analysis_ids.${n}`;
      const reading = colleagues.findReading(id, mode);
      if (reading === undefined) throw invalidField(field, 'is not an analysis that is kept here');
      return pictureFindings(tree, reading, field);
    });
  }

  return {
    async analyze(request, { mode, signal }) {
      const { id, version, made: knowledge } = knowledgeOf();
      const now = clock();
      const gathered = gather(request.patient_data, now);
      const { specialty, analysis_type } = request;
      const setting = SETTINGS[specialty] ?? 'any';
      const pictures = picturesOf(request, mode, knowledge.reader.tree);
      const { lines, chart } = gathered;
      const read = readEvidence(knowledge.reader, lines, chart, setting, pictures);
      const risk = await colleagues.assessRisk(dataForScores(request, read), signal);
      const judgement = judgePatient(knowledge, read, specialty, risk.scores);
      const advice = adviceFor(analysis_type, judgement.advice);
      const medicines = askMedicines(colleagues, advice, gathered, read, knowledge.reader.tree);
      const said = sayAdvice(advice, medicines);
      return {
        analysis_id: newId('an'),
        risk_score: asProbability(judgement.risk.probability),
        primary_diagnosis: judgement.primary?.disease.name ?? 'undetermined',
        differential_diagnosis: shownOf(judgement.differential).map(({ disease }) => disease.name),
        recommendations: [...said.lines],
        confidence_score: asProbability(judgement.confidence),
        urgency_level: judgement.urgency.level,
        created_at: isoTime(now),
        explanation: explain(knowledge, judgement, risk, `${id} ${version} with NEWS2`),
        not_assessed: [
          ...notRead(judgement),
          ...gathered.notAssessed,
          ...(medicines === undefined ? [NO_MEDICINES] : []),
        ],
        warnings: [...remarks(judgement), ...said.warnings],
        models: [
          { id, version, backend: 'rules' },
          ...(risk.models ?? []),
          ...(medicines?.models ?? []),
        ],
      };
    },
  };
}
