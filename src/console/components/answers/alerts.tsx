import { CircleAlert, CircleCheck, OctagonX } from 'lucide-preact';
import { text } from '../../text/en.js';
import { Badge, type Tone } from '../badge.js';
import { Button } from '../button.js';
import type {
  AlertSeverity,
  MedicationAlert,
  MedicationsAnswer,
  ResolvedLine,
  UnresolvedLine,
} from './answer-types.js';
import { withNames } from './names.js';
import { NotAssessed, Warnings } from './not-assessed.js';
import './answer.css';
import './alerts.css';

/** The words of a line of the request: `medications.0` → `warfarin 3 mg`. */
export type NameOf = (what: string) => string | undefined;

const SEVERITY_TONES: Readonly<Record<AlertSeverity, Tone>> = {
  contraindicated: 'critical',
  major: 'high',
  moderate: 'moderate',
  minor: 'plain',
};

export function SeverityBadge({ severity }: { readonly severity: AlertSeverity }) {
  return <Badge tone={SEVERITY_TONES[severity]}>{text.answers.severities[severity]}</Badge>;
}

const OUTCOME_LOOKS = {
  blocked: { icon: OctagonX, tone: 'critical' },
  review: { icon: CircleAlert, tone: 'moderate' },
  clear: { icon: CircleCheck, tone: 'low' },
} as const;

/** What follows from the check. It is clear only where all was judged. */
export function SafetyView({ answer, nameOf }: AlertsViewProps) {
  const { outcome, block_at, not_judged } = answer.safety;
  const { icon: Icon, tone } = OUTCOME_LOOKS[outcome];
  const notes = text.answers.outcomeNotes;
  return (
    <>
      <div class={`safety safety-${tone}`} role="status">
        <Icon size={32} aria-hidden="true" />
        <div>
          <p class="safety-outcome">{text.answers.outcomes[outcome]}</p>
          <p>
            {outcome === 'blocked'
              ? notes.blocked(text.answers.severities[block_at].toLowerCase())
              : notes[outcome]}
          </p>
        </div>
      </div>
      <NotAssessed
        items={not_judged}
        title={text.answers.notJudged(not_judged.length)}
        note={text.answers.notJudgedNote}
        nameOf={nameOf}
      />
    </>
  );
}

function Sources({ items }: { readonly items: MedicationAlert['sources'] }) {
  return (
    <ul class="answer-sources">
      {items.map(({ name, year, url_or_doi }) => (
        <li key={url_or_doi}>
          {name}
          {year !== null && ` (${year})`}. {url_or_doi}
        </li>
      ))}
    </ul>
  );
}

/** Parts of a statement may or may not end as sentences. */
const asSentence = (part: string): string => (/[.!?]$/.test(part) ? part : `${part}.`);

interface AlertProps {
  readonly alert: MedicationAlert;
  readonly blocks: boolean;
  readonly nameOf?: NameOf | undefined;
}

function AlertCard({ alert, blocks, nameOf }: AlertProps) {
  const { severity, kind, because = [], also = [], items } = alert;
  const tone = SEVERITY_TONES[severity];
  const pairs = (alert.pairs ?? []) as readonly (readonly string[])[];
  return (
    <li class={`alert alert-${tone}`}>
      <div class="answer-row">
        <SeverityBadge severity={severity} />
        <h3>{alert.title}</h3>
        <Badge>{text.answers.alertKinds[kind]}</Badge>
        {blocks && <Badge tone="critical">{text.answers.blocks}</Badge>}
        {alert.involves_proposed && <Badge>{text.answers.proposed}</Badge>}
      </div>
      <dl class="answer-facts">
        <dt>{text.answers.management}</dt>
        <dd>
          <strong>{alert.management}</strong>
        </dd>
        <dt>{text.answers.effectOf}</dt>
        <dd>{alert.effect}</dd>
        <dt>{text.answers.mechanism}</dt>
        <dd>{alert.mechanism}</dd>
        {because.length > 0 && (
          <>
            <dt>{text.answers.because}</dt>
            <dd>{withNames(because.join('; '), nameOf)}</dd>
          </>
        )}
        <dt>{text.answers.line}</dt>
        <dd>{items.map((item) => nameOf?.(item) ?? item).join(' · ')}</dd>
      </dl>
      {also.map((other) => (
        <div class="alert-also" key={other.rule_id}>
          <p>
            {text.answers.alsoBy}: <strong>{other.title}</strong> (
            {text.answers.severities[other.severity].toLowerCase()}).{' '}
            {[other.mechanism, other.effect, other.management].map(asSentence).join(' ')}
          </p>
        </div>
      ))}
      <details class="answer-details">
        <summary>{text.common.sources}</summary>
        <p class="answer-note">
          {text.answers.evidenceOf(text.answers.evidence[alert.evidence])} ·{' '}
          {text.answers.rule(alert.rule_id)}
        </p>
        {pairs.length > 0 && (
          <p class="answer-note">
            {text.answers.pairs}: {pairs.map((pair) => pair.join(' + ')).join('; ')}
          </p>
        )}
        <Sources items={[...alert.sources, ...also.flatMap(({ sources }) => sources)]} />
      </details>
    </li>
  );
}

