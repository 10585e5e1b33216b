import { ShieldAlert } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../text/en.js';
import { Badge, type Tone } from '../badge.js';
import { Button } from '../button.js';
import { Panel } from '../panel.js';
import type {
  AnalysisAnswer,
  DangerousCause,
  Omission,
  RankedDiagnosis,
  UrgencyLevel,
} from './answer-types.js';
import { formatNumber, formatProbability } from './figures.js';
import { NotAssessed, Warnings } from './not-assessed.js';
import { predictionsIn, scoresIn } from './parts-of-analysis.js';
import { PredictionView, ScoreView } from './score.js';
import './answer.css';
import './differential.css';

const LEVEL_TONES: Readonly<Record<UrgencyLevel, Tone>> = {
  critical: 'critical',
  high: 'high',
  moderate: 'moderate',
  low: 'low',
  non_urgent: 'plain',
  not_assessed: 'unknown',
};

interface UrgencyProps {
  readonly answer: AnalysisAnswer;
  readonly children?: ComponentChildren;
}

/** How soon the patient is to be seen. */
export function UrgencyLevelView({ answer: { urgency_level: level }, children }: UrgencyProps) {
  return (
    <div class={`urgency urgency-${LEVEL_TONES[level]}`}>
      <p class="urgency-level">
        <span class="hidden-text">{text.answers.urgency}: </span>
        <span class="urgency-word">{text.answers.urgencyLevels[level]}</span>
        <span>{text.answers.urgencySoon[level]}</span>
      </p>
      {children}
    </div>
  );
}

/** How soon the patient is to be seen, and every rule that says so. */
export function UrgencyView({ answer }: { readonly answer: AnalysisAnswer }) {
  const rules = answer.explanation.urgency;
  return (
    <UrgencyLevelView answer={answer}>
      {rules.length === 0 ? (
        <p>{text.answers.noUrgencyRule}</p>
      ) : (
        <>
          <h3>{text.answers.urgencyRules}</h3>
          <ul class="answer-list">
            {rules.map(({ rule, level: of, fired_by, source }, n) => (
              <li key={`${n} ${rule}`}>
                <span class="answer-row">
                  <Badge tone={LEVEL_TONES[of]}>{text.answers.urgencyLevels[of]}</Badge>
                  <strong>{rule}</strong>
                </span>
                {fired_by.length > 0 && <div>{text.answers.firedBy(fired_by.join(', '))}</div>}
                <div class="answer-note">{source}</div>
              </li>
            ))}
          </ul>
        </>
      )}
    </UrgencyLevelView>
  );
}

const FIRST_DANGERS = 8;

/** Dangerous causes that nothing excludes, most dangerous first. */
export function MustNotMissView({ causes }: { readonly causes: readonly DangerousCause[] }) {
  const [all, setAll] = useState(false);
  if (causes.length === 0) return <p>{text.answers.noDanger}</p>;
  const shown = all ? causes : causes.slice(0, FIRST_DANGERS);
  return (
    <>
      <p class="answer-note">{text.answers.mustNotMissNote}</p>
      <ol class="dangers">
        {shown.map(({ diagnosis, icd10, group, because, excluded_by }) => (
          <li key={`${icd10} ${diagnosis}`}>
            <span class="answer-row">
              <ShieldAlert size={18} aria-hidden="true" />
              <strong>{diagnosis}</strong>
              <span class="answer-code">{icd10}</span>
              <Badge>{text.answers.dangerGroups[group]}</Badge>
            </span>
            <dl class="answer-facts">
              <dt>{text.answers.listedFor}</dt>
              <dd>{because}</dd>
              <dt>{text.answers.excludedBy}</dt>
              <dd>{excluded_by}</dd>
            </dl>
          </li>
        ))}
      </ol>
      {causes.length > FIRST_DANGERS && (
        <Button onClick={() => setAll(!all)}>
          {all ? text.answers.showFewer : text.answers.showAll(causes.length)}
        </Button>
      )}
    </>
  );
}

function Bar({ probability, rest }: { readonly probability: number; readonly rest?: boolean }) {
  return (
    <div class={`bar${rest ? ' bar-rest' : ''}`} aria-hidden="true">
      <div style={{ width: `${Math.max(0.4, Math.min(100, probability * 100))}%` }} />
    </div>
  );
}

