import { type BoundedQueue, createBoundedQueue } from '../../core/bounded-queue.js';
import type { Lane } from '../../core/task.js';

/** The class of the work, and whether a client is waiting for it. */
export interface WorkKind {
  readonly lane: Lane;
  /** No client is waiting for it: foreground work goes first. */
  readonly background: boolean;
}

/** Whether work that takes minutes may start now. */
export interface LongAllowed {
  readonly foreground: boolean;
  readonly background: boolean;
}

/** The criteria for the next item besides the queues. */
export interface Turns {
  /** Quick pieces that were taken one after the other. */
  readonly quickInARow: number;
  /** Others that were taken since one of the background. */
  readonly sinceBackground: number;
  readonly longIsNext: boolean;
}

export const FIRST_TURN: Turns = { quickInARow: 0, sinceBackground: 0, longIsNext: false };

/** How many pieces wait of each sort. */
export interface Waiting {
  readonly quick: number;
  readonly usual: number;
  readonly long: number;
  readonly backgroundShort: number;
  readonly backgroundLong: number;
}
export type Line = keyof Waiting;

/** This many quick items in a row, and then one of the others, if one is waiting. */
const MAX_QUICK_IN_A_ROW = 16;
/** Number of other tasks before a waiting background task is chosen. */
const MAX_BEFORE_BACKGROUND = 16;
/** Callers count their own background work; this bound is a safeguard. */
const MAX_BACKGROUND = 1_024;

interface Choice {
  readonly line: Line | undefined;
  readonly turns: Turns;
}

function nextSlow({ usual, long }: Waiting, turns: Turns, longAllowed: boolean): Choice {
  const takesLong = longAllowed && long > 0 && (turns.longIsNext || usual === 0);
  const line = takesLong ? 'long' : usual > 0 ? 'usual' : undefined;
  const sinceBackground = turns.sinceBackground + (line === undefined ? 0 : 1);
  return { line, turns: { quickInARow: 0, longIsNext: !takesLong, sinceBackground } };
}

/**
 * Chooses the next foreground queue to serve. Rows of a table take a thousandth of the time of a
 * picture and precede pictures, but pictures are not starved by a stream of them. Usual and long
 * tasks alternate.
 */
export function nextInForeground(waiting: Waiting, turns: Turns, longAllowed: boolean): Choice {
  const slowWaits = waiting.usual > 0 || (longAllowed && waiting.long > 0);
  if (waiting.quick > 0 && (turns.quickInARow < MAX_QUICK_IN_A_ROW || !slowWaits)) {
    return { line: 'quick', turns: { ...turns, quickInARow: turns.quickInARow + 1 } };
  }
  return nextSlow(waiting, turns, longAllowed);
}

/** Chooses the next background queue to serve. */
export function nextInBackground(
  { backgroundShort, backgroundLong }: Waiting,
  turns: Turns,
  longAllowed: boolean,
): Choice {
  const isLong = backgroundShort === 0 && longAllowed && backgroundLong > 0;
  const line = backgroundShort > 0 ? 'backgroundShort' : isLong ? 'backgroundLong' : undefined;
  return { line, turns: line === undefined ? turns : { ...turns, sinceBackground: 0 } };
}

/** Whether the background has waited so long that it goes first. */
export const backgroundIsDue = (waiting: Waiting, { sinceBackground }: Turns): boolean =>
  sinceBackground >= MAX_BEFORE_BACKGROUND && waiting.backgroundShort + waiting.backgroundLong > 0;

/** Chooses the next of all queues: the background comes last, but is not starved. */
export function nextLine(waiting: Waiting, turns: Turns, allowed: LongAllowed): Choice {
  if (backgroundIsDue(waiting, turns)) {
    const due = nextInBackground(waiting, turns, allowed.background);
    if (due.line !== undefined) return due;
  }
  const first = nextInForeground(waiting, turns, allowed.foreground);
  if (first.line !== undefined) return first;
  return nextInBackground(waiting, first.turns, allowed.background);
}

function lineOf({ lane, background }: WorkKind): Line {
  if (!background) return lane;
  return lane === 'long' ? 'backgroundLong' : 'backgroundShort';
}

/** Tasks that wait for a worker, in a queue for each lane. */
export class LaneQueue<T extends { readonly kind: WorkKind }> {
  readonly #lines: Readonly<Record<Line, BoundedQueue<T>>>;
  #turns = FIRST_TURN;

  /** @param limits how many may wait in each lane */
  constructor(limits: Readonly<Record<Lane, number>>) {
    this.#lines = {
      quick: createBoundedQueue<T>(limits.quick),
      usual: createBoundedQueue<T>(limits.usual),
      long: createBoundedQueue<T>(limits.long),
      backgroundShort: createBoundedQueue<T>(MAX_BACKGROUND),
      backgroundLong: createBoundedQueue<T>(MAX_BACKGROUND),
    };
  }

  get size(): number {
    return Object.values(this.#lines).reduce((sum, { size }) => sum + size, 0);
  }

  /** False when its line is full; the item is then not taken. */
  offer(item: T): boolean {
    return this.#lines[lineOf(item.kind)].offer(item);
  }

  /** The next item of all. */
  take(allowed: LongAllowed): T | undefined {
    return this.#follow(nextLine(this.#waiting(), this.#turns, allowed));
  }

  /** Returns the next foreground item. */
  takeForeground(longAllowed: boolean): T | undefined {
    return this.#follow(nextInForeground(this.#waiting(), this.#turns, longAllowed));
  }

  /** False when the item was not waiting any more. */
  remove(item: T): boolean {
    return this.#lines[lineOf(item.kind)].remove(item);
  }

  drain(): T[] {
    return Object.values(this.#lines).flatMap((line) => line.drain());
  }

  #waiting(): Waiting {
    const { quick, usual, long, backgroundShort, backgroundLong } = this.#lines;
    return {
      quick: quick.size,
      usual: usual.size,
      long: long.size,
      backgroundShort: backgroundShort.size,
      backgroundLong: backgroundLong.size,
    };
  }

  #follow({ line, turns }: Choice): T | undefined {
    this.#turns = turns;
    return line && this.#lines[line].take();
  }
}
