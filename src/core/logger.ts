import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * JSON lines on stdout for journald. Callers log facts about the work (codes, counts, times, ids)
 * and never a body, a file name or a header of a client: there is nothing here that could redact
 * free text reliably, so patient data must not come this far.
 */
export function createLogger(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: pino.stdSerializers.err },
    redact: { paths: ['authorization', '*.authorization', 'headers'], remove: true },
  });
}

/** A logger that says nothing, for tests and one-shot commands. */
export function createSilentLogger(): Logger {
  return createLogger('silent');
}
