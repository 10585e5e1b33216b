/** Numbers tuples of states 0, 1, 2, … in the order in which they occur. */
export interface StateNumbers {
  /** Returns the number of a tuple, a new one for a new tuple. */
  number(states: readonly number[]): number;
  /** One state of a numbered tuple. */
  part(number: number, part: number): number;
}

const FIRST_CAPACITY = 1_024;
/** FNV-1a, 32 bits, over whole states. */
const FNV_PRIME = 0x01000193;
const FNV_BASIS = 0x811c9dc5;

/** A hash table in typed arrays: a recording has hundreds of thousands of tuples. */
export function createStateNumbers(width: number): StateNumbers {
  let capacity = FIRST_CAPACITY;
  let rows = new Int32Array(capacity * width);
  /** Number + 1 of the tuple in each slot; 0 is free. Never more than half full. */
  let slots = new Int32Array(2 * capacity);
  let count = 0;

  function slotOf(hash: number, same: (row: number) => boolean): number {
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (slots[slot] !== 0 && !same((slots[slot] ?? 1) - 1)) slot = (slot + 1) & mask;
    return slot;
  }

  function hashOf(at: (part: number) => number): number {
    let hash = FNV_BASIS;
    for (let part = 0; part < width; part += 1) hash = Math.imul(hash ^ at(part), FNV_PRIME);
    return hash;
  }

  function grow(): void {
    capacity *= 2;
    const grown = new Int32Array(capacity * width);
    grown.set(rows);
    rows = grown;
    slots = new Int32Array(2 * capacity);
    for (let row = 0; row < count; row += 1) {
      const hash = hashOf((part) => rows[row * width + part] ?? 0);
      slots[slotOf(hash, () => false)] = row + 1;
    }
  }

  return {
    number(states) {
      const hash = hashOf((part) => states[part] ?? 0);
      const slot = slotOf(hash, (row) => states.every((s, part) => rows[row * width + part] === s));
      const state = slots[slot] ?? 0;
      if (state > 0) return state - 1;
      rows.set(states, count * width);
      count += 1;
      slots[slot] = count;
      if (count === capacity) grow();
      return count - 1;
    },
    part: (number, part) => rows[number * width + part] ?? 0,
  };
}
