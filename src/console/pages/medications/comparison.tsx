import { SeverityBadge } from '../../components/answers/alerts.js';
import type { MedicationAlert, MedicationsAnswer } from '../../components/answers/answer-types.js';
import { text } from '../../text/en.js';
import { compareAlerts } from './list-form.js';

function Alerts({ title, alerts }: AlertsProps) {
  if (alerts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="answer-list">
        {alerts.map((alert) => (
          <li key={`${alert.rule_id} ${alert.drugs.join()}`} class="answer-row">
            <SeverityBadge severity={alert.severity} />
            <span>{alert.title}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface AlertsProps {
  readonly title: string;
  readonly alerts: readonly MedicationAlert[];
}

export interface ComparisonViewProps {
  readonly without: MedicationsAnswer;
  readonly together: MedicationsAnswer;
}

/** What would change with the proposed drugs. */
export function ComparisonView({ without, together }: ComparisonViewProps) {
  const { added, removed, changed, unchanged } = compareAlerts(without.alerts, together.alerts);
  const outcome = (answer: MedicationsAnswer) => text.answers.outcomes[answer.safety.outcome];
  return (
    <>
      <dl class="answer-facts">
        <dt>{text.medications.withoutProposed}</dt>
        <dd>{outcome(without)}</dd>
        <dt>{text.medications.withProposed}</dt>
        <dd>
          <strong>{outcome(together)}</strong>
        </dd>
      </dl>
      <Alerts title={text.medications.added(added.length)} alerts={added} />
      {changed.length > 0 && (
        <>
          <h3>{text.medications.changed(changed.length)}</h3>
          <ul class="answer-list">
            {changed.map(({ before, after }) => (
              <li key={`${after.rule_id} ${after.drugs.join()}`} class="answer-row">
                <SeverityBadge severity={before.severity} />
                <span>→</span>
                <SeverityBadge severity={after.severity} />
                <span>{after.title}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Alerts title={text.medications.removed(removed.length)} alerts={removed} />
      {added.length + changed.length + removed.length === 0 && (
        <p>{text.medications.nothingChanges}</p>
      )}
      {unchanged > 0 && <p class="answer-note">{text.medications.unchanged(unchanged)}</p>}
      {together.safety.not_judged.length > 0 && (
        <p>
          <strong>{text.answers.noAlertsUnread}</strong>
        </p>
      )}
    </>
  );
}
