// Loaded into the daemon with `node --import`: measures how late its event loop is, without a
// line in the product. At SIGUSR2 it writes what it has gathered since the last time and starts
// anew.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 2;
const SHARES = 10_000;

const file = process.env.WARDBOX_BENCH_LOOP_FILE;
if (file === undefined) throw new Error('WARDBOX_BENCH_LOOP_FILE is not set');

const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
histogram.enable();

/** The histogram holds the time from one tick to the next: what exceeds the resolution is a delay. */
const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);

/**
 * The wait that one in a hundred events exceeds when events arrive at any instant. A long stop of
 * the loop is one tick among many in the histogram, but meets many arrivals.
 */
function arrivalP99() {
  const ticks = Array.from({ length: SHARES }, (_, i) =>
    late(histogram.percentile(((i + 0.5) * 100) / SHARES)),
  );
  const whole = ticks.reduce((sum, tick) => sum + tick + RESOLUTION_MS, 0);
  const shareAbove = (wait) =>
    ticks.reduce((sum, tick) => sum + Math.max(0, tick - wait), 0) / whole;
  let [low, high] = [0, late(histogram.max)];
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (shareAbove(middle) > 0.01) low = middle;
    else high = middle;
  }
  return high;
}

process.on('SIGUSR2', () => {
  const report = {
    resolutionMs: RESOLUTION_MS,
    ticks: histogram.count,
    p50Ms: late(histogram.percentile(50)),
    p99Ms: late(histogram.percentile(99)),
    maxMs: late(histogram.max),
    arrivalP99Ms: arrivalP99(),
  };
  writeFileSync(`${file}.new`, JSON.stringify(report));
  renameSync(`${file}.new`, file);
  histogram.reset();
});
