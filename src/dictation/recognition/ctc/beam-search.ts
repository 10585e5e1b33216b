import { type ActiveHypotheses, survivorsOf } from './active-hypotheses.js';
import { cutOff } from './cut-off.js';
import { finish } from './finish.js';
import type { Frames } from './frames.js';
import type { Grammar } from './grammar.js';
import { Hypotheses, logAdd } from './hypotheses.js';
import type { SearchTree } from './search-tree.js';
import { WordHistory } from './word-history.js';

/** Limits of a search; scores are natural logarithms. */
export interface SearchWidth {
  /** Hypotheses that are further behind the best are pruned. */
  readonly beam: number;
  /** Maximum number of hypotheses that are kept after a frame. */
  readonly maxHypotheses: number;
  /** Tokens that are further behind the likeliest of their frame are not tried. */
  readonly tokenBeam: number;
  /** At a frame whose blank is at least as likely, no token is tried. */
  readonly blankSkip: number;
}

export interface SearchResult {
  readonly pasts: WordHistory;
  /** The last word of the best hypothesis, -1 for no word. */
  readonly best: number;
  /**
   * ln-probability of the best, with the language score; -Infinity when its last word is
   * incomplete.
   */
  readonly score: number;
  /** Of each frame that was not skipped, and finally the complete answers. */
  readonly survivors: readonly ActiveHypotheses[];
}

/** A score below every possible one. */
const IMPOSSIBLE = -Number.MAX_VALUE;
/** Most hypotheses of one frame before it is pruned. */
const ROOM = 1 << 15;
interface Memory {
  now: Hypotheses;
  next: Hypotheses;
}

/** One search over the frames of one stretch of sound. */
class BeamSearchRun {
  readonly #width: SearchWidth;
  readonly #input: Frames;
  readonly #tree: SearchTree;
  readonly #grammar: Grammar;
  readonly #memory: Memory;
  readonly #pasts = new WordHistory();
  readonly #survivors: ActiveHypotheses[] = [];
  /** Tokens worth trying at this frame. */
  readonly #tokens: Int32Array;
  #tokenCount = 0;
  #leastToken = 0;
  /** ln-probability of the likeliest token but the blank. */
  #topToken = 0;
  /** Where the frame's row begins. */
  #row = 0;
  /** Best single path so far at this frame, and the limit for pruning. */
  #best = -Infinity;
  #least = IMPOSSIBLE;

  constructor(
    width: SearchWidth,
    input: Frames,
    language: { tree: SearchTree; grammar: Grammar },
    memory: Memory,
  ) {
    this.#width = width;
    this.#input = input;
    this.#tree = language.tree;
    this.#grammar = language.grammar;
    this.#memory = memory;
    this.#tokens = new Int32Array(input.tokens);
  }

