import { createRequire } from 'node:module';
import type SqliteDatabase from 'better-sqlite3';

export type { Database, Options, Statement, Transaction } from 'better-sqlite3';

const require = createRequire(import.meta.url);

/** Node 20 has version 9 of Node-API, Node 22.14 and later have 10. */
const hasNodeApi10 = Number(process.versions.napi) >= 10;

/**
 * SQLite with encryption, in the build that suits this Node.
 *
 * Version 12 is compiled against V8. Since Node 24.19 such an addon ends the whole process when a statement is
 * collected during a microtask (`RemoveEnvironmentCleanupHook`, assertion `env != nullptr`). Version 13 is built on
 * Node-API and has no such hook, but cannot be loaded by Node 20.
 */
const library: typeof SqliteDatabase = hasNodeApi10
  ? require('better-sqlite3-node-api')
  : require('better-sqlite3');

export default library;
