import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeDicom } from '../../scripts/samples/chest-film/dicom.js';
import { createFilm } from '../../scripts/samples/chest-film/film.js';
import { EXPLICIT_LITTLE_ENDIAN } from '../../scripts/samples/dicom-file.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { HANG_MS } from '../support/hang.js';
import { dcmtk, withoutDcmtk } from '../support/pacs/dcmtk.js';
import { type Orthanc, startOrthanc, withoutOrthanc } from '../support/pacs/orthanc.js';

const ROUTE = {
  name: 'chest',
  match: { modality: ['DX'] },
  image_type: 'test_pattern',
  results: ['structured_report', 'secondary_capture'],
  destinations: ['archive'],
};
/** As the film names its patient, whose ID has no issuer. */
const SYSTEM = 'https://hospital.test/patient-ids';
const PATIENT = {
  resourceType: 'Patient',
  identifier: [{ system: SYSTEM, value: 'PHANTOM-0000431' }],
  name: [{ family: 'Otherwise' }],
};

interface ListedItem {
  readonly state: string;
  readonly readings: number;
  readonly analysis_id: string | null;
  readonly not_filed: string | null;
}

interface Searched {
  readonly entry?: ReadonlyArray<{ readonly resource: Readonly<Record<string, unknown>> }>;
}

const missing = withoutOrthanc || withoutDcmtk;

