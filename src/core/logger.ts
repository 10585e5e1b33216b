import { type Logger, pino } from 'pino';
import type { LogTail } from './log-tail.js';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const GATHERED = { minLength: 4_096, periodicFlush: 100 } as const;

/**
 * JSON lines on stdout for journald. Callers log facts about the work (codes, counts, times, ids)
 * and never a body, a file name or a header of a client: free text cannot be redacted reliably, so
 * patient data must not reach the log.
 *
 * @param tail gets each line too
 */
export function createLogger(level: LogLevel, tail?: Pick<LogTail, 'add'>): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: pino.stdSerializers.err },
    ...(tail && {
      hooks: {
        streamWrite(line: string) {
          tail.add(line);
          return line;
        },
      },
    }),
    redact: { paths: ['authorization', '*.authorization', 'headers'], remove: true },
  };
  // Written asynchronously and in batches: one write per line would cost a request more than all other
  // logging. The remaining lines are written when the process ends.
  return pino(options, pino.destination({ dest: 1, sync: false, ...GATHERED }));
}

/** A silent logger, for tests and one-shot commands. */
export function createSilentLogger(): Logger {
  return pino({ level: 'silent' });
}
