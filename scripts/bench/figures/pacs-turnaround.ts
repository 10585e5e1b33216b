import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dcmtk, withoutDcmtk } from '../../../test/support/pacs/dcmtk.js';
import { headSeries } from '../../../test/support/pacs/head-series.js';
import { freePort } from '../../../test/support/pacs/orthanc.js';
import { type Storescp, startStorescp } from '../../../test/support/pacs/storescp.js';
import { encodeDicom } from '../../samples/chest-film/dicom.js';
import { createFilm } from '../../samples/chest-film/film.js';
import { EXPLICIT_LITTLE_ENDIAN } from '../../samples/dicom-file.js';
import { startShipped } from '../daemon.js';
import type { Figure } from '../figure.js';
import { milliseconds, type Spread, spreadOf } from '../statistics.js';

const SLICES = 24;
const SIDE = 512;
const ROUNDS = 20;
/** A series is read when no image of it has come for so long; the least that can be configured. */
const QUIET_S = 1;
const WEBHOOK_TARGET_MS = 1_000;
const POLL_MS = 5;
const PATIENCE_MS = 120_000;

/** A webhook of a hospital: how long after each critical result it was told of it. */
async function startReceiver() {
  const delays: number[] = [];
  const server = createServer((incoming, outgoing) => {
    const at = Date.now();
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString());
      delays.push(at - Date.parse(data.created_at));
      outgoing.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/critical`, delays, stop: () => server.close() };
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`${what} has not come`);
    await pause(POLL_MS);
  }
}

const values = ({ p50, p95 }: Spread) => `${milliseconds(p50)} / ${milliseconds(p95)}`;

/** From the last image stored here to its report in the PACS, and to the webhook where it is critical. */
export const pacsTurnaround: Figure = {
  id: 'pacs-turnaround',
  title: 'From the last image stored to its report in the PACS (storescp of dcmtk), p50 / p95',
  async measure({ folder, models }) {
    if (withoutDcmtk !== '') {
      return { rows: [{ what: 'turnaround', value: withoutDcmtk.trim() }], data: {} };
    }
    const place = folder('images');
    const archivePort = await freePort();
    const archive = await startStorescp({ folder: folder('archive'), port: archivePort });
    const receiver = await startReceiver();
    const secret = join(place, 'secret');
    writeFileSync(secret, 'a secret of the bench, long enough\n');
    const pacs = {
      port: 0,
      peers: [{ ae_title: 'CT1', addresses: ['127.0.0.1'], mode: 'test' }],
      series_quiet_s: QUIET_S,
      destinations: [
        {
          ...{ name: 'archive', mode: 'test', service: 'dimse', ae_title: 'PACS' },
          ...{ host: '127.0.0.1', port: archivePort },
        },
      ],
      routes: [
        {
          ...{ name: 'head', match: { modality: ['CT'] }, image_type: 'head_ct' },
          destinations: ['archive'],
        },
        { name: 'chest', image_type: 'chest_xray', destinations: ['archive'] },
      ],
    };
    const webhooks = [
      {
        ...{ url: receiver.url, mode: 'test', events: ['imaging.critical'] },
        ...{ networks: ['127.0.0.0/8'], secret_file: secret },
      },
    ];
    const daemon = await startShipped(folder('data'), models.modelsDir, {}, { pacs, webhooks });
    const port = String((await daemon.log(({ msg }) => msg === 'listening for DICOM')).port);
    const pixels = createFilm({ kind: 'tuberculosis', seed: 60, size: 1_024 });
    const film = (round: number) => [
      encodeDicom(pixels, { syntax: EXPLICIT_LITTLE_ENDIAN, instance: round + 1 }),
    ];
    const slices = (round: number) =>
      headSeries({
        ...{ study: `2.25.7${round}`, series: `2.25.8${round}`, count: SLICES, size: SIDE },
        bleeding: [11, 12, 13],
      });
    const send = async (images: readonly Buffer[], store: Storescp) => {
      const files = images.map((bytes, n) => {
        const path = join(place, `${n}.dcm`);
        writeFileSync(path, bytes);
        return path;
      });
      const [reports, told] = [store.received().length + 1, receiver.delays.length + 1];
      const node = ['-aet', 'CT1', '-aec', 'WARDBOX', '127.0.0.1', port];
      const { code, text } = await dcmtk('storescu', ...node, ...files);
      if (code !== 0) throw new Error(`storescu: ${text}`);
      const storedAt = performance.now();
      await until(() => store.received().length >= reports, 'a report');
      const tookMs = performance.now() - storedAt;
      await until(() => receiver.delays.length >= told, 'the word of a critical result');
      return tookMs;
    };
    const films: number[] = [];
    const series: number[] = [];
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        films.push(await send(film(round), archive));
        series.push(await send(slices(round), archive));
      }
    } finally {
      await daemon.stop();
      await archive.stop();
      receiver.stop();
    }
    const told = spreadOf(receiver.delays);
    const load = loadavg()[0] ?? 0;
    return {
      rows: [
        { what: `a chest film of 1024², n = ${ROUNDS}`, value: values(spreadOf(films)) },
        {
          what: `a series of ${SLICES} slices of ${SIDE}², of which ${QUIET_S} s waits for more`,
          value: values(spreadOf(series)),
        },
        {
          what: `a critical result known to its webhook told, n = ${told.count}`,
          value: values(told),
          target: `p95 < ${milliseconds(WEBHOOK_TARGET_MS)}`,
          met: told.p95 < WEBHOOK_TARGET_MS,
        },
        { what: 'load of the machine after it', value: load.toFixed(1) },
      ],
      data: { films, series, webhooks: receiver.delays, load },
    };
  },
};
