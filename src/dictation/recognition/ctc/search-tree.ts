import { type Branches, bestBeneath, growBranches } from './branches.js';

/**
 * The nodes of the search: nodes 0 to `tokens - 1` are the root, one for each token before (or the
 * blank for none), since a token that follows itself needs a blank between. Then come the nodes of
 * the lexicon and, after them, those of the phrases of one request.
 */
export interface SearchTree {
  readonly roots: number;
  readonly token: Int32Array;
  readonly firstChild: Int32Array;
  readonly lastChild: Int32Array;
  readonly firstEnd: Int32Array;
  readonly lastEnd: Int32Array;
  /** Numbers of entries, those of the phrases after those of the lexicon. */
  readonly ends: Int32Array;
  /** Score that the language model gives each of them in any context. */
  readonly endAhead: Float64Array;
  /** Best language score of all ends at or under a node; at most its parent's. */
  readonly ahead: Float64Array;
  /** Children of the root by their token, of the lexicon and of the phrases; -1 for none. */
  readonly openings: readonly Int32Array[];
}

/** Entries, as sequences of tokens and with the best language score of each. */
export interface Entries {
  readonly sequences: readonly (readonly number[])[];
  /** Score of the entry at this index in `sequences`. */
  readonly scoreOf: (entry: number) => number;
}

interface SearchBuffers {
  readonly from: { node: number; end: number; entry: number };
  readonly branches: Branches;
  readonly entries: Entries;
}

type Cells = Omit<SearchTree, 'roots' | 'openings'>;

function emptyCells(nodes: number, ends: number): Cells {
  return {
    token: new Int32Array(nodes),
    firstChild: new Int32Array(nodes),
    lastChild: new Int32Array(nodes),
    firstEnd: new Int32Array(nodes),
    lastEnd: new Int32Array(nodes),
    ends: new Int32Array(ends),
    endAhead: new Float64Array(ends),
    ahead: new Float64Array(nodes),
  };
}

/** Writes branches into the cells, from where `from` says. */
function plant(cells: Cells, { from, branches, entries }: SearchBuffers): void {
  const ahead = bestBeneath(branches, entries.scoreOf);
  for (let node = 0; node < branches.nodes; node += 1) {
    const at = from.node + node;
    cells.token[at] = branches.token[node] ?? 0;
    cells.firstChild[at] = from.node + (branches.firstChild[node] ?? 0);
    cells.lastChild[at] = from.node + (branches.lastChild[node] ?? 0);
    cells.firstEnd[at] = from.end + (branches.firstEnd[node] ?? 0);
    cells.lastEnd[at] = from.end + (branches.firstEnd[node + 1] ?? 0);
    cells.ahead[at] = ahead[node] ?? 0;
  }
  for (const [place, entry] of branches.ends.entries()) {
    cells.ends[from.end + place] = from.entry + entry;
    cells.endAhead[from.end + place] = entries.scoreOf(entry);
  }
}

/** The given number of nodes from `from` on, each at the index of its token. */
function byToken(tokens: number, { token }: Cells, from: number, count: number): Int32Array {
  const nodes = new Int32Array(tokens).fill(-1);
  for (let node = from; node < from + count; node += 1) nodes[token[node] ?? 0] = node;
  return nodes;
}

/** The tree of a lexicon, and copies of it with the phrases of a request added. */
export interface LexiconTree {
  readonly plain: SearchTree;
  /** The lexicon's nodes are copied, not built again. */
  with(phrases: Entries): SearchTree;
}

/**
 * @param tokens columns of the model's output
 * @param lexicon the number of an entry is its index; numbers of phrases follow
 */
export function createLexiconTree(tokens: number, lexicon: Entries): LexiconTree {
  const branches = growBranches(lexicon.sequences);
  const base = emptyCells(tokens + branches.nodes, branches.ends.length);
  plant(base, { from: { node: tokens, end: 0, entry: 0 }, branches, entries: lexicon });
  let best = -Infinity;
  for (let node = tokens; node < tokens + branches.top; node += 1) {
    best = Math.max(best, base.ahead[node] ?? 0);
  }
  for (let root = 0; root < tokens; root += 1) {
    base.token[root] = root;
    base.firstChild[root] = tokens;
    base.lastChild[root] = tokens + branches.top;
    base.ahead[root] = best > -Infinity ? best : 0;
  }
  const nodes = tokens + branches.nodes;
  const words = byToken(tokens, base, tokens, branches.top);
  const plain = { ...base, roots: tokens, openings: [words] };
  return {
    plain,
    with(phrases) {
      const added = growBranches(phrases.sequences);
      const cells = emptyCells(nodes + added.nodes, base.ends.length + added.ends.length);
      for (const name of Object.keys(base) as (keyof Cells)[]) cells[name].set(base[name]);
      const from = { node: nodes, end: base.ends.length, entry: lexicon.sequences.length };
      plant(cells, { from, branches: added, entries: phrases });
      const top = cells.ahead.subarray(nodes, nodes + added.top);
      const ahead = top.reduce((high, score) => Math.max(high, score), base.ahead[0] ?? 0);
      cells.ahead.fill(ahead, 0, tokens);
      const openings = [words, byToken(tokens, cells, nodes, added.top)];
      return { ...cells, roots: tokens, openings };
    },
  };
}
