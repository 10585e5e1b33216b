import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRequestStore, JOBS_FOLDER } from '../../../../src/operations/jobs/request-store.js';
import { type EncryptionKey, readEncryptionKey } from '../../../../src/store/encryption/key.js';
import { createJobRepository } from '../../../../src/store/job-repository.js';
import { openDatabase } from '../../../../src/store/open.js';
import { commandLine } from '../../../support/command-line.js';

const NOW = 1_790_000_000_000;
/** Too long for the database. */
const SENT = JSON.stringify({ image_data: 'A'.repeat(100_000) });

/** Takes jobs in, as the daemon does; gives the names of the files of their requests. */
async function takeIn(dataDir: string, key: EncryptionKey | undefined, ...ids: string[]) {
  const store = createRequestStore(join(dataDir, JOBS_FOLDER));
  const database = openDatabase(dataDir, key);
  const jobs = createJobRepository(database);
  const names: string[] = [];
  for (const jobId of ids) {
    const kept = await store.keep({ text: SENT, bytes: Buffer.from(SENT) });
    const { name = '', bytes = 0 } = kept.file ?? {};
    jobs.insert({
      jobId,
      mode: 'test',
      ownerId: 'key_1',
      operation: 'imaging',
      requestId: 'req_1',
      createdAt: NOW,
      request: JSON.stringify({ kept }),
      file: name,
      fileBytes: bytes,
    });
    names.push(name);
  }
  database.close();
  return names;
}

/** The request of the job that is next, as a restored box reads it. */
async function nextIn(dataDir: string, key: EncryptionKey | undefined) {
  const database = openDatabase(dataDir, key);
  const job = createJobRepository(database).next([]);
  database.close();
  const { kept } = JSON.parse(job?.request ?? '{}');
  return { job, payload: await createRequestStore(join(dataDir, JOBS_FOLDER)).read(kept) };
}

describe.each([
  ['plain', {}, []],
  ['encrypted', { storage: { encryption_key_file: 'one.key' } }, ['--key-file', 'one.key']],
])('the requests of open jobs in a %s backup', (_form, config, words) => {
  async function box() {
    const line = commandLine(config);
    await line.run('init');
    const out = join(line.folder, 'out');
    mkdirSync(out);
    const keyFile = join(line.folder, 'one.key');
    const key = existsSync(keyFile) ? readEncryptionKey(keyFile) : undefined;
    const [dataDir, restored] = [join(line.folder, 'data'), join(line.folder, 'restored')];
    const file = join(out, 'one.wbk');
    const backUp = async () => JSON.parse((await line.run('backup', '--out', file, '--json')).text);
    const restore = () => {
      const named = words.map((word) => (word === 'one.key' ? keyFile : word));
      return line.run('restore', file, '--data-dir', restored, ...named);
    };
    return { key, dataDir, restored, backUp, restore };
  }

  it('are worked on where it is restored', async () => {
    const { key, dataDir, restored, backUp, restore } = await box();
    const [name] = await takeIn(dataDir, key, 'jb_1');
    const { parts } = await backUp();
    expect(parts).toContain(`${JOBS_FOLDER}/${name}`);
    expect((await restore()).exitCode).toBe(0);
    const { job, payload } = await nextIn(restored, key);
    expect(job).toMatchObject({ jobId: 'jb_1', status: 'queued', file: name });
    expect(payload).toMatchObject({ text: SENT });
  });

  it('are there as far as there are any, and nothing else of their folder', async () => {
    const { key, dataDir, restored, backUp, restore } = await box();
    const [gone = '', there] = await takeIn(dataDir, key, 'jb_1', 'jb_2');
    rmSync(join(dataDir, JOBS_FOLDER, gone));
    mkdirSync(join(dataDir, JOBS_FOLDER, 'nobodys.sealed'));
    await backUp();
    expect((await restore()).exitCode).toBe(0);
    expect(readdirSync(join(restored, JOBS_FOLDER))).toEqual([there]);
  });
});
