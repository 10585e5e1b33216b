import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDicom } from '../../src/media/dicom/open-dicom.js';
import { axialSeries } from '../support/console/dicom-series.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { dcmtk, withoutDcmtk } from '../support/pacs/dcmtk.js';
import { partsOf } from '../support/pacs/multipart.js';

const SLICES = 40;
const STUDY = '2.25.31415926535.0';
const PEERS = [{ ae_title: 'CT1', addresses: ['127.0.0.1'], mode: 'test' }];
const STORED = 'multipart/related; type="application/dicom"; transfer-syntax=*';

type Results = Record<string, { Value?: (string | number)[] }>[];

describe.skipIf(withoutDcmtk !== '')(`DICOMweb over what a node has sent${withoutDcmtk}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-web-'));
  const sent = axialSeries(SLICES, 0.7).map((bytes, n) => {
    const path = join(folder, `${n}.dcm`);
    writeFileSync(path, bytes);
    return path;
  });
  let daemon: Daemon;
  beforeAll(async () => {
    daemon = await startDaemon({ config: { pacs: { port: 0, peers: PEERS } } });
    const { port } = await daemon.log(({ msg }) => msg === 'listening for DICOM');
    const node = ['-aet', 'CT1', '-aec', 'WARDBOX', '127.0.0.1', String(port)];
    // In the implicit encoding, which dcmtk converts to.
    expect(await dcmtk('storescu', '-xi', ...node, ...sent)).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await daemon.stop();
    rmSync(folder, { recursive: true });
  });

  const get = async (path: string, accept = '*/*') =>
    daemon.request(`/v1/dicom-web${path}`, {
      key: await daemon.key(),
      headers: { Accept: accept },
    });

  it('finds the study and its instances', async () => {
    const studies = JSON.parse((await get('/studies?ModalitiesInStudy=CT')).text) as Results;
    expect(studies.map((one) => one['0020000D']?.Value)).toEqual([[STUDY]]);
    const instances = JSON.parse((await get(`/studies/${STUDY}/instances`)).text) as Results;
    expect(instances).toHaveLength(SLICES);
  });

  it('gives back the data sets and pixels that were sent', async () => {
    const { headers, bytes } = await get(`/studies/${STUDY}`, STORED);
    const parts = partsOf(String(headers['content-type']), bytes);
    expect(parts).toHaveLength(SLICES);
    const dumpOf = async (path: string) =>
      // The encoding of the file is not that of the one that was sent.
      (await dcmtk('dcmdump', '+L', '+P', '0008,0018', '+P', '7fe0,0010', path)).text;
    const originals = new Map<string, string>();
    for (const path of sent) originals.set((await dumpOf(path)).split('\n')[0] ?? '', path);
    const back = join(folder, 'back.dcm');
    for (const { content } of parts.slice(0, 5)) {
      writeFileSync(back, content);
      const dump = await dumpOf(back);
      const original = originals.get(dump.split('\n')[0] ?? '');
      expect(original).toBeDefined();
      expect(dump).toBe(await dumpOf(String(original)));
      const one = await (await openDicom(content, { megapixels: 10 })).display();
      const other = await (
        await openDicom(readFileSync(String(original)), { megapixels: 10 })
      ).display();
      expect(one).toEqual(other);
    }
  });

  it('gives the headers, with the representations that the encoding does not name', async () => {
    const headers = JSON.parse((await get(`/studies/${STUDY}/metadata`)).text) as Results;
    expect(headers).toHaveLength(SLICES);
    expect(headers[0]).toMatchObject({
      '0008103E': { vr: 'LO', Value: ['synthetic series'] },
      '00200037': { vr: 'DS', Value: [1, 0, 0, 0, 1, 0] },
      '00280010': { vr: 'US', Value: [128] },
    });
  });

  it('leaves nothing of the patient in the log', async () => {
    await get('/studies?PatientName=Roe^Jane');
    const logs = JSON.stringify(await daemon.allLogs());
    expect(logs).not.toMatch(/Roe|synthetic series|2\.25\.314/);
  });
});
