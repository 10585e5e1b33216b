import type { Database } from './open.js';

/**
 * The name of this box, by which nothing can be found out: made with its database, and kept with it. A box that
 * is restored from a backup is the same one.
 */
export function readApplianceIdentity(database: Database): string {
  const identity = database.prepare<[], string>('SELECT identity FROM appliance').pluck().get();
  if (identity === undefined) throw new Error('the database does not say which box it is of');
  return identity;
}
