import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axialSeries } from '../support/console/dicom-series.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { askForCommitment, ToldNode } from '../support/pacs/commitment-client.js';
import { dcmtk, withoutDcmtk } from '../support/pacs/dcmtk.js';
import { freePort } from '../support/pacs/orthanc.js';

const CT = '1.2.840.10008.5.1.4.1.1.2';
const MR = '1.2.840.10008.5.1.4.1.1.4';
const SLICES = 5;
const ROUTE = {
  name: 'heads',
  match: { modality: ['CT'] },
  image_type: 'head_ct',
  results: [],
};

interface ListedSeries {
  readonly mode: string;
  readonly state: string;
}

describe.skipIf(withoutDcmtk !== '')(`storage commitment${withoutDcmtk}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-commitment-'));
  const dataDir = join(folder, 'data');
  let daemon: Daemon;
  let port: number;
  let reportPort: number;
  let uids: string[];

  const start = async () => {
    const addresses = ['127.0.0.1'];
    const own = { host: '127.0.0.1', port: reportPort };
    daemon = await startDaemon({
      dataDir,
      config: {
        pacs: {
          port: 0,
          peers: [
            { ae_title: 'CT1', addresses, mode: 'test' },
            { ae_title: 'CT2', addresses, mode: 'test', ...own },
            { ae_title: 'CT3', addresses, mode: 'live' },
          ],
          routes: [ROUTE],
          series_quiet_s: 3_600,
        },
      },
    });
    port = Number((await daemon.log(({ msg }) => msg === 'listening for DICOM')).port);
  };
  const stateOf = async () =>
    (JSON.parse(await daemon.cli('pacs', 'list', '--json')) as ListedSeries[])[0]?.state;
  const refer = (count: number) => uids.slice(0, count).map((uid) => [CT, uid] as const);

  beforeAll(async () => {
    reportPort = await freePort();
    await start();
    const files = axialSeries(SLICES, 0.7, 64).map((bytes, n) => {
      const path = join(folder, `${n}.dcm`);
      writeFileSync(path, bytes);
      return path;
    });
    const { text } = await dcmtk('dcmdump', '+P', 'SOPInstanceUID', ...files);
    uids = [...text.matchAll(/\[([\d.]+)\]/g)].map(([, uid]) => uid ?? '');
    const sent = ['-aet', 'CT1', '-aec', 'WARDBOX', '127.0.0.1', String(port), ...files];
    expect(await dcmtk('storescu', ...sent)).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await daemon.stop();
    rmSync(folder, { recursive: true });
  });

  it('names what is held and what is not, with the reason', async () => {
    const transaction = '2.25.700';
    const references = [...refer(2), [MR, uids[2]!] as const, [CT, '2.25.404'] as const];
    const { status, told } = await askForCommitment({
      ...{ port, callingAe: 'CT1', transaction, references, waits: true },
    });
    expect(status).toBe(0);
    expect(told).toEqual({
      ...{ event: 2, transaction, held: uids.slice(0, 2) },
      failed: [
        [uids[2], 0x0119],
        ['2.25.404', 0x0112],
      ],
    });
    // A part of the series is not all of it.
    expect(await stateOf()).toBe('receiving');
  });

  it('knows nothing of the other world', async () => {
    const { told } = await askForCommitment({
      ...{ port, callingAe: 'CT3', transaction: '2.25.701', references: refer(1), waits: true },
    });
    expect(told).toMatchObject({ event: 2, held: [], failed: [[uids[0], 0x0112]] });
  });

  it('of all objects of a series says that it is complete', async () => {
    const { told } = await askForCommitment({
      ...{
        port,
        callingAe: 'CT1',
        transaction: '2.25.702',
        references: refer(SLICES),
        waits: true,
      },
    });
    expect(told).toMatchObject({ event: 1, held: uids, failed: [] });
    expect(await stateOf()).not.toBe('receiving');
  });

  it.each([
    ['another instance than the well-known one', { instance: '1.2.3' }, 0x0112],
    ['another action', { action: 2 }, 0x0123],
    ['no objects', { references: [] }, 0x0115],
    ['what is no UID', { transaction: 'name' }, 0x0115],
  ])('is refused for %s', async (_, wrong, status) => {
    const request = { port, callingAe: 'CT1', transaction: '2.25.703', references: refer(1) };
    expect(await askForCommitment({ ...request, ...wrong })).toEqual({ status });
  });

  it('is reported to a node that was away, also after a crash', async () => {
    const transaction = '2.25.704';
    const request = { port, callingAe: 'CT2', transaction, references: refer(SLICES) };
    expect(await askForCommitment(request)).toEqual({ status: 0 });
    await daemon.stop('SIGKILL');
    const node = new ToldNode(reportPort);
    try {
      await start();
      await node.wait(1);
      expect(node.told).toEqual([{ event: 1, transaction, held: uids, failed: [] }]);
      const records = JSON.parse(await daemon.cli('audit', 'tail', '-n', '30', '--json'));
      const own = (records as { action: string; outcome: string; actor: { id: string } }[]).filter(
        ({ action, actor }) => action.startsWith('dicom.commit') && actor.id === 'CT2',
      );
      expect(own.map(({ action, outcome }) => [action, outcome])).toEqual([
        ['dicom.commit', 'success'],
        ['dicom.commit_report', 'success'],
      ]);
    } finally {
      node.close();
    }
  });
});
