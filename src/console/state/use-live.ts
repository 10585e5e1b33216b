import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from './page.js';

/** An answer that follows what is typed. */
export interface Live<T> {
  /** The newest answer, whatever it was for. */
  readonly answer: T | undefined;
  /** The answer is for what stands in the form now. */
  readonly isCurrent: boolean;
  /** The refusal of what stands in the form now. */
  readonly error: unknown;
  readonly isBusy: boolean;
  retry(): void;
}

interface Outcome<T> {
  readonly key: string;
  readonly answer: T | undefined;
  readonly error: unknown;
}

/**
 * Requests an answer whenever `key` changes, after a pause in typing. A newer key cancels the
 * request of an older one; an answer never counts as that of another key. After a new sign-in a
 * refused request is repeated.
 *
 * @param key everything that the answer depends on; undefined while there is nothing to request
 */
export function useLive<T>(
  key: string | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  pauseMs: number,
): Live<T> {
  const { session } = usePage();
  const [outcome, setOutcome] = useState<Outcome<T>>();
  const [attempt, setAttempt] = useState(0);
  const newest = useRef(work);
  newest.current = work;
  useEffect(() => {
    if (key === undefined) return setOutcome(undefined);
    if (outcome?.key === key && outcome.error === undefined) return;
    const control = new AbortController();
    const settle = (result: Pick<Outcome<T>, 'answer' | 'error'>) => {
      if (!control.signal.aborted) setOutcome({ key, ...result });
    };
    const timer = setTimeout(() => {
      newest.current(control.signal).then(
        (answer) => settle({ answer, error: undefined }),
        (error: unknown) => settle({ answer: undefined, error }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
    // The outcome is looked at, and not waited for.
  }, [key, pauseMs, attempt, session.csrf_token]);
  const isCurrent = outcome !== undefined && outcome.key === key;
  return {
    answer: outcome?.answer,
    isCurrent: isCurrent && outcome.error === undefined,
    error: isCurrent ? outcome.error : undefined,
    isBusy: key !== undefined && !isCurrent,
    retry() {
      setOutcome(undefined);
      setAttempt((count) => count + 1);
    },
  };
}
