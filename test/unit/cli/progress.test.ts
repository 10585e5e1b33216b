import { describe, expect, it } from 'vitest';
import { createProgress } from '../../../src/cli/progress.js';

function watched(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  let time = 0;
  const stream = { isTTY, columns, write: (text: string) => written.push(text) };
  const progress = createProgress(stream, () => time);
  return { progress, written, wait: (ms: number) => (time += ms) };
}

describe('progress', () => {
  it('writes one line over itself, not too often', () => {
    const { progress, written, wait } = watched(true);
    progress.show('1 resource', 0.5);
    progress.show('2 resources', 0.6);
    wait(1_000);
    progress.show('3 resources', 1);
    progress.clear();
    const bar = (full: number) => `[${'#'.repeat(full)}${'.'.repeat(24 - full)}]`;
    expect(written).toEqual([
      `\r\x1b[K${bar(12)}  50 %  1 resource`,
      `\r\x1b[K${bar(24)} 100 %  3 resources`,
      '\r\x1b[K',
    ]);
  });

  it('never takes more than a line', () => {
    const { progress, written } = watched(true, 20);
    progress.show('a long text that does not fit');
    expect(written).toEqual(['\r\x1b[Ka long text that do']);
  });

  it('is silent without a terminal', () => {
    const { progress, written } = watched(false);
    progress.show('1 resource', 0.5);
    progress.clear();
    expect(written).toEqual([]);
  });
});
