/** ln(1 + e^-x) at steps of 1 / 64, as far as it counts. */
const STEPS = 64;
const REACH = 12;
const SOFT_STEP = Float64Array.from({ length: REACH * STEPS + 1 }, (_, i) =>
  Math.log1p(Math.exp(-i / STEPS)),
);

/** ln(e^a + e^b), within 0.004. */
export function logAdd(a: number, b: number): number {
  const high = a > b ? a : b;
  const apart = a > b ? a - b : b - a;
  // beyond the table, or not a number because both are -Infinity
  if (!(apart < REACH)) return high;
  return high + (SOFT_STEP[(apart * STEPS + 0.5) | 0] ?? 0);
}

/** A large odd number spreads keys over the table. */
const SPREAD = 0x9e3779b1;

/**
 * The hypotheses of one frame in columns. Two with the same node and state have the same future:
 * they are one, with their probabilities added and the past of the likelier.
 */
export class Hypotheses {
  count = 0;
  /** Node of the search tree. */
  readonly node: Int32Array;
  /** State of the grammar. */
  readonly state: Int32Array;
  /** ln of the probability of all paths here that end in a blank, with the language score. */
  readonly blank: Float64Array;
  /** The same of all that end in the token of the node. */
  readonly spoken: Float64Array;
  readonly total: Float64Array;
  /** Number of the past: of the last word in it. */
  readonly past: Int32Array;
  /** Entry that has just ended and follows the past, or -1. */
  readonly ended: Int32Array;
  /** Score of the likeliest single path here. */
  readonly #best: Float64Array;
  readonly #slots: Int32Array;
  readonly #shift: number;

  /** @param room maximum number of hypotheses; more are dropped */
  constructor(room: number) {
    const bits = Math.ceil(Math.log2(room)) + 1;
    this.node = new Int32Array(room);
    this.state = new Int32Array(room);
    this.blank = new Float64Array(room);
    this.spoken = new Float64Array(room);
    this.total = new Float64Array(room);
    this.past = new Int32Array(room);
    this.ended = new Int32Array(room);
    this.#best = new Float64Array(room);
    this.#slots = new Int32Array(2 ** bits).fill(-1);
    this.#shift = 32 - bits;
  }

  clear(): void {
    this.#slots.fill(-1);
    this.count = 0;
  }

  /** Place of the hypothesis with this node and state, a new one if need be; -1 when all is full. */
  at(node: number, state: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot =
      Math.imul(Math.imul(node, 31) ^ Math.imul(state, 0x85ebca6b), SPREAD) >>> this.#shift;
    for (let place = slots[slot] ?? -1; place >= 0; place = slots[slot] ?? -1) {
      if (this.node[place] === node && this.state[place] === state) return place;
      slot = (slot + 1) & mask;
    }
    const place = this.count;
    if (place === this.node.length) return -1;
    slots[slot] = place;
    this.node[place] = node;
    this.state[place] = state;
    this.blank[place] = -Infinity;
    this.spoken[place] = -Infinity;
    this.#best[place] = -Infinity;
    this.count = place + 1;
    return place;
  }

  addBlank(place: number, score: number, past: number): void {
    this.blank[place] = logAdd(this.blank[place] ?? -Infinity, score);
    this.#remember(place, score, past, -1);
  }

  addSpoken(place: number, score: number, past: number, ended: number): void {
    this.spoken[place] = logAdd(this.spoken[place] ?? -Infinity, score);
    this.#remember(place, score, past, ended);
  }

  /** Place of the one with the best total, -1 when there is none. */
  likeliest(): number {
    let best = this.count > 0 ? 0 : -1;
    for (let i = 1; i < this.count; i += 1) {
      if ((this.total[i] ?? 0) > (this.total[best] ?? 0)) best = i;
    }
    return best;
  }

  /** Copies a hypothesis of another frame, without looking for an equal one. */
  append(from: Hypotheses, place: number, past: number): void {
    const to = this.count;
    this.node[to] = from.node[place] ?? 0;
    this.state[to] = from.state[place] ?? 0;
    this.blank[to] = from.blank[place] ?? 0;
    this.spoken[to] = from.spoken[place] ?? 0;
    this.total[to] = from.total[place] ?? 0;
    this.past[to] = past;
    this.count = to + 1;
  }

  #remember(place: number, score: number, past: number, ended: number): void {
    if (score <= (this.#best[place] ?? 0)) return;
    this.#best[place] = score;
    this.past[place] = past;
    this.ended[place] = ended;
  }
}
