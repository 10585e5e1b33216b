import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DEFLATED_EXPLICIT_LITTLE_ENDIAN,
  type DicomElement,
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  IMPLICIT_LITTLE_ENDIAN,
  writeDicomFile,
} from '../../../../scripts/samples/dicom-file.js';
import {
  readDicomHeader,
  yearsOf,
} from '../../../../src/console/pages/image/files/dicom-header.js';
import { fileKindOf } from '../../../../src/console/pages/image/files/file-kind.js';
import { openFiles } from '../../../../src/console/pages/image/files/open-files.js';
import { jpegOrientation } from '../../../../src/console/pages/image/files/orientation.js';
import { asPart10 } from '../../../../src/console/pages/image/files/part10.js';
import { sliceDistance } from '../../../../src/console/pages/image/files/series.js';

interface SliceFile {
  readonly syntax?: string;
  readonly meta?: boolean;
  readonly series?: string;
  readonly instance?: number;
  /** Along the axis of the body, mm. */
  readonly z?: number;
  readonly frames?: number;
  readonly more?: readonly DicomElement[];
}

const SIDE = 4;

function sliceFile(options: SliceFile = {}): Uint8Array<ArrayBuffer> {
  const { syntax = EXPLICIT_LITTLE_ENDIAN, series = '2.25.7', instance = 1, z, frames } = options;
  const text = (tag: string, vr: string, value: string): DicomElement => ({ tag, vr, value });
  const short = (tag: string, value: number): DicomElement => ({ tag, vr: 'US', value });
  const file = writeDicomFile({
    syntax,
    ...(options.meta === false && { meta: false }),
    elements: [
      text('00080018', 'UI', `${series}.${instance}`),
      text('00080060', 'CS', 'CT'),
      text('0008103e', 'LO', 'axial'),
      text('00100040', 'CS', 'F'),
      text('00101010', 'AS', '061Y'),
      text('0020000e', 'UI', series),
      text('00200011', 'IS', '3'),
      text('00200013', 'IS', String(instance)),
      ...(z === undefined
        ? []
        : [text('00200032', 'DS', `-100\\-100\\${z}`), text('00200037', 'DS', '1\\0\\0\\0\\1\\0')]),
      short('00280002', 1),
      text('00280004', 'CS', 'MONOCHROME2'),
      ...(frames === undefined ? [] : [text('00280008', 'IS', String(frames))]),
      short('00280010', SIDE),
      short('00280011', SIDE),
      short('00280100', 16),
      short('00280101', 12),
      short('00280102', 11),
      short('00280103', 0),
      ...(options.more ?? []),
    ],
    pixels: new Uint8Array(SIDE * SIDE * 2 * (frames ?? 1)),
  });
  return new Uint8Array(file);
}

const named = (bytes: Uint8Array<ArrayBuffer>, name = 'slice.dcm') => new File([bytes], name);
const open = (...files: File[]) => openFiles(files, () => undefined);

describe('kinds of files', () => {
  it('are recognised by their content', () => {
    const film = (name: string) =>
      fileKindOf(readFileSync(`scripts/samples/films/${name}`).subarray(0, 144));
    expect(film('normal.png')).toBe('png');
    expect(film('pneumonia.jpg')).toBe('jpeg');
    expect(fileKindOf(sliceFile())).toBe('dicom');
    expect(fileKindOf(sliceFile({ meta: false }))).toBe('dicom');
    expect(fileKindOf(new TextEncoder().encode('a letter to the ward, not an image'))).toBe(
      'unknown',
    );
    expect(fileKindOf(new Uint8Array())).toBe('unknown');
  });
});

