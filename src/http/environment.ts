import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { KeyRecord } from '../storage/key-repository.js';

/** What the middleware hands on. `Bindings` are absent when an app is called without a socket. */
export interface AppEnvironment {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Of the answer to come; see `reply`. */
    headers?: Record<string, string>;
    /** Set by `authenticate`. */
    principal: KeyRecord;
    /** Set by a route that failed in a way that only the log may tell. */
    failure?: unknown;
  };
}

export type App = Hono<AppEnvironment>;
export type AppContext = Context<AppEnvironment>;
export type AppMiddleware = MiddlewareHandler<AppEnvironment>;

/** The address of the peer, when there is a socket. */
export function remoteAddress(c: AppContext): string | undefined {
  return c.env?.incoming?.socket.remoteAddress;
}
