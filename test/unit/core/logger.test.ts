import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createLogger, createSilentLogger, LOG_LEVELS } from '../../../src/core/logger.js';

const LOGGER = new URL('../../../src/core/logger.ts', import.meta.url).href;

/** What a program of its own writes to stdout, one JSON document a line. */
function linesOf(body: string): Record<string, unknown>[] {
  const program = `import { createLogger } from '${LOGGER}';\n${body}`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8' });
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('createLogger', () => {
  it('writes JSON lines with an ISO time, the error, and without headers', () => {
    const lines = linesOf(`
      const logger = createLogger('info');
      logger.debug('not written');
      logger.info({ status: 200, headers: { cookie: 'secret-1' } }, 'request');
      logger.info({ authorization: 'secret-2', req: { authorization: 'secret-3' } }, 'request');
      logger.error({ err: new Error('broken') }, 'failed');
    `);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({ status: 200, msg: 'request' });
    expect(lines[0]!.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(lines[0]).not.toHaveProperty('hostname');
    expect(lines[0]).not.toHaveProperty('pid');
    expect(lines[2]!.err).toMatchObject({ type: 'Error', message: 'broken' });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it.each(LOG_LEVELS)('takes the level %s', (level) => {
    expect(createLogger(level).level).toBe(level);
  });

  it('can say nothing at all', () => {
    const logger = createSilentLogger();
    expect(logger.isLevelEnabled('fatal')).toBe(false);
  });
});
