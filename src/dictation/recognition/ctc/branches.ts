/**
 * A tree of token sequences, numbered so that the children of a node follow each other. The ends at
 * a node are the numbers of the sequences that lead to it, in the same way.
 */
export interface Branches {
  readonly nodes: number;
  /** The token that leads to each node. */
  readonly token: Int32Array;
  readonly firstChild: Int32Array;
  /** One past the last child. */
  readonly lastChild: Int32Array;
  /** Start of a node's ends in `ends`; those of the next node follow. */
  readonly firstEnd: Int32Array;
  readonly ends: Int32Array;
  /** Number of children of the root, which are the first nodes; the root has no number. */
  readonly top: number;
}

/** A tree under construction: the newest child of a node, and the next older one of the same parent. */
class GrowingTree {
  #room = 1024;
  #token = new Int32Array(this.#room);
  #newest = new Int32Array(this.#room);
  #older = new Int32Array(this.#room);
  nodes = 1;

  /** The node to which the sequence leads from the root. */
  add(sequence: readonly number[]): number {
    let node = 0;
    for (const token of sequence) {
      let child = this.newestOf(node);
      while (child !== 0 && this.tokenOf(child) !== token) child = this.olderOf(child);
      node = child === 0 ? this.#append(node, token) : child;
    }
    return node;
  }

  newestOf(node: number): number {
    return this.#newest[node] ?? 0;
  }

  olderOf(node: number): number {
    return this.#older[node] ?? 0;
  }

  tokenOf(node: number): number {
    return this.#token[node] ?? 0;
  }

  #append(parent: number, token: number): number {
    if (this.nodes === this.#room) this.#grow();
    const node = this.nodes;
    this.nodes += 1;
    this.#token[node] = token;
    this.#older[node] = this.newestOf(parent);
    this.#newest[parent] = node;
    return node;
  }

  #grow(): void {
    this.#room *= 2;
    const larger = (cells: Int32Array) => {
      const copy = new Int32Array(this.#room);
      copy.set(cells);
      return copy;
    };
    this.#token = larger(this.#token);
    this.#newest = larger(this.#newest);
    this.#older = larger(this.#older);
  }
}

/** Numbers the nodes level by level; the root's children begin at 0. */
function numbered(tree: GrowingTree) {
  const nodes = tree.nodes - 1;
  const token = new Int32Array(nodes);
  const firstChild = new Int32Array(nodes);
  const lastChild = new Int32Array(nodes);
  const numberOf = new Int32Array(tree.nodes);
  const order = new Int32Array(nodes);
  let next = 0;
  const place = (parent: number) => {
    for (let child = tree.newestOf(parent); child !== 0; child = tree.olderOf(child)) {
      token[next] = tree.tokenOf(child);
      numberOf[child] = next;
      order[next] = child;
      next += 1;
    }
  };
  place(0);
  const top = next;
  for (let node = 0; node < nodes; node += 1) {
    firstChild[node] = next;
    place(order[node] ?? 0);
    lastChild[node] = next;
  }
  return { nodes, token, firstChild, lastChild, numberOf, top };
}

/**
 * Builds a tree of token sequences in which equal prefixes are shared.
 *
 * @param sequences their indices are the numbers of the ends; empty ones have none
 */
export function growBranches(sequences: readonly (readonly number[])[]): Branches {
  const tree = new GrowingTree();
  const grownAt = sequences.map((sequence) => tree.add(sequence));
  const { numberOf, ...branches } = numbered(tree);
  const nodeOf = grownAt.map((grown) => (grown === 0 ? -1 : (numberOf[grown] ?? 0)));
  const firstEnd = new Int32Array(branches.nodes + 1);
  for (const node of nodeOf) if (node >= 0) firstEnd[node + 1] = (firstEnd[node + 1] ?? 0) + 1;
  for (let node = 0; node < branches.nodes; node += 1) {
    firstEnd[node + 1] = (firstEnd[node + 1] ?? 0) + (firstEnd[node] ?? 0);
  }
  const free = firstEnd.slice();
  const ends = new Int32Array(firstEnd[branches.nodes] ?? 0);
  for (const [sequence, node] of nodeOf.entries()) {
    if (node < 0) continue;
    const at = free[node] ?? 0;
    ends[at] = sequence;
    free[node] = at + 1;
  }
  return { ...branches, firstEnd, ends };
}

/** The best score of all ends at or under each node. */
export function bestBeneath(branches: Branches, scoreOf: (end: number) => number): Float64Array {
  const best = new Float64Array(branches.nodes).fill(-Infinity);
  for (let node = branches.nodes - 1; node >= 0; node -= 1) {
    let top = -Infinity;
    const lastEnd = branches.firstEnd[node + 1] ?? 0;
    for (let at = branches.firstEnd[node] ?? 0; at < lastEnd; at += 1) {
      top = Math.max(top, scoreOf(branches.ends[at] ?? 0));
    }
    const lastChild = branches.lastChild[node] ?? 0;
    for (let child = branches.firstChild[node] ?? 0; child < lastChild; child += 1) {
      top = Math.max(top, best[child] ?? 0);
    }
    best[node] = top;
  }
  return best;
}
