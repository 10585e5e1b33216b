import type { Random } from '../../core/random.js';
import type { SendOutcome } from '../../core/sent-object.js';
import type { Send, SendMove } from '../../store/dicom-send.js';

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 3_600_000;
/** A destination that is back is noticed after this long at the latest. */
const MAX_DESTINATION_PAUSE_MS = 300_000;
/** So that not everything that failed together is tried together. */
const JITTER = 0.25;

/**
 * The pause after an attempt that may be repeated: doubled each time, from seconds to an hour, and a
 * quarter longer or shorter by chance.
 *
 * @param attempts so far, at least 1
 */
export function pauseMs(attempts: number, random: Random): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);
  return Math.round(pause * (1 + JITTER * (2 * random() - 1)));
}

/** The state of an object after an attempt to send it. */
export function moveAfter(
  { id, attempts }: Pick<Send, 'id' | 'attempts'>,
  { kind, reason }: SendOutcome,
  now: number,
  random: Random,
): SendMove {
  const common = {
    id,
    from: ['sending'],
    at: now,
    attempts: 1,
    ...(reason !== undefined && { reason }),
  } as const;
  if (kind === 'sent') return { ...common, to: 'sent' };
  if (kind === 'refused') return { ...common, to: 'failed' };
  return { ...common, to: 'queued', nextAt: now + pauseMs(attempts + 1, random) };
}

/** When a destination may be tried again, after objects that it did not take. */
export class DestinationPause {
  readonly #random: Random;
  #failures = 0;
  #until = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** ms since 1970. */
  get until(): number {
    return this.#until;
  }

  note(kind: SendOutcome['kind'], now: number): void {
    if (kind !== 'not-now') {
      this.#failures = 0;
      this.#until = 0;
      return;
    }
    this.#failures += 1;
    const pause = Math.min(pauseMs(this.#failures, this.#random), MAX_DESTINATION_PAUSE_MS);
    this.#until = now + pause;
  }
}
