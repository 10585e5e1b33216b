import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJobRepository } from '../../../src/store/job-repository.js';
import { createKeyRepository } from '../../../src/store/key-repository.js';
import { MIGRATIONS } from '../../../src/store/migrations.js';
import { DATABASE_FILE, openDatabase } from '../../../src/store/open.js';
import SqliteDatabase from '../../../src/store/sqlite.js';
import { createUserRepository } from '../../../src/store/user-repository.js';
import { scratchFolder } from '../../support/scratch-folder.js';

/** The version before there were people. */
const BEFORE = 8;

describe('a database from before there were people', () => {
  it('keeps its keys and jobs, and has room for people', () => {
    const folder = scratchFolder();
    const old = new SqliteDatabase(join(folder, DATABASE_FILE));
    for (const statements of MIGRATIONS.slice(0, BEFORE)) old.exec(statements);
    old.pragma(`user_version = ${BEFORE}`);
    old.exec(`
      INSERT INTO api_keys (key_id, name, mode, scopes, secret_hash, created_at)
      VALUES ('key_1', 'ward', 'live', '["risk"]', zeroblob(32), 5);
      INSERT INTO jobs (job_id, mode, key_id, operation, request_id, status, request, created_at)
      VALUES ('job_1', 'live', 'key_1', 'imaging.create', 'req_1', 'queued', '{"a":1}', 7);
    `);
    old.close();
    const database = openDatabase(folder);
    expect(database.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    expect(createKeyRepository(database).find('key_1')?.name).toBe('ward');
    const jobs = createJobRepository(database);
    expect(jobs.list({ mode: 'live', ownerId: 'key_1' }, { statuses: [], limit: 9 })).toMatchObject(
      [{ jobId: 'job_1', ownerId: 'key_1', status: 'queued', createdAt: 7 }],
    );
    expect(jobs.next([])?.jobId).toBe('job_1');
    expect(createUserRepository(database).list()).toEqual([]);
    database.close();
    openDatabase(folder).close();
  });
});
