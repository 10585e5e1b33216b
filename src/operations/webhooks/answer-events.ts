import type {
  Answer,
  DecidedAnswer,
  Operation,
  Work,
  WorkOperation,
} from '../../calls/operation.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { AnalyzeResult } from '../../differential/schema.js';
import type { ImagingResult } from '../../imaging/schema.js';
import type { MedicationsResult } from '../../medications/schema.js';
import type { RiskResult } from '../../scores/schema.js';
import type { Decision } from '../../store/unit-of-work.js';
import { isCritical } from '../pacs/worklist/critical.js';
import type { BoxEvent, Tell } from './events.js';

/** Whom the request was about, and in which world. */
export interface AnswerFacts {
  readonly mode: KeyMode;
  /** `Patient/123`; absent where the request names nobody. */
  readonly subject?: string | undefined;
}

const about = ({ mode, subject }: AnswerFacts) => ({
  mode,
  ...(subject !== undefined && { subject }),
});

/** What work lists and pagers need of a critical reading: no picture, nothing of the header. */
export function imagingEvents(
  result: Pick<ImagingResult, 'analysis_id' | 'urgency' | 'findings' | 'created_at'>,
  facts: AnswerFacts,
  of: Readonly<Record<string, unknown>> = {},
): readonly BoxEvent[] {
  if (!isCritical(result)) return [];
  const data = {
    ...(facts.subject !== undefined && { subject: facts.subject }),
    analysis_id: result.analysis_id,
    ...of,
    urgency: result.urgency?.level,
    findings: result.findings.map(({ label }) => label),
    created_at: result.created_at,
  };
  return [{ type: 'imaging.critical', ...about(facts), data }];
}

/**
 * The categories at which each early warning score asks for an urgent response: NEWS2 from 5 (Royal College of
 * Physicians 2017, urgent response threshold), MEWS from 5 (Subbe 2001, doi:10.1093/qjmed/94.10.521), Bedside PEWS
 * from 8 (Parshuram 2009, doi:10.1186/cc7998), Brighton PEWS from 4 (Monaghan 2005, doi:10.7748/paed2005.02.17.1.32.c964).
 */
const URGENT_CATEGORIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['news2', ['medium', 'high']],
  ['mews', ['high']],
  ['bedside_pews', ['high']],
  ['pews', ['high']],
]);

interface AssessedScore {
  readonly score: string;
  readonly value?: unknown;
  readonly category?: unknown;
}

/** A patient who is getting worse, by an early warning score whose inputs were all there or left no doubt. */
export function deteriorationEvents(
  scores: readonly AssessedScore[],
  facts: AnswerFacts,
  of: Readonly<Record<string, unknown>>,
): readonly BoxEvent[] {
  const urgent = scores.filter(
    ({ score, category }) =>
      typeof category === 'string' && URGENT_CATEGORIES.get(score)?.includes(category),
  );
  if (urgent.length === 0) return [];
  const data = {
    ...(facts.subject !== undefined && { subject: facts.subject }),
    ...of,
    scores: urgent.map(({ score, value, category }) => ({ score, value, category })),
  };
  return [{ type: 'risk.deterioration', ...about(facts), data }];
}

/** A list of medicines with an alert that blocks. */
export function medicationEvents(
  { check_id, alerts, safety, highest_severity, created_at }: MedicationsResult,
  facts: AnswerFacts,
): readonly BoxEvent[] {
  if (safety.outcome !== 'blocked') return [];
  const deciding = safety.decided_by.map(({ rule_id, severity }) => ({ rule_id, severity }));
  const data = {
    ...(facts.subject !== undefined && { subject: facts.subject }),
    check_id,
    highest_severity,
    alerts: alerts.length,
    decided_by: deciding,
    created_at,
  };
  return [{ type: 'medication.alert', ...about(facts), data }];
}

type EventsOf = (body: never, facts: AnswerFacts) => readonly BoxEvent[];

/** What the answers of operations have to tell. */
const EVENTS: ReadonlyMap<string, EventsOf> = new Map<string, EventsOf>([
  ['imaging.create', (result: ImagingResult, facts) => imagingEvents(result, facts)],
  [
    'risk.create',
    ({ risk_id, scores, created_at }: RiskResult, facts) =>
      deteriorationEvents(scores, facts, { risk_id, created_at }),
  ],
  [
    'analyze.create',
    ({ analysis_id, explanation, created_at }: AnalyzeResult, facts) =>
      deteriorationEvents(explanation.scores, facts, { analysis_id, created_at }),
  ],
  ['medications.create', medicationEvents],
]);

function subjectOf(input: unknown): string | undefined {
  const { subject } = (input ?? {}) as { readonly subject?: unknown };
  return typeof subject === 'string' ? subject : undefined;
}

/** Adds to an answer what webhooks have to be told of it. */
type Told = (answer: Answer) => Answer;

function* decideTold({ decide }: DecidedAnswer, told: Told): Decision<Answer> {
  return told(yield* decide());
}

function withEvents(work: Work, told: Told): Work {
  if (!('decide' in work)) return told(work);
  const { retry } = work;
  return {
    decide: () => decideTold(work, told),
    ...(retry && {
      retry(thrown) {
        const again = retry.call(work, thrown);
        return again && (async () => withEvents(await again(), told));
      },
    }),
  };
}

/** Large answers come as the text that a thread has made. */
const bodyOf = ({ body, text = 'null' }: Answer): never => (body ?? JSON.parse(text)) as never;

function telling(operation: WorkOperation, eventsOf: EventsOf, tell: Tell): WorkOperation {
  return {
    ...operation,
    async handle(call, input) {
      const facts = { mode: call.mode, subject: subjectOf(input) };
      return withEvents(await operation.handle(call, input), (answer) => {
        const writes = tell(() => eventsOf(bodyOf(answer), facts));
        if (writes.length === 0) return answer;
        return { ...answer, writes: [...(answer.writes ?? []), ...writes] };
      });
    },
  };
}

/** Operations that commit, with an answer, what webhooks have to be told of it. */
export const tellAnswers = (operations: readonly Operation[], tell: Tell): Operation[] =>
  operations.map((operation) => {
    const eventsOf = EVENTS.get(operation.operationId);
    if (eventsOf === undefined || operation.method !== 'POST') return operation;
    return telling(operation, eventsOf, tell);
  });