describe.skipIf(missing !== '')(`a PACS that sends films and gets results${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-orthanc-test-'));
  const film = (instance: number) =>
    encodeDicom(createFilm({ kind: 'normal', seed: 3, size: 256 }), {
      syntax: EXPLICIT_LITTLE_ENDIAN,
      instance,
    });
  let orthanc: Orthanc;
  let daemon: Daemon;
  let key: string;

  beforeAll(async () => {
    orthanc = await startOrthanc();
    daemon = await startDaemon({
      config: {
        pacs: {
          port: 0,
          peers: [
            {
              ...{ ae_title: 'ORTHANC', addresses: ['127.0.0.1'], mode: 'test' },
              ...{ host: '127.0.0.1', port: orthanc.dicomPort },
            },
          ],
          destinations: [
            {
              name: 'archive',
              mode: 'test',
              service: 'dimse',
              ae_title: 'ORTHANC',
              host: '127.0.0.1',
              port: orthanc.dicomPort,
            },
          ],
          routes: [ROUTE],
          patient_identifiers: [{ system: SYSTEM }],
          series_quiet_s: 1,
        },
      },
    });
    const { port } = await daemon.log(({ msg }) => msg === 'listening for DICOM');
    await orthanc.register('wardbox', { aeTitle: 'WARDBOX', port: Number(port) });
    key = await daemon.key({ mode: 'test' });
  });
  afterAll(async () => {
    await daemon?.stop();
    await orthanc?.stop();
    rmSync(folder, { recursive: true });
  });

  /** The PACS sends all that it has of a study. */
  async function forward(): Promise<void> {
    const instances = (await orthanc.instances()).map(({ id }) => id);
    await orthanc.post('/modalities/wardbox/store', instances);
  }

  async function items(): Promise<ListedItem[]> {
    return JSON.parse(await daemon.cli('pacs', 'list', '--json')) as ListedItem[];
  }

  async function search(path: string): Promise<Array<Readonly<Record<string, unknown>>>> {
    const answer = await daemon.request(`/v1/fhir/${path}`, { key });
    return ((answer.json() as Searched).entry ?? []).map(({ resource }) => resource);
  }

  async function textOf(id: string): Promise<string> {
    const path = join(folder, `${id}.dcm`);
    writeFileSync(path, await orthanc.bytes(`/instances/${id}/file`));
    const { code, text } = await dcmtk('dsrdump', '+Pl', '+Pu', path);
    expect(code, text).toBe(0);
    return text;
  }

  it('has a report and a picture back in the study, each once', async () => {
    const created = await daemon.request('/v1/fhir/Patient', {
      key,
      method: 'POST',
      json: PATIENT,
    });
    expect(created.status, created.text).toBe(201);
    await orthanc.store(film(1));
    await forward();
    const held = await orthanc.holds(3);
    const sent = held.find(({ tags }) => tags.Modality === 'DX')!;
    const report = held.find(({ tags }) => tags.Modality === 'SR')!;
    for (const name of ['StudyInstanceUID', 'PatientID', 'PatientName', 'AccessionNumber']) {
      expect(held.map(({ tags }) => tags[name])).toEqual(held.map(() => sent.tags[name]));
    }
    expect(new Set(held.map(({ tags }) => tags.SeriesInstanceUID)).size).toBe(3);
    expect(report.tags.VerificationFlag).toBe('UNVERIFIED');
    const text = await textOf(report.id);
    expect(text).toMatch(/not verified/i);
    expect(text).toContain(String(sent.tags.SOPInstanceUID));

    // What it sends back of its own results is not read, nor sent, once more.
    await forward();
    await pause(1_500);
    const listed = await items();
    const read = listed.filter(({ state }) => state === 'read');
    expect(read).toEqual([expect.objectContaining({ readings: 1 })]);
    const own = listed.filter(({ state }) => state === 'own_result');
    expect(own.map(({ analysis_id }) => analysis_id)).toEqual(Array(2).fill(read[0]!.analysis_id));
    expect(listed).toHaveLength(3);
    expect(await orthanc.instances()).toHaveLength(3);
  });

  it('has its reading filed with the patient of the ID, with the study and what was made', async () => {
    const [report] = await search('DiagnosticReport?subject:Patient.identifier=PHANTOM-0000431');
    const { imagingStudy } = report as { imagingStudy: [{ reference: string }] };
    const answer = await daemon.request(`/v1/fhir/${imagingStudy[0].reference}`, { key });
    const study = answer.json() as { series: Array<{ instance: Array<{ uid: string }> }> };
    const filed = study.series.flatMap(({ instance }) => instance.map(({ uid }) => uid));
    const held = (await orthanc.instances()).map(({ tags }) => tags.SOPInstanceUID);
    expect(filed.toSorted()).toEqual(held.toSorted());
    const read = (await items()).filter(({ state }) => state === 'read');
    expect(read.map(({ not_filed }) => not_filed)).toEqual([null]);
    const [provenance] = await search('Provenance?_count=1');
    expect(JSON.stringify(provenance)).toContain('urn:dicom:uid');
  });

  it('is told which objects are held for good when it asks', async () => {
    const named = (await orthanc.instances()).map(({ tags }) => ({
      SOPClassUID: tags.SOPClassUID,
      SOPInstanceUID: tags.SOPInstanceUID,
    }));
    const ask = async (instances: object[]): Promise<string> => {
      const path = '/modalities/wardbox/storage-commitment';
      const { ID: id } = await orthanc.post<{ ID: string }>(path, { DicomInstances: instances });
      const end = Date.now() + HANG_MS;
      for (;;) {
        const { Status } = await orthanc.get<{ Status: string }>(`/storage-commitment/${id}`);
        if (Status !== 'Pending' || Date.now() > end) return Status;
        await pause(100);
      }
    };
    expect(await ask(named)).toBe('Success');
    const unknown = { ...named[0], SOPInstanceUID: '2.25.404' };
    expect(await ask([...named, unknown])).toBe('Failure');
  });

  it('gets results when it is back, after it was away', async () => {
    const again = { ...orthanc };
    const found = await daemon.key({ name: 'storing', mode: 'test', scopes: ['pacs.write'] });
    await orthanc.stop({ keep: true });
    const boundary = 'film';
    const part = Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`),
      film(2),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const stored = await daemon.request('/v1/dicom-web/studies', {
      key: found,
      method: 'POST',
      headers: {
        'Content-Type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
      },
      body: part,
    });
    expect(stored.status, stored.text).toBe(200);
    const end = Date.now() + HANG_MS;
    const queue = async () =>
      JSON.parse(await daemon.cli('pacs', 'queue', '--json')) as Array<{
        state: string;
        attempts: number;
      }>;
    const hasTried = async () =>
      (await queue()).some((one) => one.state !== 'sent' && one.attempts > 0);
    while (!(await hasTried()) && Date.now() < end) await pause(200);
    orthanc = await startOrthanc({ again });
    expect(await orthanc.holds(5)).toHaveLength(5);
    expect((await queue()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent']);
  });
});
