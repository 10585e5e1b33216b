const FIRST_ROOM = 4096;

/** The words of all hypotheses as a tree: each word refers to the one before. */
export class WordHistory {
  #before = new Int32Array(FIRST_ROOM);
  #entry = new Int32Array(FIRST_ROOM);
  #frame = new Int32Array(FIRST_ROOM);
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  /**
   * @param before number of the word before, -1 at the beginning
   * @param frame of the first occurrence of the entry's last token
   * @returns the new word's number
   */
  add(before: number, entry: number, frame: number): number {
    if (this.#count === this.#before.length) this.#grow();
    const number = this.#count;
    this.#before[number] = before;
    this.#entry[number] = entry;
    this.#frame[number] = frame;
    this.#count = number + 1;
    return number;
  }

  before(number: number): number {
    return this.#before[number] ?? -1;
  }

  entry(number: number): number {
    return this.#entry[number] ?? -1;
  }

  frame(number: number): number {
    return this.#frame[number] ?? -1;
  }

  /** The numbers from the beginning to this one. */
  chain(number: number): number[] {
    const chain: number[] = [];
    for (let at = number; at >= 0; at = this.before(at)) chain.push(at);
    return chain.reverse();
  }

  #grow(): void {
    const larger = (cells: Int32Array) => {
      const copy = new Int32Array(2 * cells.length);
      copy.set(cells);
      return copy;
    };
    this.#before = larger(this.#before);
    this.#entry = larger(this.#entry);
    this.#frame = larger(this.#frame);
  }
}
