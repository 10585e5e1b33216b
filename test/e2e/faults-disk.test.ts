import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorEnvelope, readinessSchema } from '../../src/http/schema.js';
import { ENTRY, spawnDaemon } from '../support/daemon.js';
import { createSmallDisk, noSmallDisk, type SmallDisk } from '../support/faults/small-disk.js';
import { createClient, type HttpClient } from '../support/https-client.js';
import { base64Of, greyPicture } from '../support/pictures.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const DISK_MB = 48;
const CLIENTS = 4;
const FHIR = { 'content-type': 'application/fhir+json' };

const patient = (value: string) => ({
  resourceType: 'Patient',
  identifier: [{ system: 'https://hospital.test/mrn', value }],
  // About 6 kB that do not shrink.
  text: {
    status: 'generated',
    div: `<div xmlns="http://www.w3.org/1999/xhtml">${value.padEnd(6_000, 'abc')}</div>`,
  },
});

const place = noSmallDisk === undefined ? 'of its own' : `skipped: ${noSmallDisk}`;

describe.skipIf(noSmallDisk !== undefined)(`a disk (${place})`, () => {
  let disk: SmallDisk;
  beforeEach(async () => {
    disk = await createSmallDisk(DISK_MB);
  });
  afterEach(() => disk.remove());

  const spawnThere = (config: object = {}) =>
    spawnDaemon({
      dataDir: join(disk.dir, 'data'),
      launcher: disk.launcher,
      config: {
        rate_limits: { per_minute: 1_000_000 },
        server: { tls: { mode: 'off' } },
        ...config,
      },
    });

  async function startThere(config: object = {}) {
    const spawned = await spawnThere(config);
    const { url } = await spawned.log(({ url }) => url !== undefined);
    const request = await createClient(String(url), undefined);
    // Where the disk is, as an administrator who sits at the box.
    const cli = (...words: string[]) =>
      disk.run(process.execPath, ENTRY, ...words, '-c', spawned.configFile);
    const made = await cli('keys', 'create', '--name', 'test', '--mode', 'test', '--json');
    return { ...spawned, request, cli, key: String(JSON.parse(made).key) };
  }
  type There = Awaited<ReturnType<typeof startThere>>;

  const post = ({ request, key }: Pick<There, 'request' | 'key'>, value: string) =>
    request('/v1/fhir/Patient', { key, headers: FHIR, body: JSON.stringify(patient(value)) });

  const readiness = async (request: HttpClient) =>
    readinessSchema.parse((await request('/readyz')).json());

  /** Writes on all sides until `ends`; what was promised, and the statuses of what was not. */
  async function keepWriting(box: There, ends: (refused: number) => boolean) {
    const kept = new Map<string, string>();
    const refusals: number[] = [];
    const write = async (client: number) => {
      for (let nth = 0; !ends(refusals.length); nth += 1) {
        const { status, text } = await post(box, `${client}-${nth}`);
        if (status === 201) kept.set(String(JSON.parse(text).id), text);
        else refusals.push(status);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => write(client)));
    return { kept, refusals };
  }

  async function expectKept({ request, key }: There, kept: ReadonlyMap<string, string>) {
    for (const [id, text] of kept) {
      const told = await request(`/v1/fhir/Patient/${id}`, { key });
      expect({ id, status: told.status, same: told.text === text }).toEqual({
        id,
        status: 200,
        same: true,
      });
    }
  }

  it('that is full under load loses nothing, and the daemon works on when there is room', async () => {
    const box = await startThere();
    disk.fill(6 * MIB);
    const { kept, refusals } = await keepWriting(box, (refused) => refused >= 60);
    expect(kept.size).toBeGreaterThan(100);
    expect(new Set(refusals)).toEqual(new Set([503]));
    expect((await box.request('/healthz')).status).toBe(200);
    // A read that cannot be recorded is not answered either.
    const [id] = kept.keys();
    disk.fill(0);
    const refused = await post(box, 'refused');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.text).not.toMatch(/SQLITE|disk image|ENOSPC/);
    await disk.makeRoom();
    expect((await box.request(`/v1/fhir/Patient/${id}`, { key: box.key })).status).toBe(200);
    expect((await post(box, 'afterwards')).status).toBe(201);
    await expectKept(box, kept);
    const counted = await box.request('/v1/fhir/Patient?_summary=count', { key: box.key });
    expect(counted.json<{ total: number }>().total).toBe(kept.size + 1);
    expect(JSON.parse(await box.cli('audit', 'verify', '--json'))).toMatchObject({ intact: true });
    expect((await box.stop()).code).toBe(0);
  });

  it('that is full when the daemon is killed holds all that was answered', async () => {
    const box = await startThere();
    disk.fill(6 * MIB);
    const { kept } = await keepWriting(box, (refused) => refused >= 20);
    await box.stop('SIGKILL');
    disk.fill(0);
    const full = await spawnThere();
    const told = await full
      .log(({ msg }) => msg === 'ready')
      .then(
        () => 'ready',
        (error: Error) => error.message,
      );
    // Where its log has room left from before, it can start.
    expect(told).toMatch(/^ready$|cannot be used: .*(disk is full|no space left)/);
    await full.stop('SIGKILL');
    await disk.makeRoom();
    const again = await startThere();
    await expectKept(again, kept);
    await again.stop();
  });

  it('that is nearly full refuses new work, while audit and health go on', async () => {
    const box = await startThere({ storage: { disk_reserve_mb: 24 } });
    expect((await post(box, 'before')).status).toBe(201);
    disk.fill(16 * MIB);
    await sleep(2_100);
    const refused = await post(box, 'refused');
    expect(refused.status).toBe(503);
    const body = { image_data: await base64Of(greyPicture(200, 200).png()), image_type: 'test' };
    const imaging = await box.request('/v1/imaging', { key: box.key, json: body });
    expect(errorEnvelope.parse(imaging.json()).error).toMatchObject({ code: 'overloaded' });
    expect(await readiness(box.request)).toMatchObject({
      status: 'not_ready',
      checks: { disk: { status: 'low' }, database: 'ok' },
    });
    expect((await box.request('/healthz')).status).toBe(200);
    const tail = JSON.parse(await box.cli('audit', 'tail', '--json')) as object[];
    expect(tail).toContainEqual(
      expect.objectContaining({ action: 'imaging.create', outcome: 'failed', status: 503 }),
    );
    await disk.makeRoom();
    await sleep(2_100);
    expect((await post(box, 'afterwards')).status).toBe(201);
    await box.stop();
  });

  it('without room for a recording refuses it and leaves nothing of it', async () => {
    const box = await startThere();
    disk.fill(2 * MIB);
    const form = new FormData();
    form.append('audio', new Blob([Buffer.alloc(4 * MIB, 1)]), 'long.wav');
    const refused = await box.request('/v1/transcribe', { key: box.key, body: form });
    expect({ status: refused.status, text: refused.text }).toMatchObject({ status: 503 });
    expect(readdirSync(join(disk.seen, 'data', 'tmp'))).toEqual([]);
    expect(disk.freeBytes()).toBeGreaterThan(MIB);
    expect((await post(box, 'afterwards')).status).toBe(201);
    await box.stop();
  });

  it('without room for a backup gets none, and no half of one', async () => {
    const box = await startThere();
    for (let nth = 0; nth < 300; nth += 1) await post(box, String(nth));
    disk.fill(3 * MIB);
    const out = join(disk.dir, 'one.wbk');
    const failure = await box.cli('backup', '--out', out).catch((error) => error);
    expect(failure.code).toBe(1);
    expect(failure.stderr).toMatch(/no space left|disk is full/);
    expect(readdirSync(disk.seen).sort()).toEqual(['data', 'filler']);
    await disk.makeRoom();
    expect((await post(box, 'afterwards')).status).toBe(201);
    await box.cli('backup', '--out', out);
    expect(existsSync(join(disk.seen, 'one.wbk'))).toBe(true);

    disk.fill(1 * MIB);
    const into = join(disk.dir, 'restored');
    const restore = [process.execPath, ENTRY, 'restore', out, '--data-dir', into];
    const refused = await disk.run(...restore).catch((error) => error);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/no space left|disk is full/);
    expect(existsSync(join(disk.seen, 'restored'))).toBe(false);
    await disk.makeRoom();
    await disk.run(...restore);
    await box.stop();
  });

  it('that can only be read is reported plainly, and nothing is started', async () => {
    const first = await startThere();
    expect((await post(first, 'before')).status).toBe(201);
    await first.stop();
    await disk.run('mount', '-o', 'remount,ro', disk.dir);
    const second = await spawnThere();
    const told = await second.log(() => false).catch((error: Error) => error.message);
    expect((await second.exited).code).toBe(1);
    expect(told).toMatch(/The data folder .* cannot be used: .*read-?only/i);
    await second.stop();
    await disk.run('mount', '-o', 'remount,rw', disk.dir);
    const third = await startThere();
    expect((await post(third, 'afterwards')).status).toBe(201);
    await third.stop();
  });
});
