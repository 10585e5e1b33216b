// Loaded into the daemon with `node --import`: measures for how long its main thread computes between
// two turns of its event loop. What counts is time on a processor, not on a clock: a busy machine
// makes nothing longer. At SIGUSR2 it writes the longest since the last time and starts anew.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const EVERY_MS = 5;

const file = process.env.WARDBOX_FUZZ_STALL_FILE;
if (file === undefined) throw new Error('WARDBOX_FUZZ_STALL_FILE is not set');

const SCHEDSTAT = '/proc/self/schedstat';
const canMeasure = existsSync(SCHEDSTAT);

/** Nanoseconds that the main thread has run; only Linux says it. */
const computed = () => (canMeasure ? Number(readFileSync(SCHEDSTAT, 'latin1').split(' ')[0]) : 0);

let last = computed();
let longest = 0;

function look() {
  const now = computed();
  longest = Math.max(longest, now - last);
  last = now;
}

setInterval(look, EVERY_MS).unref();

process.on('SIGUSR2', () => {
  look();
  writeFileSync(`${file}.new`, JSON.stringify({ longestMs: longest / 1e6 }));
  renameSync(`${file}.new`, file);
  longest = 0;
});
