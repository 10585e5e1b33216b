import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createExposition } from '../../../../src/appliance/metrics/exposition.js';
import { createProcessFigures } from '../../../../src/appliance/metrics/process.js';
import { readFigures } from '../../../support/figures.js';

const LAG = 'nodejs_eventloop_lag_max_seconds';

describe('createProcessFigures', () => {
  it('reports the memory and CPU time of this process', () => {
    const { families, stop } = createProcessFigures();
    onTestFinished(stop);
    const figures = readFigures(createExposition(families)());
    expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(figures.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(figures.get('process_start_time_seconds')).toBeLessThan(Date.now() / 1_000);
  });

  it('reports the event loop delay, and then resets it', async () => {
    const { families, stop } = createProcessFigures();
    onTestFinished(stop);
    await pause(50);
    const until = performance.now() + 400;
    while (performance.now() < until);
    await pause(50);
    expect(readFigures(createExposition(families)()).get(LAG)).toBeGreaterThan(0.3);
    const second = readFigures(createExposition(families)()).get(LAG);
    expect(second).toBeGreaterThanOrEqual(0);
    expect(second).toBeLessThan(0.3);
  });
});
