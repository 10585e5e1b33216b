import type { ComponentChildren } from 'preact';
import type { Live } from '../../state/use-live.js';
import { text } from '../../text/en.js';
import { Failure } from '../failure.js';
import { Guard } from '../guard.js';
import './controls.css';

export interface LiveAnswerProps<T> {
  readonly live: Live<T>;
  /** What to do before there is anything to answer. */
  readonly invitation: string;
  /** Refusals that are shown at their fields instead. */
  readonly errorIsShown: boolean;
  /** Buttons for the answer: copy, print. */
  readonly actions?: (answer: T) => ComponentChildren;
  readonly children: (answer: T) => ComponentChildren;
}

function stateOf(live: Live<unknown>, errorIsShown: boolean): string {
  if (live.error !== undefined) {
    return errorIsShown ? text.form.refusedAtField : text.form.refused;
  }
  if (live.isCurrent) return text.form.current;
  return live.answer === undefined ? text.form.working : text.answers.stale;
}

/** Made inside the guard, so that what cannot be shown stops there. */
const Shown = ({ content }: { readonly content: () => ComponentChildren }) => <>{content()}</>;

/** The answer to what stands in a form; once the form says something else, visibly no answer to it. */
export function LiveAnswer<T>(props: LiveAnswerProps<T>) {
  const { live, invitation, errorIsShown, actions, children } = props;
  const { answer, isCurrent, isBusy, error } = live;
  if (answer === undefined && error === undefined && !isBusy) {
    return <p class="work-answer answer-note">{invitation}</p>;
  }
  const isStale = answer !== undefined && !isCurrent;
  const content = () => (
    <>
      <div class="live-head">
        <p class={`live-state${isStale ? ' live-stale' : ''}`} role="status">
          {stateOf(live, errorIsShown)}
        </p>
        {answer !== undefined && isCurrent && <div class="no-print">{actions?.(answer)}</div>}
      </div>
      {error !== undefined && !errorIsShown && <Failure error={error} retry={live.retry} />}
      {answer !== undefined && (
        <div class="live-body" data-stale={isStale ? '' : undefined}>
          {children(answer)}
        </div>
      )}
    </>
  );
  return (
    <div class="live work-answer">
      <Guard of={answer} retry={live.retry}>
        <Shown content={content} />
      </Guard>
    </div>
  );
}
