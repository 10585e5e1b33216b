import type { Rows } from '../rows.js';
import { keysOf, type SlotTable } from './slot-table.js';

/**
 * Returns the slot of each pattern that is searched for first: the one with the rarest words.
 *
 * @param patterns by pattern, its slots, fewer than 256
 */
export function anchorsOf(table: SlotTable, { starts, values }: Rows): Uint8Array {
  const uses = new Int32Array(table.count);
  for (const slot of values) uses[slot] = (uses[slot] ?? 0) + 1;
  const frequency = new Float64Array(table.keyCount);
  for (let slot = 0; slot < uses.length; slot += 1) {
    const times = uses[slot] ?? 0;
    if (times === 0) continue;
    for (const key of keysOf(table, slot)) frequency[key] = (frequency[key] ?? 0) + times;
  }
  const costs = new Float64Array(table.count);
  for (let slot = 0; slot < uses.length; slot += 1) {
    for (const key of keysOf(table, slot)) costs[slot] = (costs[slot] ?? 0) + (frequency[key] ?? 0);
  }
  const anchors = new Uint8Array(starts.length - 1);
  for (let pattern = 0; pattern < anchors.length; pattern += 1) {
    const slots = values.subarray(starts[pattern], starts[pattern + 1]);
    for (const [n, slot] of slots.entries()) {
      const best = slots[anchors[pattern] ?? 0] ?? 0;
      if ((costs[slot] ?? 0) < (costs[best] ?? 0)) anchors[pattern] = n;
    }
  }
  return anchors;
}
