import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axialSeries } from '../../../test/support/console/dicom-series.js';
import { dcmtk, withoutDcmtk } from '../../../test/support/pacs/dcmtk.js';
import { freePort } from '../../../test/support/pacs/orthanc.js';
import { startStorescp } from '../../../test/support/pacs/storescp.js';
import { startShipped } from '../daemon.js';
import type { Figure } from '../figure.js';
import { median } from '../statistics.js';

const SLICES = 40;
const SIDE = 512;
const ROUNDS = 5;
const TARGET = 0.5;
/** Of `axialSeries`. */
const SERIES_UID = Buffer.from('2.25.31415926535');

/** The same slices under UIDs of the same length that nobody has seen. */
function renamed(slice: Uint8Array, round: number): Buffer {
  const bytes = Buffer.from(slice);
  const uid = Buffer.from(`2.25.${41_000_000_000 + round}`);
  for (let at = bytes.indexOf(SERIES_UID); at !== -1; at = bytes.indexOf(SERIES_UID, at + 1)) {
    uid.copy(bytes, at);
  }
  return bytes;
}

/** C-STORE of one sender beside dcmtk's storescp, which neither encrypts nor waits for the disk. */
export const dicomStore: Figure = {
  id: 'dicom-store',
  title: `C-STORE of ${SLICES} slices of ${SIDE}², one association, beside storescp of dcmtk`,
  async measure({ folder, models }) {
    if (withoutDcmtk !== '') {
      return { rows: [{ what: 'C-STORE', value: withoutDcmtk.trim() }], data: {} };
    }
    const place = folder('slices');
    const slices = axialSeries(SLICES, 0.7, SIDE);
    const peers = [{ ae_title: 'CT1', addresses: ['127.0.0.1'], mode: 'test' }];
    const daemon = await startShipped(
      folder('data'),
      models.modelsDir,
      {},
      { pacs: { port: 0, peers } },
    );
    const port = Number((await daemon.log(({ msg }) => msg === 'listening for DICOM')).port);
    const otherPort = await freePort();
    const storescp = await startStorescp({ folder: folder('received'), port: otherPort });
    const send = async (to: number, called: string, files: readonly string[]) => {
      const startedAt = performance.now();
      const node = ['-aet', 'CT1', '-aec', called, '127.0.0.1', String(to)];
      const { code, text } = await dcmtk('storescu', ...node, ...files);
      if (code !== 0) throw new Error(`storescu: ${text}`);
      return SLICES / ((performance.now() - startedAt) / 1_000);
    };
    const ours: number[] = [];
    const theirs: number[] = [];
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const files = slices.map((slice, n) => {
          const path = join(place, `${n}.dcm`);
          writeFileSync(path, renamed(slice, round));
          return path;
        });
        ours.push(await send(port, 'WARDBOX', files));
        theirs.push(await send(otherPort, 'PACS', files));
      }
    } finally {
      await storescp.stop();
      await daemon.stop();
    }
    const ratio = median(ours) / median(theirs);
    const perSecond = (values: readonly number[]) => `${median(values).toFixed(0)} slices/s`;
    return {
      rows: [
        { what: 'Wardbox', value: perSecond(ours) },
        { what: 'storescp', value: perSecond(theirs) },
        {
          ...{ what: 'ratio', value: ratio.toFixed(2) },
          ...{ target: `≥ ${TARGET}`, met: ratio >= TARGET },
        },
      ],
      data: { ours, theirs, ratio },
    };
  },
};
