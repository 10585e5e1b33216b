import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readinessSchema } from '../../src/http/schema.js';
import { imagingResult } from '../../src/imaging/schema.js';
import { ownBundle } from '../support/bundles.js';
import { type Daemon, ENTRY, startDaemon } from '../support/daemon.js';
import { OWN_MODELS } from '../support/fixture-models.js';
import { HANG_MS } from '../support/hang.js';
import { knowledgeModels } from '../support/knowledge-models.js';
import { base64Of } from '../support/pictures.js';
import { rounds } from '../support/rounds.js';
import { spotPicture } from '../support/spots.js';

// An administrator installs packages on a daemon that goes on serving.

const KILLS = rounds({ short: 1, long: 50 });
/** Between two requests of a client: some are always under way, and computing is left to the daemon. */
const PAUSE_MS = 10;
const EITHER = /^(1\.9|2\.0)\.0$/;

let daemon: Daemon;
let key: string;
let image: string;

beforeAll(async () => {
  daemon = await startDaemon({ config: { models_dir: OWN_MODELS } });
  key = await daemon.key({ rate: 100_000 });
  image = await base64Of(spotPicture(160, 80, { x: 40, y: 20, side: 20, grey: 255 }).png());
});
afterAll(() => daemon.stop());

const bundle = (version: string) => ownBundle({ version });

async function ask(): Promise<string> {
  const json = { image_data: image, image_type: 'test_spots', modality: 'DX' };
  const response = await daemon.request('/v1/imaging', { key, json });
  expect(response.status, response.text).toBe(200);
  const { models, findings } = imagingResult.parse(response.json());
  expect(findings.map(({ label }) => label)).toEqual(['white']);
  expect(models).toHaveLength(1);
  return models[0]!.version;
}

async function shown(): Promise<{ version?: string | undefined; state: string } | undefined> {
  const { checks } = readinessSchema.parse((await daemon.request('/readyz')).json());
  return checks.models.find(({ id }) => id === 'spot-detector');
}

async function untilShown(version: string): Promise<void> {
  const until = performance.now() + HANG_MS;
  while ((await shown())?.version !== version) {
    if (performance.now() > until) throw new Error(`${version} was not taken over`);
    await pause(100);
  }
}

