import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { errorEnvelope, readinessSchema } from '../../src/http/schema.js';
import SqliteDatabase from '../../src/store/sqlite.js';
import { type Daemon, spawnDaemon, startDaemon } from '../support/daemon.js';
import { FIXTURE_MODELS } from '../support/fixture-models.js';
import { createClient } from '../support/https-client.js';
import { base64Of, greyPicture } from '../support/pictures.js';

const folders: string[] = [];
const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-start-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function imagingBody(): Promise<Record<string, unknown>> {
  const image_data = await base64Of(greyPicture(200, 200).png());
  return { image_data, image_type: 'test_pattern', modality: 'DX' };
}

/** Weights with one byte changed, in the middle where the graph's numbers are. */
function corrupt(models: string, id: string): void {
  const path = join(models, id, 'model.onnx');
  cpSync(FIXTURE_MODELS, models, { recursive: true });
  const weights = readFileSync(path);
  const middle = weights.length >> 1;
  weights[middle] = (weights[middle] ?? 0) ^ 0xff;
  writeFileSync(path, weights);
}

describe('a data folder that cannot be written', () => {
  it('is reported plainly, and the daemon does not start', async () => {
    const file = join(temporaryFolder(), 'a-file');
    writeFileSync(file, '');
    const daemon = await spawnDaemon({ config: { data_dir: join(file, 'data') } });
    expect(await daemon.exited).toEqual({ code: 1, signal: null });
    await daemon.stop();
  });

  it('belongs to one daemon at a time', async () => {
    const first = await startDaemon();
    const second = await spawnDaemon({ dataDir: first.dataDir });
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect((await first.request('/readyz')).status).toBe(200);
    await second.stop();
    await first.stop();
  });

  it('that is lost while the daemon runs gives no answer without a record', async () => {
    const daemon = await startDaemon();
    const key = await daemon.key();
    const json = await imagingBody();
    const other = new SqliteDatabase(join(daemon.dataDir, 'wardbox.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const refused = await daemon.request('/v1/imaging', { key, json });
    expect(refused.status).toBe(503);
    expect(errorEnvelope.parse(refused.json()).error.code).toBe('overloaded');
    expect(refused.text).not.toContain('SQLITE');
    other.exec('ROLLBACK');
    other.close();
    expect((await daemon.request('/v1/imaging', { key, json })).status).toBe(200);
    await daemon.stop();
  });
});

describe('a corrupted model', () => {
  const stateOf = async (daemon: Daemon) =>
    readinessSchema.parse((await daemon.request('/readyz')).json());

  it('is quarantined; the others go on serving', async () => {
    const models = join(temporaryFolder(), 'models');
    corrupt(models, 'pattern-fp32');
    const daemon = await startDaemon({ config: { models_dir: models } });
    const { status, checks } = await stateOf(daemon);
    expect(status).toBe('degraded');
    expect(checks.models).toEqual([
      expect.objectContaining({
        id: 'pattern-fp32',
        state: 'quarantined',
        reason: expect.stringContaining('model.onnx'),
      }),
      expect.objectContaining({ id: 'pattern-int8', state: 'ready' }),
    ]);
    const key = await daemon.key();
    const answer = await daemon.request('/v1/imaging', { key, json: await imagingBody() });
    expect(answer.json()).toMatchObject({ models: [{ id: 'pattern-int8' }] });
    await daemon.stop();
  });

  it('that was the only one leaves a daemon that says so', async () => {
    const models = join(temporaryFolder(), 'models');
    corrupt(models, 'pattern-fp32');
    rmSync(join(models, 'pattern-int8'), { recursive: true });
    const daemon = await startDaemon({ config: { models_dir: models } });
    expect((await daemon.request('/readyz')).status).toBe(503);
    expect((await daemon.request('/healthz')).status).toBe(200);
    const key = await daemon.key();
    const refused = await daemon.request('/v1/imaging', { key, json: await imagingBody() });
    expect(refused.status).toBe(503);
    expect(errorEnvelope.parse(refused.json()).error.code).toBe('model_unavailable');
    await daemon.stop();
  });
});

describe('trust', () => {
  it('is in the appliance’s own authority, and in no other', async () => {
    const [one, other] = [await startDaemon(), await startDaemon()];
    expect((await one.request('/healthz')).status).toBe(200);
    const stranger = await createClient(one.url, other.caFile);
    await expect(stranger('/healthz')).rejects.toThrow(/certificate|signature/);
    await Promise.all([one.stop(), other.stop()]);
  });

  it('ends at once with a key that is revoked at the command line', async () => {
    const daemon = await startDaemon();
    const key = await daemon.key();
    expect((await daemon.request('/v1/models', { key })).status).toBe(200);
    const [{ key_id }] = JSON.parse(await daemon.cli('keys', 'list', '--json'));
    await daemon.cli('keys', 'revoke', key_id);
    expect((await daemon.request('/v1/models', { key })).status).toBe(401);
    await daemon.stop();
  });

  it('in the audit log ends when a record is changed behind the appliance’s back', async () => {
    const daemon = await startDaemon();
    const key = await daemon.key();
    for (let i = 0; i < 3; i += 1) await daemon.request('/v1/models', { key });
    const database = new SqliteDatabase(join(daemon.dataDir, 'wardbox.sqlite'));
    const tamper = () =>
      database.exec("UPDATE audit SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 2");
    expect(tamper).toThrow('append-only');
    database.exec('DROP TRIGGER audit_no_update');
    tamper();
    database.close();
    const failure = await daemon.cli('audit', 'verify', '--json').catch((error) => error);
    expect(failure.code).toBe(3);
    expect(JSON.parse(failure.stdout)).toMatchObject({ intact: false, brokenAt: 2 });
    await daemon.stop();
  });
});
