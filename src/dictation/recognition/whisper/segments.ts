/** A run of tokens between two times. */
export interface TokenSegment {
  /** Of the text, within the tokens of the window; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Seconds from the beginning of the window. */
  readonly start: number;
  readonly end: number;
}

export interface CutWindow {
  readonly segments: readonly TokenSegment[];
  /** Seconds after which the next window begins. */
  readonly advance: number;
}

export interface CutOptions {
  readonly firstTime: number;
  /** Seconds from one time to the next. */
  readonly step: number;
  /** Seconds of sound in the window. */
  readonly seconds: number;
  /** Whether the recording continues beyond the window. */
  readonly more: boolean;
  /** Whether the decoder ended the text itself. */
  readonly ended: boolean;
}

function segmentsOf(tokens: readonly number[], options: CutOptions): TokenSegment[] {
  const { firstTime, step, seconds } = options;
  const timeAt = (index: number) =>
    Math.min(seconds, Math.max(0, ((tokens[index] ?? firstTime) - firstTime) * step));
  const segments: TokenSegment[] = [];
  let from: number | undefined;
  let start = 0;
  for (const [index, token] of tokens.entries()) {
    if (token < firstTime) {
      from ??= index;
      continue;
    }
    if (from !== undefined) segments.push({ from, to: index, start, end: timeAt(index) });
    from = undefined;
    start = timeAt(index);
  }
  if (from !== undefined) segments.push({ from, to: tokens.length, start, end: seconds });
  return segments;
}

/**
 * Splits the text of a window at its times, as `transcribe.py` of github.com/openai/whisper does.
 * Where more sound follows, a last segment without an end is left to the next window, which then
 * begins at the last closed time; a single time at the end says that nothing follows it.
 */
export function cutAtTimes(tokens: readonly number[], options: CutOptions): CutWindow {
  const { firstTime, seconds, more, ended } = options;
  const segments = segmentsOf(tokens, options);
  const isTime = (index: number) => (tokens[index] ?? 0) >= firstTime;
  const last = segments.at(-1);
  const isOpen = last !== undefined && last.to === tokens.length && !isTime(tokens.length - 1);
  if (isOpen && (more || !ended) && segments.length > 1) {
    const closed = segments.slice(0, -1);
    return { segments: closed, advance: closed.at(-1)?.end ?? seconds };
  }
  const endsInPair = tokens.length > 2 && isTime(tokens.length - 1) && isTime(tokens.length - 2);
  return { segments, advance: endsInPair ? (last?.end ?? seconds) : seconds };
}