/** The alerts, most severe first, as the appliance ranks them. */
export function AlertList({ answer, nameOf }: AlertsViewProps) {
  const { alerts, safety } = answer;
  if (alerts.length === 0) {
    const unread = safety.not_judged.length > 0;
    return <p>{unread ? text.answers.noAlertsUnread : text.answers.noAlerts}</p>;
  }
  const blocking = new Set(
    safety.outcome === 'blocked' ? safety.decided_by.map(({ alert }) => alert) : [],
  );
  return (
    <ol class="alerts">
      {alerts.map((alert, n) => (
        <AlertCard
          key={`${alert.rule_id} ${alert.items.join()}`}
          alert={alert}
          blocks={blocking.has(n)}
          nameOf={nameOf}
        />
      ))}
    </ol>
  );
}

function restOf({ understood = {} }: ResolvedLine): string {
  const { rate, concentration, manner } = understood;
  return [rate, concentration, manner].filter((part) => part !== undefined).join(', ');
}

const readAs = (how: string): string => text.answers.readAs[how] ?? how;

/** Each line as it was read; what it does not state is said as well. */
export function ResolvedLines({ lines }: { readonly lines: readonly ResolvedLine[] }) {
  if (lines.length === 0) return null;
  const hasRest = lines.some((line) => restOf(line) !== '');
  return (
    <div class="answer-table-box">
      <table class="answer-table alerts-lines">
        <thead>
          <tr>
            <th scope="col">{text.answers.lineAsWritten}</th>
            <th scope="col">{text.answers.ingredient}</th>
            <th scope="col">{text.answers.dose}</th>
            <th scope="col">{text.answers.route}</th>
            <th scope="col">{text.answers.frequency}</th>
            {hasRest && <th scope="col">{text.answers.more}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.item} ${line.ingredient}`}>
              <td>{line.input}</td>
              <td>
                <strong>{line.ingredient}</strong>{' '}
                {line.how === 'spelling' ? (
                  <Badge tone="moderate">{readAs(line.how)}</Badge>
                ) : (
                  <span class="answer-note">{readAs(line.how)}</span>
                )}
              </td>
              <Stated value={line.understood?.dose} />
              <Stated value={line.understood?.route} />
              <Stated value={line.understood?.frequency} />
              {hasRest && <td>{restOf(line)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Stated({ value }: { readonly value: string | undefined }) {
  return (
    <td class={value === undefined ? 'answer-note' : undefined}>
      {value ?? text.answers.notStated}
    </td>
  );
}

export interface UnresolvedLinesProps {
  readonly lines: readonly UnresolvedLine[];
  /** One press takes a suggestion; without it suggestions are only shown. */
  readonly onChoose?: ((line: UnresolvedLine, suggestion: string) => void) | undefined;
}

/** Lines that were not recognised, asked back. */
export function UnresolvedLines({ lines, onChoose }: UnresolvedLinesProps) {
  if (lines.length === 0) return null;
  return (
    <section class="not-assessed" aria-label={text.answers.unresolved(lines.length)}>
      <h3>{text.answers.unresolved(lines.length)}</h3>
      <p>{text.answers.unresolvedNote}</p>
      <ul class="alerts-unresolved">
        {lines.map((line, n) => (
          <li key={`${n} ${line.item}`}>
            <span class="answer-row">
              <strong>{line.input}</strong>
              {line.words !== undefined && line.words !== line.input && (
                <span>{text.answers.unknownWords(line.words)}</span>
              )}
            </span>
            {line.checked_as !== undefined && (
              <div>{text.answers.checkedAs(line.checked_as.join(', '))}</div>
            )}
            {line.suggestions.length === 0 ? (
              <div>{text.answers.noSuggestion}</div>
            ) : (
              <span class="answer-row">
                {line.suggestions.map((suggestion) =>
                  onChoose === undefined ? (
                    <span key={suggestion}>{suggestion}</span>
                  ) : (
                    <Button key={suggestion} onClick={() => onChoose(line, suggestion)}>
                      {text.answers.choose(suggestion)}
                    </Button>
                  ),
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export interface AlertsViewProps {
  readonly answer: MedicationsAnswer;
  readonly nameOf?: NameOf | undefined;
}

const isSame = (a: { what: string; reason: string }, b: { what: string; reason: string }) =>
  a.what === b.what && a.reason === b.reason;

/** A whole check of medications: the outcome and what was not judged before everything else. */
export function MedicationsView({
  answer,
  nameOf,
  onChoose,
}: AlertsViewProps & Pick<UnresolvedLinesProps, 'onChoose'>) {
  const { safety, not_assessed = [], suppressed = [] } = answer;
  const others = not_assessed.filter((one) => !safety.not_judged.some((two) => isSame(one, two)));
  return (
    <div class="medications-answer">
      <SafetyView answer={answer} nameOf={nameOf} />
      <UnresolvedLines lines={answer.unresolved} onChoose={onChoose} />
      <h2>{text.answers.alerts(answer.alerts.length)}</h2>
      <AlertList answer={answer} nameOf={nameOf} />
      <NotAssessed items={others} nameOf={nameOf} />
      <Warnings items={answer.warnings ?? []} nameOf={nameOf} />
      {suppressed.length > 0 && (
        <>
          <h2>{text.answers.suppressed}</h2>
          <ul>
            {suppressed.map(({ rule_id, severity, drugs, reason, overlay }) => (
              <li key={`${rule_id} ${drugs.join()}`}>
                {text.answers.severities[severity]}: {drugs.join(', ')}. {reason} ({overlay},{' '}
                {rule_id})
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>{text.answers.understoodLines}</h2>
      <ResolvedLines lines={answer.resolved} />
    </div>
  );
}