describe('packages that are installed while the daemon serves', () => {
  it('take over without a failed request, and a rollback and a removal do too', async () => {
    let isOver = false;
    const versions: string[] = [];
    const client = async () => {
      while (!isOver) {
        versions.push(await ask());
        await pause(PAUSE_MS);
      }
    };
    const clients = [client(), client()];
    try {
      expect(await daemon.cli('models', 'install', await bundle('1.1.0'))).toContain('1.1.0');
      await untilShown('1.1.0');
      await daemon.cli('models', 'install', await bundle('1.2.0'));
      await untilShown('1.2.0');
      await daemon.cli('models', 'rollback', 'spot-detector');
      await untilShown('1.1.0');
      await daemon.cli('models', 'remove', 'spot-detector');
      await untilShown('1.0.0');
    } finally {
      isOver = true;
    }
    await Promise.all(clients);
    const seen = versions.filter((version, i) => version !== versions[i - 1]);
    expect(new Set(seen)).toEqual(new Set(['1.0.0', '1.1.0', '1.2.0']));
    expect(await ask()).toBe('1.0.0');
  });

  it('are recorded with version and hash, by the administrator and by the daemon', async () => {
    const tail = await daemon.cli('audit', 'tail', '-n', '1000', '--json');
    const events = (JSON.parse(tail) as { event: Record<string, unknown> }[]).map((one) =>
      'event' in one ? one.event : one,
    );
    const actions = events.map(({ action }) => action);
    for (const action of ['model.install', 'model.rollback', 'model.remove', 'model.open']) {
      expect(actions).toContain(action);
    }
    const opened = events.filter(({ action }) => action === 'model.open');
    expect(opened).toContainEqual(
      expect.objectContaining({
        target: 'spot-detector',
        models: [
          {
            id: 'spot-detector',
            version: '1.2.0',
            backend: 'cpu',
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        ],
      }),
    );
  });

  it('are opened anew at SIGHUP, and requests under way are answered', async () => {
    const answers = Promise.all([ask(), ask(), ask()]);
    daemon.process.kill('SIGHUP');
    await daemon.log(({ msg }) => msg === 'reloading');
    expect(await answers).toEqual(['1.0.0', '1.0.0', '1.0.0']);
    await daemon.log(({ msg, models, rules }) => {
      return msg === 'packages taken over' && models === true && rules === true;
    });
    expect(await ask()).toBe('1.0.0');
  });
});

describe('knowledge that is installed while the daemon answers from it', () => {
  const models = knowledgeModels();
  let clinic: Daemon;
  beforeAll(async () => {
    clinic = await startDaemon({ config: { models_dir: models.dir, analyze: { workers: 1 } } });
  });
  afterAll(async () => {
    await clinic.stop();
    models.remove();
  });

  it('takes over without a failed request, for all who hold it open', async () => {
    const clinicKey = await clinic.key({ rate: 100_000 });
    const json = {
      patient_data: {
        demographics: { age: 67, gender: 'M' },
        vitals: { heart_rate: 118, blood_pressure: '92/58', temperature: 38.9 },
        symptoms: ['productive cough', 'shortness of breath', 'no chest pain'],
      },
    };
    let isOver = false;
    const analyses: string[] = [];
    const notes: string[] = [];
    const versionIn = (body: unknown, id: string) =>
      (body as { models: { id: string; version: string }[] }).models.find(
        (model) => model.id === id,
      )!.version;
    const analyse = async () => {
      while (!isOver) {
        const answer = await clinic.request('/v1/analyze', { key: clinicKey, json });
        expect(answer.status, answer.text).toBe(200);
        analyses.push(versionIn(answer.json(), 'disease-knowledge'));
        await pause(PAUSE_MS);
      }
    };
    const read = async () => {
      while (!isOver) {
        const text = { text: 'Denies chest pain. On warfarin 5 mg.' };
        const answer = await clinic.request('/v1/entities', { key: clinicKey, json: text });
        expect(answer.status, answer.text).toBe(200);
        notes.push(versionIn(answer.json(), 'clinical-language'));
        await pause(PAUSE_MS);
      }
    };
    const clients = Promise.all([analyse(), read()]);
    const untilSeen = async (seen: readonly string[]) => {
      const until = performance.now() + HANG_MS;
      while (seen.at(-1) !== '9.0.0') {
        if (performance.now() > until) throw new Error('it was not taken over');
        await Promise.race([pause(100), clients]);
      }
    };
    try {
      for (const id of ['disease-knowledge', 'clinical-language']) {
        const file = await ownBundle({ from: join(models.dir, id), version: '9.0.0' });
        await clinic.cli('models', 'install', file);
        await untilSeen(id === 'disease-knowledge' ? analyses : notes);
      }
    } finally {
      isOver = true;
    }
    await clients;
    // Never back and forth: who asks twice hears the old version, and then the new one.
    for (const versions of [analyses, notes]) {
      const changes = versions.filter((version, i) => version !== versions[i - 1]);
      expect(changes).toEqual([expect.stringMatching(/^1\./), '9.0.0']);
    }
  });
});

describe('an installation that is killed at any moment', () => {
  it('leaves the version before or the new one, and the next one succeeds', async () => {
    const before = performance.now();
    await daemon.cli('models', 'install', await bundle('1.9.0'));
    const wholeMs = performance.now() - before;
    await untilShown('1.9.0');
    const file = await bundle('2.0.0');
    const args = [ENTRY, 'models', 'install', file, '-c', daemon.configFile];
    for (let round = 0; round < KILLS; round += 1) {
      const part = 0.3 + ((0.3 + round * 0.37) % 0.65);
      const child = spawn(process.execPath, args, { stdio: 'ignore' });
      const ended = once(child, 'exit');
      await pause(part * wholeMs);
      child.kill('SIGKILL');
      await ended;
      const listed = JSON.parse(await daemon.cli('models', 'list', '--json'));
      const own = listed.find(({ id }: { id: string }) => id === 'spot-detector');
      expect(own).toMatchObject({ status: 'verified', version: expect.stringMatching(EITHER) });
      expect(await ask()).toMatch(EITHER);
    }
    await daemon.cli('models', 'install', file);
    await untilShown('2.0.0');
    expect(await ask()).toBe('2.0.0');
    expect(JSON.parse(await daemon.cli('audit', 'verify', '--json'))).toMatchObject({
      intact: true,
    });
  });
});
