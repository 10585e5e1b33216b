import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeDicom } from '../../scripts/samples/chest-film/dicom.js';
import { createFilm } from '../../scripts/samples/chest-film/film.js';
import { EXPLICIT_LITTLE_ENDIAN } from '../../scripts/samples/dicom-file.js';
import { axialSeries } from '../support/console/dicom-series.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { HANG_MS } from '../support/hang.js';
import { pictureModels } from '../support/knowledge-models.js';
import { dcmtk, withoutDcmtk } from '../support/pacs/dcmtk.js';
import { freePort } from '../support/pacs/orthanc.js';
import { type Storescp, startStorescp } from '../support/pacs/storescp.js';
import { startWebhookReceiver, WEBHOOK_SECRET } from '../support/webhook-receiver.js';

const PEERS = [
  { ae_title: 'XRAY', addresses: ['127.0.0.1'], mode: 'test' },
  { ae_title: 'XRAYLIVE', addresses: ['127.0.0.1'], mode: 'live' },
];
const ROUTES = [
  {
    name: 'chest',
    match: { modality: ['dx', 'cr'], body_part: ['chest'], view: ['PA'] },
    image_type: 'test_pattern',
    destinations: ['archive'],
  },
  {
    name: 'hand',
    match: { body_part: ['HAND'] },
    image_type: 'hand_xray',
    results: [],
  },
];

interface ListedItem {
  readonly study_instance_uid: string;
  readonly series_instance_uid: string;
  readonly sop_instance_uid: string | null;
  readonly mode: string;
  readonly modality: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly analysis_id: string | null;
  readonly readings: number;
  readonly urgency: string | null;
}

const FILMS = 12;
const SLICES = 12;

const listed = async (daemon: Daemon) =>
  JSON.parse(await daemon.cli('pacs', 'list', '--json')) as ListedItem[];

/** The list, once nothing in it is about to be read. */
async function settled(daemon: Daemon): Promise<ListedItem[]> {
  const end = Date.now() + HANG_MS;
  for (;;) {
    const items = await listed(daemon);
    const isOpen = items.some(({ state }) => ['receiving', 'waiting', 'reading'].includes(state));
    if (!isOpen || Date.now() > end) return items;
    await pause(100);
  }
}

interface FilmOptions {
  readonly instance: number;
  readonly bodyPart?: string;
  readonly view?: string;
}

