import { Badge, type Tone } from '../../components/badge.js';
import { text } from '../../text/en.js';

const words = text.administration;

export interface CheckLine {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly found: string;
  readonly remedy?: string;
}

const TONES: Readonly<Record<CheckLine['state'], Tone>> = {
  ok: 'low',
  warning: 'moderate',
  failed: 'critical',
};

const titleOf = (check: string): string =>
  (words.checks as Readonly<Record<string, string>>)[check] ?? check;

export const StateBadge = ({ state }: Pick<CheckLine, 'state'>) => (
  <Badge tone={TONES[state]}>{words.states[state]}</Badge>
);

/** What checks have found, each with what to do about it. */
export function CheckList({ lines }: { readonly lines: readonly CheckLine[] }) {
  return (
    <ul class="check-list">
      {lines.map(({ check, state, found, remedy }) => (
        <li key={check} class={`check check-${state}`}>
          <div class="check-head">
            <strong>{titleOf(check)}</strong>
            <StateBadge state={state} />
          </div>
          <p>{found}</p>
          {remedy !== undefined && (
            <p>
              <strong>{words.state.remedy}:</strong> {remedy}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
