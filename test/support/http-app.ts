import { Hono } from 'hono';
import { AppError } from '../../src/core/errors.js';
import { principalOfKey } from '../../src/http/auth/principal.js';
import { faultResponse } from '../../src/http/codec.js';
import type { AppEnvironment } from '../../src/http/environment.js';
import { problemCodec } from '../../src/http/problem-codec.js';
import { requestId } from '../../src/http/request-id.js';
import type { KeyRecord } from '../../src/store/key-repository.js';
import { NOON } from './stopped-clock.js';

export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: { field?: string; issue?: string; issues?: unknown[] };
    readonly request_id: string;
    readonly timestamp: string;
  };
}

export function keyRecord(changes: Partial<KeyRecord> = {}): KeyRecord {
  return {
    keyId: 'key_1',
    name: 'test',
    mode: 'test',
    scopes: ['imaging'],
    ratePerMinute: null,
    createdAt: NOON,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    rotatedFrom: null,
    ...changes,
  };
}

/** A small app with request ids and the error envelope, called without a socket. */
export function smallApp(key?: KeyRecord): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  const codec = problemCodec(() => NOON);
  app.onError((error, c) => faultResponse(c, codec, error));
  app.notFound((c) => faultResponse(c, codec, new AppError('not_found', 'Nothing.')));
  app.use(requestId());
  if (key) {
    app.use(async (c, next) => {
      c.set('principal', principalOfKey(key));
      await next();
    });
  }
  return app;
}

export const errorOf = async (response: Response): Promise<ErrorBody['error']> =>
  ((await response.json()) as ErrorBody).error;