describe.skipIf(withoutDcmtk !== '')(`films that a node sends${withoutDcmtk}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-worklist-'));
  const pixels = createFilm({ kind: 'normal', seed: 3, size: 256 });
  let daemon: Daemon;
  let port: string;
  let archive: Storescp;

  function film({ instance, ...about }: FilmOptions): string {
    const path = join(folder, `${instance}.dcm`);
    const options = { syntax: EXPLICIT_LITTLE_ENDIAN, instance, ...about };
    writeFileSync(path, encodeDicom(pixels, options));
    return path;
  }
  /** The files that the archive has received, once it has this many. */
  async function archived(count: number): Promise<string[]> {
    const end = Date.now() + HANG_MS;
    while (archive.received().length < count && Date.now() < end) await pause(100);
    return archive.received().map((name) => join(folder, 'archive', name));
  }
  const send = (aeTitle: string, ...files: string[]) =>
    dcmtk('storescu', '-aet', aeTitle, '-aec', 'WARDBOX', '127.0.0.1', port, ...files);

  beforeAll(async () => {
    const archivePort = await freePort();
    archive = await startStorescp({ folder: join(folder, 'archive'), port: archivePort });
    const destination = {
      service: 'dimse',
      ae_title: 'PACS',
      host: '127.0.0.1',
      port: archivePort,
    };
    const destinations = [{ name: 'archive', mode: 'test', ...destination }];
    const pacs = { port: 0, peers: PEERS, routes: ROUTES, destinations, series_quiet_s: 1 };
    daemon = await startDaemon({ config: { pacs } });
    port = String((await daemon.log(({ msg }) => msg === 'listening for DICOM')).port);
  });
  afterAll(async () => {
    await daemon.stop();
    await archive.stop();
    rmSync(folder, { recursive: true });
  });

  it('are read by themselves where a route matches, and else kept with the reason', async () => {
    const files = [
      film({ instance: 1 }),
      film({ instance: 2, view: 'LATERAL' }),
      film({ instance: 3, bodyPart: 'HAND' }),
    ];
    expect(await send('XRAY', ...files)).toMatchObject({ code: 0 });
    const items = await settled(daemon);
    const states = items.map(({ state, reason }) => `${state} ${reason}`).sort();
    // The report of the result is held as well.
    const all = ['own_result null', 'read null', 'unroutable no_model', 'unroutable no_route'];
    expect(states).toEqual(all);
    expect(items.find(({ state }) => state === 'read')).toMatchObject({
      mode: 'test',
      readings: 1,
      analysis_id: expect.stringMatching(/^im_/),
      not_filed: expect.stringContaining('no system of identifiers'),
    });
  });

  it('have their report sent to the archive, into the same study', async () => {
    const [report] = await archived(1);
    const { text } = await dcmtk('dcmdump', '+P', '0020,000d', '+P', '0008,0060', report!);
    const study = (await listed(daemon)).find(({ state }) => state === 'read')?.study_instance_uid;
    expect(text).toContain(study);
    expect(text).toContain('[SR]');
  });

  it('are recorded as read by the appliance, without what they say', async () => {
    const text = await daemon.cli('audit', 'tail', '-n', '50', '--json');
    const records = JSON.parse(text) as { action: string; outcome: string; actor: object }[];
    expect(records.filter(({ action }) => action === 'pacs.read')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          outcome: 'success',
          actor: { type: 'appliance', id: 'wardbox', mode: 'test' },
          result_id: expect.stringMatching(/^im_/),
          job_id: expect.stringMatching(/^job_/),
        }),
        expect.objectContaining({ outcome: 'refused', error_code: 'no_model' }),
      ]),
    );
    const [item] = await listed(daemon);
    expect(text + JSON.stringify(await daemon.allLogs())).not.toContain(item!.study_instance_uid);
  });

  it('are read on request where no route matched', async () => {
    const item = (await listed(daemon)).find(({ reason }) => reason === 'no_route');
    const uid = item?.sop_instance_uid ?? '';
    const text = await daemon.cli('pacs', 'read', uid, '--image-type', 'test-pattern', '--json');
    expect(JSON.parse(text)).toEqual([{ job_id: expect.stringMatching(/^job_/) }]);
    const after = (await settled(daemon)).find((one) => one.sop_instance_uid === uid);
    expect(after).toMatchObject({ state: 'read', reason: null, readings: 1 });
    await expect(daemon.cli('pacs', 'read', '2.25.404', '--route', 'chest')).rejects.toThrow(
      'No image with this UID is held.',
    );
    await expect(daemon.cli('pacs', 'read', uid)).rejects.toThrow('--route');
  });

  it('are warned of by the doctor where no model reads them', async () => {
    const report = await daemon.cli('doctor', '--json').catch(({ stdout }) => String(stdout));
    const { checks } = JSON.parse(report) as { checks: { check: string; state: string }[] };
    expect(checks.find(({ check }) => check === 'pacs')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('The route hand reads hand_xray, which no installed model'),
    });
  });

  it('are read apart from those of the other mode, which are not sent to its archive', async () => {
    await send('XRAYLIVE', film({ instance: 1 }));
    const live = (await settled(daemon)).filter(({ mode }) => mode === 'live');
    expect(live.map(({ state }) => state).sort()).toEqual(['own_result', 'read']);
    const sends = JSON.parse(await daemon.cli('pacs', 'queue', '--json')) as { mode: string }[];
    expect(sends.filter(({ mode }) => mode === 'live')).toEqual([]);
  });
});

describe.skipIf(withoutDcmtk !== '')(`a daemon that is killed${withoutDcmtk}`, () => {
  it('reads everything that was acknowledged once, after it is started again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wardbox-worklist-'));
    const dataDir = join(folder, 'data');
    const config = {
      pacs: { port: 0, peers: PEERS, routes: [{ ...ROUTES[0], destinations: [] }] },
    };
    const pixels = createFilm({ kind: 'normal', seed: 3, size: 256 });
    const files = Array.from({ length: FILMS }, (_, n) => {
      const path = join(folder, `${n}.dcm`);
      writeFileSync(path, encodeDicom(pixels, { syntax: EXPLICIT_LITTLE_ENDIAN, instance: n + 1 }));
      return path;
    });
    let daemon = await startDaemon({ dataDir, config });
    const port = String((await daemon.log(({ msg }) => msg === 'listening for DICOM')).port);
    await dcmtk('storescu', '-aet', 'XRAY', '-aec', 'WARDBOX', '127.0.0.1', port, ...files);
    await daemon.stop('SIGKILL');
    daemon = await startDaemon({ dataDir, config });
    const items = await settled(daemon);
    const images = items.filter(({ state }) => state !== 'own_result');
    expect(images.map(({ state, readings }) => [state, readings])).toEqual(
      images.map(() => ['read', 1]),
    );
    expect(images).toHaveLength(FILMS);
    // One report for each: none is made twice.
    expect(items).toHaveLength(2 * FILMS);
    await daemon.stop();
    rmSync(folder, { recursive: true });
  });
});

describe.skipIf(withoutDcmtk !== '')(`a critical result${withoutDcmtk}`, () => {
  it('is told to the webhook with a signature, and stands on top of the list', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wardbox-worklist-'));
    const models = pictureModels();
    const receiver = await startWebhookReceiver((request) => (request > 1 ? 204 : 503));
    // Its address is in none of the networks that are allowed unless others are named.
    const forbidden = await startWebhookReceiver();
    const secret_file = join(folder, 'secret');
    const told = { mode: 'test', events: ['imaging.critical'], secret_file };
    writeFileSync(secret_file, `${WEBHOOK_SECRET}\n`);
    const daemon = await startDaemon({
      config: {
        models_dir: models.dir,
        webhooks: [
          { ...told, url: receiver.url, networks: ['127.0.0.0/8'] },
          { ...told, url: forbidden.url },
        ],
        pacs: {
          port: 0,
          peers: PEERS,
          routes: [
            { name: 'head', match: { modality: ['CT'] }, image_type: 'head_ct' },
            { name: 'chest', image_type: 'chest_xray' },
          ],
          series_quiet_s: 1,
        },
      },
    });
    const port = String((await daemon.log(({ msg }) => msg === 'listening for DICOM')).port);
    const files = (['tuberculosis', 'normal'] as const).map((kind, n) => {
      const path = join(folder, `${kind}.dcm`);
      const film = createFilm({ kind, seed: kind === 'normal' ? 44 : 60, size: 1_024 });
      writeFileSync(path, encodeDicom(film, { syntax: EXPLICIT_LITTLE_ENDIAN, instance: n + 1 }));
      return path;
    });
    const slices = axialSeries(SLICES, 0.7).map((bytes, n) => {
      const path = join(folder, `slice-${n}.dcm`);
      writeFileSync(path, bytes);
      return path;
    });
    const node = ['-aet', 'XRAY', '-aec', 'WARDBOX', '127.0.0.1', port];
    await dcmtk('storescu', ...node, ...files, ...slices);
    const items = await settled(daemon);
    const [top] = items;
    // A phantom of water, read as one series.
    expect(items.filter(({ modality }) => modality === 'CT')).toEqual([
      expect.objectContaining({ objects: SLICES, readings: 1, sop_instance_uid: null }),
    ]);
    expect(top).toMatchObject({ state: 'read', urgency: 'urgent' });
    const end = Date.now() + HANG_MS;
    while (receiver.events.length < 2 && Date.now() < end) await pause(50);
    const [first, second] = receiver.events;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.verified).toBe(true);
    expect(second).toMatchObject({
      type: 'imaging.critical',
      data: {
        mode: 'test',
        analysis_id: top!.analysis_id,
        study_instance_uid: top!.study_instance_uid,
        urgency: 'urgent',
      },
    });
    await daemon.log(({ msg, url }) => msg === 'webhook not told' && url === forbidden.url);
    expect(forbidden.events).toEqual([]);
    await daemon.stop();
    receiver.stop();
    forbidden.stop();
    models.remove();
    rmSync(folder, { recursive: true });
  });
});