describe('headers of DICOM files', () => {
  const read = async (options: SliceFile) =>
    readDicomHeader(await asPart10(new Blob([sliceFile(options)])));

  it.each([
    ['implicit', IMPLICIT_LITTLE_ENDIAN],
    ['explicit', EXPLICIT_LITTLE_ENDIAN],
    ['deflated', DEFLATED_EXPLICIT_LITTLE_ENDIAN],
    ['big-endian', EXPLICIT_BIG_ENDIAN],
  ])('are read from %s data sets', async (_, syntax) => {
    expect(await read({ syntax, z: 12.5 })).toMatchObject({
      seriesUid: '2.25.7',
      seriesNumber: 3,
      modality: 'CT',
      rows: SIDE,
      columns: SIDE,
      frames: 1,
      ageYears: 61,
      sex: 'F',
      position: [-100, -100, 12.5],
      spacing: undefined,
    });
  });

  it.each([IMPLICIT_LITTLE_ENDIAN, EXPLICIT_LITTLE_ENDIAN])(
    'are read without preamble (%s)',
    async (syntax) => {
      expect(await read({ syntax, meta: false })).toMatchObject({ rows: SIDE, modality: 'CT' });
    },
  );

  it('say whether the spacing is that of the detector', async () => {
    const spacing = (tag: string) => ({ tag, vr: 'DS', value: '0.2\\0.3' });
    expect(await read({ more: [spacing('00181164')] })).toMatchObject({
      spacing: { rows: 0.2, columns: 0.3 },
      atDetector: true,
    });
    expect(await read({ more: [spacing('00280030')] })).toMatchObject({ atDetector: false });
    expect(await read({ more: [{ tag: '00280030', vr: 'DS', value: '0\\0' }] })).toMatchObject({
      spacing: undefined,
    });
  });

  it('are refused without rows, or when the file ends in them', async () => {
    const whole = sliceFile();
    const end = new TextDecoder('latin1').decode(whole).indexOf('MONOCHROME2');
    expect(await readDicomHeader(new Blob([whole.slice(0, end)]))).toBeUndefined();
  });

  it('give ages of infants in whole years', () => {
    expect(yearsOf('018M')).toBe(1);
    expect(yearsOf('003W')).toBe(0);
    expect(yearsOf('045Y')).toBe(45);
    expect(yearsOf('old')).toBeUndefined();
  });
});

describe('files that were chosen', () => {
  const orderOf = (series: Awaited<ReturnType<typeof open>>['series'][number]) =>
    series.slices.map(({ opened }) => opened.position);

  it('become series, ordered by their place in space', async () => {
    const { series, refused } = await open(
      named(sliceFile({ instance: 1, z: 30 })),
      named(sliceFile({ instance: 2, z: 10 })),
      named(sliceFile({ instance: 9, series: '2.25.8' })),
      named(sliceFile({ instance: 3, z: 20 })),
    );
    expect(refused).toEqual([]);
    expect(series.map(orderOf)).toEqual([[2, 4, 1], [3]]);
    expect(series[0]).toMatchObject({ name: '3 · axial', modality: 'CT' });
  });

  it('are ordered by their number where not all have a place', async () => {
    const { series } = await open(
      named(sliceFile({ instance: 3, z: 10 })),
      named(sliceFile({ instance: 1 })),
      named(sliceFile({ instance: 2, z: 5 })),
    );
    expect(series.map(orderOf)).toEqual([[2, 3, 1]]);
  });

  it('show each frame of a multi-frame object, in a series of its own', async () => {
    const { series } = await open(named(sliceFile({ frames: 3 })), named(sliceFile()));
    expect(series.map(({ slices }) => slices.map(({ frame }) => frame))).toEqual([
      [1, 2, 3],
      [undefined],
    ]);
  });

  it('are refused by their position, and the rest is shown', async () => {
    const { series, refused, left } = await open(
      named(sliceFile()),
      named(new TextEncoder().encode('not an image at all')),
      named(new Uint8Array()),
      named(sliceFile().slice(0, 300)),
      named(new TextEncoder().encode('the table of contents'), 'DICOMDIR'),
    );
    expect(series).toHaveLength(1);
    expect(refused).toEqual([
      { position: 2, fault: 'not_an_image' },
      { position: 3, fault: 'empty' },
      { position: 4, fault: 'damaged_header' },
    ]);
    expect(left).toBe(1);
  });
});

describe('slices', () => {
  it('lie along the normal of their plane, from right to left', () => {
    const sagittal = { orientation: [0, 1, 0, 0, 0, -1], position: [-7, 30, 40] };
    expect(sliceDistance(sagittal)).toBe(-7);
    expect(sliceDistance(undefined)).toBeUndefined();
  });
});

describe('the orientation of JPEG files', () => {
  const segment = (little: boolean, value: number) => {
    const tiff = little
      ? [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, value, 0, 0, 0]
      : [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0];
    const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
    return Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, body.length + 2, ...body, 0xff, 0xda);
  };

  it('is read in both byte orders', () => {
    expect(jpegOrientation(segment(true, 6))).toBe(6);
    expect(jpegOrientation(segment(false, 3))).toBe(3);
  });

  it('is 1 where none is stated, or the file is damaged', () => {
    expect(jpegOrientation(segment(true, 11))).toBe(1);
    expect(jpegOrientation(Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 0))).toBe(1);
    expect(jpegOrientation(segment(true, 6).slice(0, 20))).toBe(1);
    expect(jpegOrientation(readFileSync('scripts/samples/films/pneumonia.jpg'))).toBe(1);
  });
});
