import type { AnalysisAnswer, Omission } from '../../components/answers/answer-types.js';
import { NotAssessed } from '../../components/answers/not-assessed.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { text } from '../../text/en.js';
import { type Chip, type CorrectedAssertion, type Corrections, chipsOf } from './patient-form.js';
import './findings.css';

const TONES: Readonly<Record<Chip['assertion'], Tone>> = {
  present: 'high',
  absent: 'low',
  possible: 'moderate',
  historical: 'plain',
  family: 'plain',
  hypothetical: 'unknown',
};

/** Codes and words of what a person can say of a finding; the first leaves it as it was read. */
const CHOICES: ReadonlyArray<readonly [CorrectedAssertion, string]> = [
  ['present', text.analyze.assertions.present],
  ['absent', text.analyze.assertions.absent],
  ['unknown', text.analyze.leaveOut],
];

export type OnCorrect = (concept: string, assertion: CorrectedAssertion | undefined) => void;

/** The same finding is often read from several words; a chip shows the first. */
const MAX_WORDS = 2;

function FindingChip({ chip, onCorrect }: { readonly chip: Chip; readonly onCorrect: OnCorrect }) {
  const { concept, assertion, words, origin } = chip;
  const isCorrected = origin === 'correction';
  return (
    <li class={`chip chip-${assertion}${isCorrected ? ' chip-corrected' : ''}`}>
      <Badge tone={TONES[assertion]}>{text.analyze.assertions[assertion]}</Badge>
      <span class="chip-name">
        <strong>{concept}</strong>
        <span class="chip-words">
          {isCorrected
            ? text.analyze.corrected
            : text.analyze.readFrom(words.slice(0, MAX_WORDS).join('” · “'))}
        </span>
      </span>
      {origin !== 'value' && (
        <span class="chip-actions">
          <select
            aria-label={text.analyze.correct(concept)}
            value={isCorrected ? assertion : ''}
            onChange={({ currentTarget }) =>
              onCorrect(
                concept,
                currentTarget.value === ''
                  ? undefined
                  : (currentTarget.value as CorrectedAssertion),
              )
            }
          >
            <option value="">{text.analyze.asRead}</option>
            {CHOICES.map(([code, label]) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
          <Button
            look="quiet"
            label={text.common.remove(concept)}
            onClick={() => onCorrect(concept, 'unknown')}
          >
            ✕
          </Button>
        </span>
      )}
    </li>
  );
}

export interface FindingsProps {
  readonly answer: AnalysisAnswer;
  readonly corrections: Corrections;
  readonly onCorrect: OnCorrect;
  readonly nameOf: (what: string) => string | undefined;
}

/** Assertions in the order in which they matter. */
const ORDER: readonly Chip['assertion'][] = [
  'present',
  'possible',
  'absent',
  'historical',
  'family',
  'hypothetical',
];

const byAssertion = (a: Chip, b: Chip) => ORDER.indexOf(a.assertion) - ORDER.indexOf(b.assertion);

/** Whether something is missing in the answer because its words or value were not understood. */
export const isOfInput = ({ what }: Omission): boolean => what.startsWith('patient_data.');

/** What was understood, as chips that can be corrected, and what was not, as prominently. */
export function Findings({ answer, corrections, onCorrect, nameOf }: FindingsProps) {
  const chips = chipsOf(answer.explanation.findings);
  const read = chips.filter(({ origin }) => origin !== 'value').toSorted(byAssertion);
  const measured = chips.filter(({ origin }) => origin === 'value');
  const abnormal = measured.filter(({ assertion }) => assertion === 'present');
  const removed = Object.entries(corrections).filter(([, assertion]) => assertion === 'unknown');
  const unread = answer.not_assessed.filter(isOfInput);
  return (
    <>
      <NotAssessed
        items={unread}
        title={text.analyze.notUnderstood(unread.length)}
        note={text.analyze.notUnderstoodNote}
        nameOf={nameOf}
      />
      {read.length === 0 ? (
        <p>{text.analyze.nothingUnderstood}</p>
      ) : (
        <ul class="chips">
          {read.map((chip) => (
            <FindingChip
              key={`${chip.origin} ${chip.assertion} ${chip.concept}`}
              chip={chip}
              onCorrect={onCorrect}
            />
          ))}
        </ul>
      )}
      {removed.length > 0 && (
        <>
          <h3>{text.analyze.leftOut}</h3>
          <ul class="chips">
            {removed.map(([concept]) => (
              <li key={concept} class="chip chip-removed">
                <span class="chip-name">
                  <s>{concept}</s>
                </span>
                <Button onClick={() => onCorrect(concept, undefined)}>
                  {text.analyze.putBack(concept)}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {abnormal.length > 0 && (
        <>
          <h3>{text.analyze.fromValues}</h3>
          <ul class="chips">
            {abnormal.map((chip) => (
              <FindingChip key={chip.concept} chip={chip} onCorrect={onCorrect} />
            ))}
          </ul>
        </>
      )}
      {measured.length > abnormal.length && (
        <details class="answer-details">
          <summary>{text.analyze.excludedByValues(measured.length - abnormal.length)}</summary>
          <p>
            {measured
              .filter(({ assertion }) => assertion !== 'present')
              .map(({ concept }) => concept)
              .join(' · ')}
          </p>
        </details>
      )}
    </>
  );
}