  go(): SearchResult {
    const { now } = this.#memory;
    now.clear();
    const { blank, frames } = this.#input;
    now.addBlank(now.at(blank, this.#grammar.start), this.#tree.ahead[blank] ?? 0, -1);
    now.total[0] = now.blank[0] ?? 0;
    for (let frame = 0; frame < frames; frame += 1) this.#step(frame);
    const { best, score, answers } = finish(now, this.#tree, this.#grammar);
    this.#survivors.push({ frame: frames, ...answers });
    return { best, score, pasts: this.#pasts, survivors: this.#survivors };
  }

  #logProb(token: number): number {
    return this.#input.logProbs[this.#row + token] ?? -Infinity;
  }

  #step(frame: number): void {
    const { tokens, blank } = this.#input;
    this.#row = frame * tokens;
    if (this.#logProb(blank) >= this.#width.blankSkip) {
      this.#wait(this.#logProb(blank));
      return;
    }
    this.#chooseTokens();
    const { now, next } = this.#memory;
    next.clear();
    this.#best = -Infinity;
    this.#least = IMPOSSIBLE;
    const first = now.likeliest();
    if (first >= 0) this.#carry(now, first);
    for (let i = 0; i < now.count; i += 1) if (i !== first) this.#carry(now, i);
    this.#prune(frame);
  }

  /** Processes a frame of blank alone. */
  #wait(logProb: number): void {
    const { now } = this.#memory;
    for (let i = 0; i < now.count; i += 1) {
      const total = (now.total[i] ?? 0) + logProb;
      now.blank[i] = total;
      now.spoken[i] = -Infinity;
      now.total[i] = total;
    }
  }

  #chooseTokens(): void {
    const { tokens, blank } = this.#input;
    this.#topToken = -Infinity;
    for (let token = 0; token < tokens; token += 1) {
      const logProb = this.#logProb(token);
      if (token !== blank && logProb > this.#topToken) this.#topToken = logProb;
    }
    this.#leastToken = Math.max(this.#topToken, this.#logProb(blank)) - this.#width.tokenBeam;
    this.#tokenCount = 0;
    for (let token = 0; token < tokens; token += 1) {
      if (token === blank || this.#logProb(token) < this.#leastToken) continue;
      this.#tokens[this.#tokenCount] = token;
      this.#tokenCount += 1;
    }
  }

  /** Expands a hypothesis at this frame. */
  #carry(now: Hypotheses, from: number): void {
    const { next } = this.#memory;
    const { blank } = this.#input;
    const node = now.node[from] ?? 0;
    const token = this.#tree.token[node] ?? 0;
    const past = now.past[from] ?? -1;
    const total = now.total[from] ?? 0;
    const silent = total + this.#logProb(blank);
    const held = token === blank ? -Infinity : (now.spoken[from] ?? 0) + this.#logProb(token);
    if (silent >= this.#least || held >= this.#least) {
      const place = next.at(node, now.state[from] ?? 0);
      if (place >= 0) {
        next.addBlank(place, silent, past);
        next.addSpoken(place, held, past, -1);
        this.#raise(silent > held ? silent : held);
      }
    }
    // nothing under a node has a higher score than the node
    if (total + this.#topToken < this.#least) return;
    if (node < this.#tree.roots) {
      this.#open(now, from);
      return;
    }
    const last = this.#tree.lastChild[node] ?? 0;
    for (let child = this.#tree.firstChild[node] ?? 0; child < last; child += 1) {
      if (this.#logProb(this.#tree.token[child] ?? 0) >= this.#leastToken) {
        this.#enter(now, from, child);
      }
    }
  }

  /** Begins the next word. */
  #open(now: Hypotheses, from: number): void {
    for (const openings of this.#tree.openings) {
      for (let i = 0; i < this.#tokenCount; i += 1) {
        const child = openings[this.#tokens[i] ?? 0] ?? -1;
        if (child >= 0) this.#enter(now, from, child);
      }
    }
  }

  /** Advances to a child with its token, and ends the words that end there. */
  #enter(now: Hypotheses, from: number, child: number): void {
    const { token: tokens, ahead, firstChild, lastChild, firstEnd, lastEnd } = this.#tree;
    const node = now.node[from] ?? 0;
    const token = tokens[child] ?? 0;
    const before = token === tokens[node] ? now.blank[from] : now.total[from];
    const bare = (before ?? 0) + this.#logProb(token) - (ahead[node] ?? 0);
    const score = bare + (ahead[child] ?? 0);
    if (!(score >= this.#least)) return;
    const state = now.state[from] ?? 0;
    if ((firstChild[child] ?? 0) < (lastChild[child] ?? 0)) {
      this.#offer(child, state, score, now.past[from] ?? -1, -1);
    }
    const last = lastEnd[child] ?? 0;
    for (let end = firstEnd[child] ?? 0; end < last; end += 1) {
      // this also prunes words that are alone in their branch, by their look-ahead
      if (bare + (this.#tree.endAhead[end] ?? 0) < this.#least) continue;
      const entry = this.#tree.ends[end] ?? 0;
      const whole = bare + this.#grammar.score(state, entry) + (ahead[token] ?? 0);
      if (!(whole >= this.#least)) continue;
      this.#offer(token, this.#grammar.next(state, entry), whole, now.past[from] ?? -1, entry);
    }
  }

  #offer(node: number, state: number, score: number, past: number, ended: number): void {
    const place = this.#memory.next.at(node, state);
    if (place < 0) return;
    this.#memory.next.addSpoken(place, score, past, ended);
    this.#raise(score);
  }

  #raise(score: number): void {
    if (score <= this.#best) return;
    this.#best = score;
    this.#least = score - this.#width.beam;
  }

  /** Keeps the hypotheses near the best one and stores their words. */
  #prune(frame: number): void {
    const { now, next } = this.#memory;
    let best = -Infinity;
    for (let i = 0; i < next.count; i += 1) {
      const total = logAdd(next.blank[i] ?? 0, next.spoken[i] ?? 0);
      next.total[i] = total;
      if (total > best) best = total;
    }
    const { beam, maxHypotheses } = this.#width;
    const minScore = cutOff(next.total, next.count, {
      best,
      floor: best - beam,
      max: maxHypotheses,
    });
    now.count = 0;
    for (let i = 0; i < next.count; i += 1) {
      const total = next.total[i] ?? 0;
      if (!(total >= minScore && total >= IMPOSSIBLE)) continue;
      const past = next.past[i] ?? -1;
      const ended = next.ended[i] ?? -1;
      now.append(next, i, ended < 0 ? past : this.#pasts.add(past, ended, frame));
    }
    this.#survivors.push(survivorsOf(now, frame, best));
  }
}

/**
 * Creates a beam search for the likeliest words under an acoustic model, a tree of entries and a
 * grammar. Probabilities of paths with the same words are added. Memory is reused, so that only one
 * search may run at a time.
 */
export function createBeamSearch(width: SearchWidth) {
  const memory: Memory = { now: new Hypotheses(ROOM), next: new Hypotheses(ROOM) };
  return (input: Frames, language: { tree: SearchTree; grammar: Grammar }): SearchResult =>
    new BeamSearchRun(width, input, language, memory).go();
}
