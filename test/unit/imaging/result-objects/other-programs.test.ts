import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { EXPLICIT_LITTLE_ENDIAN } from '../../../../scripts/samples/dicom-file.js';
import type { ImagingResult, Location } from '../../../../src/imaging/schema.js';
import type { ResultKind } from '../../../../src/imaging/worker/make-result-objects-contract.js';
import { openDicom } from '../../../../src/media/dicom/open-dicom.js';
import { makeResults } from '../../../support/imaging/make-results.js';
import { FILM_RESULT, REFUSED_RESULT, seriesResult } from '../../../support/imaging/results.js';
import { dcmtk, withoutDcmtk } from '../../../support/pacs/dcmtk.js';
import { film } from '../../../support/pacs/hold-object.js';

// What this product writes is read by programs that have nothing in common with it: dcmtk, and the
// validator of David Clunie's dicom3tools.

const DATA = join(import.meta.dirname, '../../../../../shared/data/dicom');
const KINDS: readonly ResultKind[] = ['structured_report', 'secondary_capture', 'segmentation'];

const isThere = spawnSync('dciodvfy', ['-version']).error === undefined;
const skipped =
  withoutDcmtk === '' && !isThere ? ' (skipped: dciodvfy is not installed)' : withoutDcmtk;

const folder = mkdtempSync(join(tmpdir(), 'result-objects-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Faults of an image that its objects inherit, because they copy or refer to it. */
const INHERITED = [/StudyInstanceUID has same value as FrameOfReferenceUID/];
/** What is warned of and meant so. */
const MEANT = [
  // The private coding scheme, which each report declares.
  /Unrecognized defined term <99WARDBOX>/,
  // Type 2C, and the image does not say whether the part of the body is a paired one.
  /attribute <Laterality>/,
  // Of the patient and the study, as the image has them.
  /needed to build DICOMDIR/,
  /Value is zero/,
  /Retired Person Name form/,
];

/** What the validator says against an object, but for what is meant so or inherited. */
function faultsOf(path: string): string[] {
  const { stdout, stderr } = spawnSync('dciodvfy', [path], { encoding: 'utf8' });
  return `${stdout}${stderr}`
    .split('\n')
    .filter((line) => /^(Error|Warning)/.test(line))
    .filter((line) => ![...INHERITED, ...MEANT].some((known) => known.test(line)));
}

type Files = Parameters<typeof makeResults>[0];

async function check(files: Files, result: ImagingResult, name: string): Promise<ResultKind[]> {
  const { objects } = await makeResults(files, { result, kinds: KINDS });
  for (const { kind, file } of objects) {
    const path = join(folder, `${name}-${kind}.dcm`);
    writeFileSync(path, file);
    expect(faultsOf(path), `${name}: ${kind}`).toEqual([]);
    const dumped = await dcmtk('dcmdump', '-q', path);
    expect(dumped.code, dumped.text).toBe(0);
    if (kind === 'structured_report') {
      const { code, text } = await dcmtk('dsrdump', path);
      expect(code).toBe(0);
      expect(text).not.toMatch(/^[EW]: (?!The VR checker does not support)/m);
      expect(text).toContain('UNVERIFIED');
    } else {
      const picture = join(folder, `${name}-${kind}`);
      const { code, text } = await dcmtk('dcm2pnm', '--all-frames', path, picture);
      expect(code, text).toBe(0);
    }
  }
  return objects.map(({ kind }) => kind);
}

const PATIENT = [
  { tag: '00100010', vr: 'PN', value: 'Test^Patient' },
  { tag: '00100020', vr: 'LO', value: 'P-1' },
];
const synthetic = (instance: string, modality: string) => ({
  file: film({
    ...{ study: '1.2.3', series: '1.2.3.4', instance },
    more: [...PATIENT, { tag: '00080060', vr: 'CS', value: modality }],
  }),
  syntax: EXPLICIT_LITTLE_ENDIAN,
});

/** The answer to a small film, stretched over an image of another size. */
function stretched(width: number, height: number, modality: string): ImagingResult {
  const [across, down] = [width / 64, height / 64];
  const box = ({ x, y, width: w, height: h }: Location): Location => ({
    x: Math.floor(x * across),
    y: Math.floor(y * down),
    width: Math.ceil(w * across),
    height: Math.ceil(h * down),
  });
  return {
    ...FILM_RESULT,
    image: { ...FILM_RESULT.image, width, height, modality },
    findings: FILM_RESULT.findings.map((finding) => ({
      ...finding,
      location: box(finding.location),
      locations: finding.locations.map(box),
    })),
    outlines: (FILM_RESULT.outlines ?? []).map(({ structure, rings }) => ({
      structure,
      rings: rings.map((ring) => ring.map(([x, y]): [number, number] => [x * across, y * down])),
    })),
  };
}

describe.skipIf(skipped !== '')(
  `objects that other programs find nothing wrong with${skipped}`,
  () => {
    test('are made of a film', async () => {
      expect(await check([synthetic('1.2.3.4.5', 'CR')], FILM_RESULT, 'film')).toEqual(KINDS);
    });

    test('are made of an image that was not assessed', async () => {
      const made = await check([synthetic('1.2.3.4.5', 'CR')], REFUSED_RESULT, 'refused');
      expect(made).toEqual(['structured_report']);
    });

    test('are made of a series', async () => {
      const instances = Array.from({ length: 12 }, (_, at) => `1.2.3.4.${at + 1}`);
      const files = instances.map((instance) => synthetic(instance, 'CT'));
      expect(await check(files, seriesResult(instances), 'series')).toEqual(KINDS.slice(0, 2));
    });

    test.each([
      'pydicom/CT_small.dcm',
      'pydicom/MR_small.dcm',
      'pydicom/MR_small_implicit.dcm',
      'pydicom/MR_small_bigendian.dcm',
      'pydicom/examples_overlay.dcm',
      'pydicom/dicomdirtests/77654033/CR1/6154',
      'cornerstoneWADOImageLoader/CT1_J2KR',
      'dicomParser/encapsulated/multi-frame/CT0012.fragmented_no_bot_jpeg_ls.81.dcm',
    ])('are made of the real file %s', async (name) => {
      const path = join(DATA, name);
      if (!existsSync(path)) return expect(existsSync(DATA)).toBe(false);
      const file = readFileSync(path);
      const {
        width,
        height,
        modality = '',
        frames,
        frame,
        transferSyntax,
      } = await openDicom(file, {
        megapixels: 100,
      });
      const result = stretched(width, height, modality);
      const read = { ...result, image: { ...result.image, frames, frame } };
      const made = await check(
        [{ file, syntax: transferSyntax.uid }],
        read,
        name.replaceAll(/\W/g, '-'),
      );
      expect(made).toEqual(KINDS);
    });
  },
);
