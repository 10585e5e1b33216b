import { describe, expect, it, onTestFinished } from 'vitest';
import { findUser } from '../../../src/cli/users.js';
import { type Database, openDatabase } from '../../../src/store/open.js';
import { scratchFolder } from '../../support/scratch-folder.js';

function people(): Database {
  const database = openDatabase(scratchFolder());
  onTestFinished(() => void database.close());
  const insert = database.prepare(
    `INSERT INTO users (user_id, source, issuer, subject, user_name, display_name, roles, worlds,
       created_at)
     VALUES (?, ?, ?, ?, ?, 'A', '[]', '[]', 0)`,
  );
  insert.run('user_1', 'local', null, null, 'anna');
  insert.run('user_2', 'oidc', 'https://idp.example', 's2', 'Anna');
  insert.run('user_3', 'oidc', 'https://idp.example', 's3', 'ben');
  return database;
}

describe('findUser', () => {
  it('finds a person by the id, or by a name that nobody else has', () => {
    const database = people();
    expect(findUser(database, 'user_2').subject).toBe('s2');
    expect(findUser(database, 'BEN').userId).toBe('user_3');
  });

  it('chooses nobody where several people have the name', () => {
    const database = people();
    expect(() => findUser(database, 'anna')).toThrow(
      'Several people have the name anna; give the id: user_1 (local), user_2 (oidc).',
    );
    expect(() => findUser(database, 'eve')).toThrow('There is no person eve');
  });
});
