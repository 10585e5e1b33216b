import { CircleHelp, TriangleAlert } from 'lucide-preact';
import { text } from '../../text/en.js';
import type { Omission } from './answer-types.js';
import { withNames } from './names.js';
import './not-assessed.css';

export interface NotAssessedProps {
  readonly items: readonly Omission[];
  /** Instead of the usual heading and its note. */
  readonly title?: string;
  readonly note?: string;
  /** The words that a person typed or sees for a field of the request: `symptoms.0`. */
  readonly nameOf?: ((what: string) => string | undefined) | undefined;
}

/** What an answer leaves out and why: as prominent as what it found. */
export function NotAssessed({ items, title, note, nameOf }: NotAssessedProps) {
  if (items.length === 0) return null;
  return (
    <section class="not-assessed" aria-label={title ?? text.answers.notAssessed(items.length)}>
      <h3>
        <CircleHelp size={18} aria-hidden="true" />
        {title ?? text.answers.notAssessed(items.length)}
      </h3>
      <p>{note ?? text.answers.notAssessedNote}</p>
      <ul>
        {items.map(({ what, reason }, n) => (
          <li key={`${n} ${what}`}>
            <strong>{nameOf?.(what) ?? what}</strong>: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}

export interface WarningsProps {
  readonly items: readonly string[];
  readonly nameOf?: NotAssessedProps['nameOf'];
}

/** Warnings of an answer, in its own words; lines of the request in the words that were typed. */
export function Warnings({ items, nameOf }: WarningsProps) {
  if (items.length === 0) return null;
  return (
    <section class="warnings" aria-label={text.answers.warnings(items.length)}>
      <h3>
        <TriangleAlert size={18} aria-hidden="true" />
        {text.answers.warnings(items.length)}
      </h3>
      <ul>
        {items.map((item, n) => (
          <li key={`${n} ${item}`}>{withNames(item, nameOf)}</li>
        ))}
      </ul>
    </section>
  );
}
