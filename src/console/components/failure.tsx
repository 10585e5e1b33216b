import { ApiError } from '../api/errors.js';
import { text } from '../text/en.js';
import { Button } from './button.js';
import './failure.css';

export interface FailureProps {
  readonly error: unknown;
  readonly retry?: () => void;
}

/** What the appliance itself could not say. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  not_reached: text.errors.notReached,
  unreadable: text.errors.unreadable,
};

/** A failed request: what went wrong, in which field, and what can be done. */
export function Failure({ error, retry }: FailureProps) {
  const known = error instanceof ApiError ? error : undefined;
  const message =
    known === undefined ? text.errors.unexpected : (OWN_WORDS[known.code] ?? known.message);
  return (
    <div class="failure" role="alert">
      <p class="failure-message">{message}</p>
      {known !== undefined && known.issues.length > 0 ? (
        <ul class="failure-issues">
          {known.issues.map(({ field, issue }) => (
            <li key={`${field} ${issue}`}>
              <code>{field}</code> {issue}
            </li>
          ))}
        </ul>
      ) : (
        known?.field !== undefined && <p>{text.errors.field(known.field)}</p>
      )}
      {known?.retryAfter !== undefined && <p>{text.errors.retryIn(known.retryAfter)}</p>}
      {known?.requestId !== undefined && (
        <p class="failure-request">{text.errors.requestId(known.requestId)}</p>
      )}
      {retry !== undefined && <Button onClick={retry}>{text.common.retry}</Button>}
    </div>
  );
}
