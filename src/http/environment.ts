import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Principal } from './auth/principal.js';

/**
 * Values that the middleware sets. `Bindings` are absent when an app is called without a socket.
 */
export interface AppEnvironment {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Of the answer to come; see `reply`. */
    headers?: Record<string, string>;
    /** Of the client; set where there is a socket. */
    remote?: string;
    /** The action for the audit record; set as soon as it is known. */
    operation?: string;
    /** Set by `authenticate`. */
    principal: Principal;
    /** Set by a route whose failure only the log may show. */
    failure?: unknown;
  };
}

export type App = Hono<AppEnvironment>;
export type AppContext = Context<AppEnvironment>;
export type AppMiddleware = MiddlewareHandler<AppEnvironment>;

/** The address of the client, as reported by trusted proxies; none without a socket. */
export function remoteAddress(c: AppContext): string | undefined {
  return c.get('remote');
}
