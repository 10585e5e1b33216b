import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeDicom } from '../../scripts/samples/chest-film/dicom.js';
import { createFilm } from '../../scripts/samples/chest-film/film.js';
import { EXPLICIT_LITTLE_ENDIAN } from '../../scripts/samples/dicom-file.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { dcmtk, withoutDcmtk } from '../support/pacs/dcmtk.js';

const PEERS = [
  { ae_title: 'XRAY', addresses: ['127.0.0.1'], mode: 'test' },
  { ae_title: 'XRAYLIVE', addresses: ['127.0.0.1'], mode: 'live' },
];
const ROUTES = [
  {
    name: 'chest',
    match: { modality: ['dx', 'cr'], body_part: ['chest'], view: ['PA'] },
    image_type: 'test_pattern',
    results: [],
  },
  {
    name: 'hand',
    match: { body_part: ['HAND'] },
    image_type: 'hand_xray',
    results: [],
  },
];

interface ListedItem {
  readonly series_instance_uid: string;
  readonly sop_instance_uid: string | null;
  readonly mode: string;
  readonly state: string;
  readonly reason: string | null;
  readonly analysis_id: string | null;
  readonly readings: number;
}

const WAIT_MS = 20_000;

const listed = async (daemon: Daemon) =>
  JSON.parse(await daemon.cli('pacs', 'list', '--json')) as ListedItem[];

/** The list, once nothing in it is about to be read. */
async function settled(daemon: Daemon): Promise<ListedItem[]> {
  const end = Date.now() + WAIT_MS;
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

  function film({ instance, ...about }: FilmOptions): string {
    const path = join(folder, `${instance}.dcm`);
    const options = { syntax: EXPLICIT_LITTLE_ENDIAN, instance, ...about };
    writeFileSync(path, encodeDicom(pixels, options));
    return path;
  }
  const send = (aeTitle: string, ...files: string[]) =>
    dcmtk('storescu', '-aet', aeTitle, '-aec', 'WARDBOX', '127.0.0.1', port, ...files);

  beforeAll(async () => {
    daemon = await startDaemon({
      config: { pacs: { port: 0, peers: PEERS, routes: ROUTES, series_quiet_s: 1 } },
    });
    port = String((await daemon.log(({ msg }) => msg === 'listening for DICOM')).port);
  });
  afterAll(async () => {
    await daemon.stop();
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
    expect(states).toEqual(['read null', 'unroutable no_model', 'unroutable no_route']);
    expect(items.find(({ state }) => state === 'read')).toMatchObject({
      mode: 'test',
      readings: 1,
      analysis_id: expect.stringMatching(/^im_/),
    });
  });
});