function Reasons({ title, sign, items }: ReasonsProps) {
  return (
    <div class="reasons">
      <h3>{title}</h3>
      {items.length === 0 ? (
        <p class="answer-note">{text.answers.nothingFor}</p>
      ) : (
        <ul class={`reasons-${sign}`}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ReasonsProps {
  readonly title: string;
  readonly sign: 'for' | 'against';
  readonly items: readonly string[];
}

function Diagnosis({ entry, open }: { readonly entry: RankedDiagnosis; readonly open: boolean }) {
  const { diagnosis, icd10, probability, supporting, against, next_best_test, sources } = entry;
  return (
    <li>
      <details class="diagnosis" open={open}>
        <summary>
          <span class="answer-row">
            <strong>{diagnosis}</strong>
            <span class="answer-code">{icd10}</span>
            <span class="diagnosis-probability numeric">{formatProbability(probability)}</span>
          </span>
          <Bar probability={probability} />
        </summary>
        <div class="diagnosis-body">
          <Reasons title={text.answers.supporting} sign="for" items={supporting} />
          <Reasons title={text.answers.against} sign="against" items={against} />
          <div>
            <h3>{text.answers.nextTest}</h3>
            <p>{next_best_test ?? text.common.unknown}</p>
            <h3>{text.common.sources}</h3>
            <ul class="answer-sources">
              {sources.map((source) => (
                <li key={source}>{source}</li>
              ))}
            </ul>
          </div>
        </div>
      </details>
    </li>
  );
}

/** How many diagnoses are open at first. */
const OPEN_AT_FIRST = 2;

/** Ranked diagnoses as bars, each with what speaks for and against it. */
export function DifferentialView({ answer }: { readonly answer: AnalysisAnswer }) {
  const { differential, together, confidence } = answer.explanation;
  if (differential.length === 0) return <p>{text.answers.noDifferential}</p>;
  const rest = 1 - differential.reduce((sum, { probability }) => sum + probability, 0);
  const named = answer.primary_diagnosis !== 'undetermined';
  return (
    <>
      <p class="differential-first">
        {named ? text.answers.primary(answer.primary_diagnosis) : text.answers.undetermined}
        <span>{text.answers.confidence(formatProbability(answer.confidence_score))}</span>
      </p>
      <p class="answer-note">{text.answers.differentialNote}</p>
      <ol class="differential">
        {differential.map((entry, n) => (
          <Diagnosis key={`${n} ${entry.icd10}`} entry={entry} open={n < OPEN_AT_FIRST} />
        ))}
        {rest > 0 && (
          <li class="differential-rest">
            <span class="answer-row">
              {text.answers.allOther}
              <span class="diagnosis-probability numeric">{formatProbability(rest)}</span>
            </span>
            <Bar probability={rest} rest />
          </li>
        )}
      </ol>
      {together.map(({ diagnosis, icd10, explains }) => (
        <p key={icd10}>
          <strong>{text.answers.together}:</strong> {diagnosis}{' '}
          <span class="answer-code">{icd10}</span>, {text.answers.explains(explains.join(', '))}
        </p>
      ))}
      {confidence.unexplained.length > 0 && (
        <p>
          <strong>{text.answers.unexplained}:</strong> {confidence.unexplained.join(', ')}
        </p>
      )}
    </>
  );
}

/** What to do next, soonest first, each with its reason and source as the appliance words them. */
export function RecommendationsView({ answer }: { readonly answer: AnalysisAnswer }) {
  if (answer.recommendations.length === 0) return <p>{text.answers.noRecommendations}</p>;
  return (
    <ol class="recommendations">
      {answer.recommendations.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  );
}

function DeteriorationView({ answer }: { readonly answer: AnalysisAnswer }) {
  const { contributions } = answer.explanation.risk;
  return (
    <>
      <p>{text.answers.deterioration(formatProbability(answer.risk_score))}</p>
      <details class="answer-details">
        <summary>{text.answers.deteriorationParts}</summary>
        <ul>
          {contributions.map(({ feature, value, probability }) => (
            <li key={feature}>
              {feature}: {typeof value === 'number' ? formatNumber(value) : value} (
              {formatProbability(probability)})
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

export interface AnalysisViewProps {
  readonly answer: AnalysisAnswer;
  /** The words that a person typed for a field of the request. */
  readonly nameOf?: (what: string) => string | undefined;
  /** Instead of all that was not assessed, where a page shows a part of it elsewhere. */
  readonly omissions?: readonly Omission[];
}

/** A whole analysis: danger and omissions first, then what is likely and what to do. */
export function AnalysisView({ answer, nameOf, omissions }: AnalysisViewProps) {
  const { explanation } = answer;
  const scores = scoresIn(answer);
  const predictions = predictionsIn(answer);
  return (
    <div class="analysis">
      <Panel title={text.answers.urgency}>
        <UrgencyView answer={answer} />
      </Panel>
      <NotAssessed items={omissions ?? answer.not_assessed} nameOf={nameOf} />
      <Warnings items={[...explanation.confidence.contradictions, ...answer.warnings]} />
      <Panel title={text.answers.mustNotMiss}>
        <MustNotMissView causes={explanation.must_not_miss} />
      </Panel>
      <Panel title={text.answers.differential}>
        <DifferentialView answer={answer} />
      </Panel>
      <Panel title={text.answers.recommendations}>
        <RecommendationsView answer={answer} />
      </Panel>
      <Panel title={text.answers.scoresOf}>
        <DeteriorationView answer={answer} />
        {scores.map((score) => (
          <details class="answer-details" key={score.score}>
            <summary>{score.summary}</summary>
            <ScoreView answer={score} />
          </details>
        ))}
        {predictions.map((prediction) => (
          <details class="answer-details" key={prediction.model}>
            <summary>
              {prediction.outcome}: {formatProbability(prediction.probability)}
            </summary>
            <PredictionView answer={prediction} />
          </details>
        ))}
      </Panel>
    </div>
  );
}
