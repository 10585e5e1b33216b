import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeDicom } from '../../scripts/samples/chest-film/dicom.js';
import { createFilm } from '../../scripts/samples/chest-film/film.js';
import { EXPLICIT_LITTLE_ENDIAN } from '../../scripts/samples/dicom-file.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { dcmtk, withoutDcmtk } from '../support/pacs/dcmtk.js';
import { freePort, type Orthanc, startOrthanc, withoutOrthanc } from '../support/pacs/orthanc.js';

const STUDY = '2.25.271828182845904523536';
const PATIENT = 'PHANTOM-0000431';
const DATE = '19770307';
const BIRTH = '19310229';
const skipped = `${withoutDcmtk}${withoutOrthanc}`;

interface FilmOptions {
  /** One digit, of the study. */
  readonly study: number;
  readonly date: string;
  /** As long as that of the film. */
  readonly patient?: string;
  readonly birth?: string;
  readonly view?: string;
}

/** A film of a study and a patient of its own: values of the same length take the place of others. */
function film({ study, date, patient = PATIENT, birth = BIRTH, view = 'PA' }: FilmOptions): Buffer {
  const drawn = createFilm({ kind: 'normal', seed: 3, size: 256 });
  const file = encodeDicom(drawn, { syntax: EXPLICIT_LITTLE_ENDIAN, instance: study, view });
  const text = file
    .toString('latin1')
    .replaceAll(STUDY, `${STUDY.slice(0, -1)}${study}`)
    .replaceAll(DATE, date)
    .replaceAll(PATIENT, patient)
    .replaceAll(BIRTH, birth);
  return Buffer.from(text, 'latin1');
}
const studyUid = (study: number) => `${STUDY.slice(0, -1)}${study}`;

interface Sent extends FilmOptions {
  /** Whose images have a route of their own. */
  readonly from?: string;
}

const addresses = ['127.0.0.1'];
const peer = (title: string) => ({ ae_title: title, addresses, mode: 'test' });

/** A route for the films of a node, with the source of earlier ones. */
const route = (callingAeTitle: string, prior: string) => ({
  name: callingAeTitle.toLowerCase(),
  match: { modality: ['DX'], calling_ae_title: [callingAeTitle] },
  image_type: 'test_pattern',
  destinations: ['pacs'],
  prior: { from: prior },
});

const dicomWeb = (name: string, url: string) => ({ name, mode: 'test', service: 'dicomweb', url });

const SERVICES = ['dimse', 'dicomweb'] as const;

describe.skipIf(skipped !== '').each(SERVICES)(
  `a film whose patient has earlier ones, by %s${skipped}`,
  (service) => {
    const folder = mkdtempSync(join(tmpdir(), 'wardbox-prior-'));
    let orthanc: Orthanc;
    let daemon: Daemon;
    let port: number;
    let hostile: Server;

    const listed = async () =>
      JSON.parse(await daemon.cli('pacs', 'list', '--json')) as Array<{
        study_instance_uid: string;
        state: string;
      }>;

    /** Sends a film as a modality does; returns the text of the report that the PACS gets. */
    async function reportOf({ from = 'XRAY', ...sent }: Sent): Promise<string> {
      const path = join(folder, `${sent.study}.dcm`);
      writeFileSync(path, film(sent));
      const node = ['-aet', from, '-aec', 'WARDBOX', '127.0.0.1', String(port)];
      expect(await dcmtk('storescu', ...node, path)).toMatchObject({ code: 0 });
      const [report] = await orthanc.holds(1, studyUid(sent.study));
      const reportPath = join(folder, `${sent.study}.report.dcm`);
      writeFileSync(reportPath, await orthanc.bytes(`/instances/${report!.id}/file`));
      return (await dcmtk('dsrdump', '+Pl', reportPath)).text;
    }

    beforeAll(async () => {
      port = await freePort();
      const isDimse = service === 'dimse';
      const modalities = isDimse ? { box: { aeTitle: 'WARDBOX', port } } : {};
      orthanc = await startOrthanc({ modalities });
      hostile = createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>PHANTOM</html>');
      }).listen(0, '127.0.0.1');
      await once(hostile, 'listening');
      const { port: hostilePort } = hostile.address() as AddressInfo;
      const archive = {
        name: 'pacs',
        mode: 'test',
        service,
        ae_title: 'ORTHANC',
        host: '127.0.0.1',
        port: orthanc.dicomPort,
      };
      daemon = await startDaemon({
        config: {
          pacs: {
            port,
            peers: ['XRAY', 'XRAY2', 'XRAY3', ...(isDimse ? ['ORTHANC'] : [])].map(peer),
            destinations: [
              isDimse ? archive : dicomWeb('pacs', orthanc.dicomWebUrl),
              dicomWeb('gone', `http://127.0.0.1:${await freePort()}`),
              dicomWeb('hostile', `http://127.0.0.1:${hostilePort}`),
            ],
            routes: [route('XRAY', 'pacs'), route('XRAY2', 'gone'), route('XRAY3', 'hostile')],
            series_quiet_s: 1,
          },
        },
      });
      await daemon.log(({ msg }) => msg === 'listening for DICOM');
    });
    afterAll(async () => {
      await daemon.stop();
      await orthanc.stop();
      hostile.close();
      hostile.closeAllConnections();
      rmSync(folder, { recursive: true });
    });

    it('is read without comparison, and says so, where there is none that fits', async () => {
      await orthanc.store(film({ study: 0, date: '19780101' }));
      await orthanc.store(film({ study: 1, date: '19760101', view: 'LL' }));
      const report = await reportOf({ study: 2, date: DATE });
      expect(report).toContain('the PACS holds no comparable earlier image');
    });

    it('is compared with the last one of them, which is held and not read by itself', async () => {
      await orthanc.store(film({ study: 3, date: '19750101' }));
      await orthanc.store(film({ study: 4, date: '19760505' }));
      const report = await reportOf({ study: 5, date: DATE });
      expect(report).not.toContain('earlier image');
      const items = await listed();
      const fetched = items.filter(({ study_instance_uid: uid }) => uid === studyUid(4));
      expect(fetched).toEqual([expect.objectContaining({ state: 'held' })]);
      expect(items.filter(({ study_instance_uid: uid }) => uid === studyUid(3))).toEqual([]);
    });

    it('is not compared with one whose birth date contradicts', async () => {
      const patient = 'PHANTOM-0000432';
      await orthanc.store(film({ study: 6, date: '19760505', patient, birth: '19310301' }));
      const report = await reportOf({ study: 7, date: DATE, patient });
      expect(report).toContain('issuer, birth date or sex');
    });

    it('is read, and says why it is not compared, where the PACS is not there or no PACS', async () => {
      const gone = await reportOf({ study: 8, date: DATE, from: 'XRAY2' });
      expect(gone).toContain('could not be searched for an earlier image: no connection');
      const strange = await reportOf({ study: 9, date: DATE, from: 'XRAY3' });
      expect(strange).toContain('its answer is of another content type');
    });
  },
);
