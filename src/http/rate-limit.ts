import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../core/errors.js';
import { callerName } from './auth/principal.js';
import { type AppContext, type AppMiddleware, remoteAddress } from './environment.js';
import { answerHeader } from './reply.js';

const WINDOW_SECONDS = 60;

function announce(c: AppContext, limit: number, state: RateLimiterRes): number {
  const remaining = Math.max(0, state.remainingPoints);
  const seconds = Math.max(0, Math.ceil(state.msBeforeNext / 1_000));
  // Computed from the wall clock, which may have been set back; the window itself ends by a timer.
  const resetSeconds = Math.min(seconds, WINDOW_SECONDS);
  answerHeader(c, 'RateLimit-Policy', `"default";q=${limit};w=${WINDOW_SECONDS}`);
  answerHeader(c, 'RateLimit', `"default";r=${remaining};t=${resetSeconds}`);
  answerHeader(c, 'X-RateLimit-Limit', String(limit));
  answerHeader(c, 'X-RateLimit-Remaining', String(remaining));
  answerHeader(c, 'X-RateLimit-Reset', String(resetSeconds));
  return resetSeconds;
}

interface RequestQuota {
  /** Whose requests are counted together. */
  readonly name: string;
  readonly perMinute: number;
}

function limitEach(shareOf: (c: AppContext) => RequestQuota): AppMiddleware {
  const limiters = new Map<number, RateLimiterMemory>();
  const limiterFor = (limit: number): RateLimiterMemory => {
    const limiter = limiters.get(limit);
    if (limiter !== undefined) return limiter;
    const made = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
    limiters.set(limit, made);
    return made;
  };
  return async function rateLimitMiddleware(c, next) {
    const { name, perMinute: limit } = shareOf(c);
    try {
      announce(c, limit, await limiterFor(limit).consume(name));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const wait = Math.max(1, announce(c, limit, refusal));
      answerHeader(c, 'Retry-After', String(wait));
      throw new AppError('rate_limited', `More than ${limit} requests in a minute.`);
    }
    await next();
  };
}

/** Limits the requests per minute of each caller; a key's own limit takes precedence. */
export const rateLimit = (defaultPerMinute: number): AppMiddleware =>
  limitEach((c) => {
    const principal = c.get('principal');
    return { name: callerName(principal), perMinute: principal.ratePerMinute ?? defaultPerMinute };
  });

/** Limits the requests per minute of each address that need no key. */
export const rateLimitByAddress = (perMinute: number): AppMiddleware =>
  limitEach((c) => ({ name: remoteAddress(c) ?? 'unknown', perMinute }));
