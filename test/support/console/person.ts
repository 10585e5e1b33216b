import { randomBytes } from 'node:crypto';
import type { Daemon } from '../daemon.js';

export type Role =
  | 'clinician'
  | 'pharmacist'
  | 'radiologist'
  | 'integrator'
  | 'administrator'
  | 'auditor';

export interface PersonOptions {
  readonly roles: readonly Role[];
  readonly worlds?: ReadonlyArray<'test' | 'live'>;
  readonly displayName?: string;
  /** By default one that nobody else has. */
  readonly userName?: string;
}

/** Somebody who can sign in. */
export interface Person {
  readonly userId: string;
  readonly userName: string;
  readonly password: string;
}

let count = 0;

/** Adds a person at the command line and sets the password by the one-time link, as people do. */
export async function addPerson(daemon: Daemon, options: PersonOptions): Promise<Person> {
  count += 1;
  const { roles, worlds = ['test', 'live'], displayName = 'Robin Example' } = options;
  const { userName = `person-${count}` } = options;
  const password = randomBytes(12).toString('hex');
  const granted = ['--roles', roles.join(','), '--worlds', worlds.join(',')];
  const named = ['--display-name', displayName, '--json'];
  const added = await daemon.cli('users', 'add', userName, ...granted, ...named);
  const { user_id: userId, links } = JSON.parse(added) as { user_id: string; links: string[] };
  const token = new URL(links[0] ?? '').hash.slice(1);
  const accepted = await daemon.request('/console/api/invitation', {
    method: 'POST',
    json: { token, password },
  });
  if (accepted.status !== 200) throw new Error(`The link was refused: ${accepted.status}`);
  return { userId, userName, password };
}
