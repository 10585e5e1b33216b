import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const GATHERED = { minLength: 4_096, periodicFlush: 100 } as const;

/**
 * JSON lines on stdout for journald. Callers log facts about the work (codes, counts, times, ids)
 * and never a body, a file name or a header of a client: nothing here could redact free text
 * reliably, so patient data must not come this far.
 */
export function createLogger(level: LogLevel): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: pino.stdSerializers.err },
    redact: { paths: ['authorization', '*.authorization', 'headers'], remove: true },
  };
  // Not waited for by the request that writes a line, and gathered for a moment: a write a line costs
  // a request more than all else that is told of it. What is left is written when the process ends.
  return pino(options, pino.destination({ dest: 1, sync: false, ...GATHERED }));
}

/** A logger that says nothing, for tests and one-shot commands. */
export function createSilentLogger(): Logger {
  return pino({ level: 'silent' });
}
