import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { EXPLICIT_LITTLE_ENDIAN, writeDicomFile } from '../../../../scripts/samples/dicom-file.js';
import { ringArea } from '../../../../src/core/contours.js';
import { readDataSet, readFileElements } from '../../../../src/media/dicom/data-set.js';
import { describeHead } from '../../../../src/media/dicom/dicom-json.js';
import { makeResults, makeResultsOf } from '../../../support/imaging/make-results.js';
import { contentLines } from '../../../support/imaging/report-content.js';
import { FILM_RESULT, REFUSED_RESULT, seriesResult } from '../../../support/imaging/results.js';
import { film } from '../../../support/pacs/hold-object.js';

const UIDS = { study: '1.2.3', series: '1.2.3.4', instance: '1.2.3.4.5' };
const PATIENT = [
  { tag: '00100010', vr: 'PN', value: 'Test^Patient' },
  { tag: '00100020', vr: 'LO', value: 'P-1' },
  { tag: '00080050', vr: 'SH', value: 'ACC1' },
];
const files = (more = PATIENT) => [
  { file: film({ ...UIDS, more }), syntax: EXPLICIT_LITTLE_ENDIAN },
];

type Made = Awaited<ReturnType<typeof makeResults>>['objects'][number];

/** The only object that is made. */
async function make(
  kind: Made['kind'],
  input: Partial<Parameters<typeof makeResults>[1]> = {},
  from = files(),
): Promise<Made> {
  const { objects, notMade } = await makeResults(from, {
    result: FILM_RESULT,
    kinds: [kind],
    ...input,
  });
  expect(notMade).toEqual([]);
  return objects[0]!;
}

const attributesOf = ({ file }: Made) => describeHead(Buffer.from(file)).attributes;
const valuesIn = (made: Made, tag: string) => attributesOf(made)[tag]?.Value;

/** Pixel data, which are at the end of the object. */
function pixelsOf(made: Made): Buffer {
  const { pixelData, bytes } = readDataSet(Buffer.from(made.file));
  return bytes.subarray(pixelData.dataOffset, pixelData.dataOffset + pixelData.length);
}

/** A film of 600 by 520 pixels, which is drawn in its own size; of several frames all are alike. */
function largeFilm(frames = 1) {
  const [width, height] = [600, 520];
  const pixels = Uint16Array.from({ length: width * height }, (_, at) => (at % width) * 60);
  const repeated = Buffer.concat(Array.from({ length: frames }, () => Buffer.from(pixels.buffer)));
  const uid = (tag: string, value: string) => ({ tag, vr: 'UI', value });
  const short = (tag: string, value: number) => ({ tag, vr: 'US', value });
  const file = writeDicomFile({
    syntax: EXPLICIT_LITTLE_ENDIAN,
    elements: [
      uid('00080016', '1.2.840.10008.5.1.4.1.1.1'),
      uid('00080018', UIDS.instance),
      uid('0020000d', UIDS.study),
      uid('0020000e', UIDS.series),
      ...PATIENT,
      { tag: '00080060', vr: 'CS', value: 'CR' },
      { tag: '00280030', vr: 'DS', value: '0.2\\0.2' },
      { tag: '00280004', vr: 'CS', value: 'MONOCHROME2' },
      ...[short('00280002', 1), short('00280010', height), short('00280011', width)],
      ...[short('00280100', 16), short('00280101', 16), short('00280102', 15)],
      short('00280103', 0),
      ...(frames > 1 ? [{ tag: '00280008', vr: 'IS', value: String(frames) }] : []),
    ],
    pixels: repeated,
  });
  const result = { ...FILM_RESULT, image: { ...FILM_RESULT.image, width, height }, outlines: [] };
  return { from: [{ file, syntax: EXPLICIT_LITTLE_ENDIAN }], result, width, height, pixels };
}

describe('the structured report', () => {
  test('is a new object of the same patient and study', async () => {
    const { header, sha256, kind, file } = await make('structured_report');
    expect(kind).toBe('structured_report');
    const dataSet = Buffer.from(file).subarray(132 + 12 + Buffer.from(file).readUInt32LE(140));
    expect(sha256).toBe(createHash('sha256').update(dataSet).digest('hex'));
    expect(header).toMatchObject({
      sopClassUid: '1.2.840.10008.5.1.4.1.1.88.22',
      studyInstanceUid: UIDS.study,
      transferSyntaxUid: EXPLICIT_LITTLE_ENDIAN,
      patient: { id: 'P-1', name: 'Test^Patient' },
      study: { accessionNumber: 'ACC1' },
      series: { modality: 'SR', description: 'AI result - not verified' },
    });
    expect(header.seriesInstanceUid).not.toBe(UIDS.series);
  });

  test('is the same for the same input, and has other UIDs for another analysis or root', async () => {
    const first = await make('structured_report');
    expect((await make('structured_report')).file).toEqual(first.file);
    const rooted = await make('structured_report', { uidRoot: '1.2.840.99999' });
    expect(rooted.header.sopInstanceUid).toMatch(/^1\.2\.840\.99999\.\d+$/);
    const other = await make('structured_report', { result: REFUSED_RESULT });
    expect(other.header.sopInstanceUid).not.toBe(first.header.sopInstanceUid);
  });

  test('names the box as the device, by a UID that no other box has', async () => {
    const deviceOf = async (input = {}) =>
      valuesIn(await make('structured_report', input), '00181000')?.[0];
    const device = await deviceOf();
    expect(device).toMatch(/^2\.25\.\d+$/);
    expect(await deviceOf({ result: REFUSED_RESULT })).toBe(device);
    const report = await make('structured_report');
    expect(contentLines(attributesOf(report)).join('\n')).toContain(String(device));
    expect(await deviceOf({ identity: 'another box' })).not.toBe(device);
    const uidRoot = '1.2.840.99999';
    expect(await deviceOf({ uidRoot, identity: 'another box' })).not.toBe(
      await deviceOf({ uidRoot }),
    );
  });

  test('cannot be taken for one that a person has verified', async () => {
    const report = await make('structured_report');
    expect(valuesIn(report, '0040A493')).toEqual(['UNVERIFIED']);
    expect(valuesIn(report, '0040A496')).toEqual(['PRELIMINARY']);
    expect(valuesIn(report, '0040A491')).toEqual(['COMPLETE']);
    // Neither a verifying observer nor a person who is an author.
    expect(valuesIn(report, '0040A073')).toBeUndefined();
    const lines = contentLines(attributesOf(report));
    expect(lines).toContain(
      '  has concept mod: Document Title Modifier = AI result - not verified (99WARDBOX NOT-VERIFIED)',
    );
    expect(lines).toContain('  has obs context: Observer Type = Device (DCM 121007)');
    expect(lines.find((line) => line.startsWith('  contains: '))).toMatch(
      /^ {2}contains: Comment = AI result - not verified\. /,
    );
  });

  test('holds findings with their codes, probabilities, thresholds, sides and regions', async () => {
    const lines = contentLines(attributesOf(await make('structured_report')));
    const start = lines.findIndex((line) => line.includes('Imaging Measurements'));
    const group = lines.slice(start, start + 14);
    expect(group.map((line) => line.replace(/2\.25\.\d+/, 'UID'))).toEqual([
      '  contains: Imaging Measurements',
      '    contains: Measurement Group',
      '      has obs context: Tracking Identifier = effusion',
      '      has obs context: Tracking Unique Identifier = UID',
      '      contains: Finding = Pleural effusion (SCT 60046008)',
      '      contains: Image Region = POLYLINE 10 30 30 30 30 45 10 45 10 30',
      '        selected from: 1.2.3.4.5',
      '      contains: Image Region = POLYLINE 40 34 48 34 48 40 40 40 40 34',
      '        selected from: 1.2.3.4.5',
      '      contains: Probability = 0.83 1',
      '      contains: Lowest probability at which the finding is reported = 0.31 1',
      '      contains: Laterality = Right (SCT 24028007)',
      '      contains: Radiographic extent = Mild (SCT 255604002)',
      '    contains: Measurement Group',
    ]);
    expect(lines.join('\n')).toContain('(SCT 882784691000119100)');
    expect(lines).toContain(
      '      contains: Finding = Nodule - >= 8 mm (99WARDBOX nodule_of_another_hospital)',
    );
  });

  test('does not name what was looked for and not found as a finding', async () => {
    const lines = contentLines(attributesOf(await make('structured_report')));
    expect(lines.filter((line) => line.includes('Finding = '))).toHaveLength(3);
    const at = lines.findIndex((line) => line.includes('Pneumothorax (99WARDBOX pneumothorax)'));
    expect(lines[at]).toMatch(/has concept mod: What was looked for = /);
    expect(lines[at - 1]).toBe('    contains: Probability = 0.0213 1');
  });

  test('holds measurements with units, limits, landmarks and doubts', async () => {
    const lines = contentLines(attributesOf(await make('structured_report')));
    const at = lines.findIndex((line) => line.includes('Cardiothoracic ratio = 0.5312 1'));
    expect(lines.slice(at + 1, at + 7)).toEqual([
      expect.stringMatching(/inferred from: Source of Measurement = MULTIPOINT 20\.5 40\.0999/),
      '          selected from: 1.2.3.4.5',
      '        has properties: Quality of the measurement = Limited (99WARDBOX LIMITED)',
      '        has properties: Values above it are abnormal = 0.5 1',
      '        has properties: Comment = The film is rotated.',
      '      contains: Cardiac diameter = 23.5 {pixels}',
    ]);
  });

  test('names every model, what was not assessed, the urgency and the warnings', async () => {
    const lines = contentLines(attributesOf(await make('structured_report')));
    for (const text of [
      '      has concept mod: Algorithm Name = chest-xray-triage',
      '      has concept mod: Algorithm Version = 3.1.0',
      '      has concept mod: Algorithm Name = chest-xray-anatomy',
      '      has concept mod: Algorithm Parameters = backend=cpu',
      '    contains: Not assessed = Nodule: the model is too uncertain',
      '  contains: Urgency = Urgent (99WARDBOX URGENT)',
      '    has properties: Reason = pleural effusion (BTS 2023)',
      `  contains: Warning = ${FILM_RESULT.warnings[0]}`,
      `  contains: Impression = ${FILM_RESULT.impression}`,
      '  contains: Recommendation = Lateral film.',
      `  contains: Analysis of Wardbox = ${FILM_RESULT.analysis_id}`,
    ]) {
      expect(lines).toContain(text);
    }
  });

  test('declares its own coding scheme, its template and all its evidence', async () => {
    const attributes = attributesOf(await make('structured_report'));
    expect(JSON.stringify(attributes['00080110'])).toContain('99WARDBOX');
    expect(JSON.stringify(attributes['0040A504'])).toContain('"1500"');
    expect(JSON.stringify(attributes['0040A375'])).toMatch(/1\.2\.3\.4\.5/);
  });

  test('of an image that was not assessed says so, and is only part of a report', async () => {
    const report = await make('structured_report', { result: REFUSED_RESULT });
    expect(valuesIn(report, '0040A491')).toEqual(['PARTIAL']);
    const lines = contentLines(attributesOf(report));
    expect(lines).toContain(
      '    contains: Not assessed = Chest xray: the image is a colour picture',
    );
    expect(lines.some((line) => line.includes('Probability'))).toBe(false);
  });

  test('is dated as its study is', async () => {
    const at = (offset: string) =>
      make(
        'structured_report',
        {},
        files([...PATIENT, { tag: '00080201', vr: 'SH', value: offset }]),
      );
    expect(valuesIn(await at('+1400'), '00080033')).toEqual(['023000']);
    expect(valuesIn(await at('+1400'), '00080023')).toEqual(['20260302']);
    expect(valuesIn(await at('-0330'), '00080033')).toEqual(['090000']);
  });
});

describe('the secondary capture', () => {
  test('has each pixel of the image in its place, and boxes where the answer says', async () => {
    const { from, result, width, height, pixels } = largeFilm();
    const capture = await make('secondary_capture', { result }, from);
    expect(capture.header).toMatchObject({
      columns: width,
      sopClassUid: '1.2.840.10008.5.1.4.1.1.7',
    });
    expect(capture.header.rows).toBeGreaterThan(height);
    const rgb = pixelsOf(capture);
    const at = (x: number, y: number) => [
      ...rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
    ];
    const greyAt = (x: number, y: number) => {
      const grey = Math.round((pixels[y * width + x]! * 255) / ((width - 1) * 60));
      return [grey, grey, grey];
    };
    const [{ locations }] = result.findings as [(typeof result.findings)[0]];
    for (const { x, y, width: across, height: down } of locations) {
      const [right, bottom] = [x + across - 1, y + down - 1];
      for (const [cornerX, cornerY] of [
        [right, y],
        [x, bottom],
        [right, bottom],
      ] as const) {
        expect(at(cornerX, cornerY)).toEqual([230, 159, 0]);
      }
      expect(at(right + 1, bottom)).toEqual(greyAt(right + 1, bottom));
      expect(at(right, bottom + 1)).toEqual(greyAt(right, bottom + 1));
    }
    for (const [x, y] of [
      [599, 519],
      [0, 519],
      [0, 0],
      [300, 200],
      [599, 30],
    ] as const) {
      expect(at(x, y)).toEqual(greyAt(x, y));
    }
  });

  test('says that it is burnt in, not verified, and nothing to measure in', async () => {
    const { from, result } = largeFilm();
    const attributes = attributesOf(await make('secondary_capture', { result }, from));
    expect(attributes['00280301']?.Value).toEqual(['YES']);
    expect(attributes['00080064']?.Value).toEqual(['WSD']);
    expect(attributes['00080060']?.Value).toEqual(['OT']);
    expect(attributes['00082111']?.Value?.[0]).toMatch(/^AI result - not verified\. /);
    expect(JSON.stringify(attributes['00082112'])).toContain(UIDS.instance);
    expect(attributes['00280030']).toBeUndefined();
    expect(attributes['00181164']).toBeUndefined();
  });

  test('of a small image is enlarged by a whole number, and says it', async () => {
    const capture = await make('secondary_capture');
    expect(capture.header.columns).toBe(512);
    expect(valuesIn(capture, '00082111')?.[0]).toContain(
      'Each pixel of the image is 8 pixels wide',
    );
    const rgb = pixelsOf(capture);
    const at = (x: number, y: number) => [
      ...rgb.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3),
    ];
    expect(at(30 * 8 - 1, 45 * 8 - 1)).toEqual([230, 159, 0]);
    expect(at(30 * 8, 45 * 8)).not.toEqual([230, 159, 0]);
  });

  test('has the words on the picture and below it', async () => {
    const { from, result, width, height } = largeFilm();
    const rgb = pixelsOf(
      await make('secondary_capture', { result: { ...result, findings: [] } }, from),
    );
    const yellow = (top: number, bottom: number) => {
      let found = 0;
      for (let at = top * width * 3; at < bottom * width * 3; at += 3) {
        if (rgb[at] === 255 && rgb[at + 1] === 214 && rgb[at + 2] === 0) found += 1;
      }
      return found;
    };
    // Markers of the side are in corners: nothing is written over them.
    expect(yellow(0, height - 24)).toBe(0);
    expect(yellow(height - 24, height)).toBeGreaterThan(200);
    expect(yellow(height, height + 20)).toBeGreaterThan(50);
  });

  test('shows the heat map over the image', async () => {
    const { from, result, width, height } = largeFilm();
    const left = { left: 0, top: 0, width: 30, height: 52 };
    const red = { r: 255, g: 0, b: 0, alpha: 1 };
    const png = await sharp({ create: { ...left, channels: 4, background: red } })
      .extend({ right: 30, background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer();
    const heatmap = `data:image/png;base64,${png.toString('base64')}`;
    const rgb = pixelsOf(
      await make('secondary_capture', { result: { ...result, findings: [], heatmap } }, from),
    );
    const at = (x: number, y: number) => [
      ...rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
    ];
    expect(at(100, 100)).toEqual([255, 0, 0]);
    expect(at(100, height - 60)).toEqual([255, 0, 0]);
    const [redPart, green] = at(500, 100);
    expect(redPart).toBe(green);
  });

  test('of an image that was compressed with loss says so', async () => {
    const lossy = files([...PATIENT, { tag: '00282110', vr: 'CS', value: '01' }]);
    expect(valuesIn(await make('secondary_capture', {}, lossy), '00282110')).toEqual(['01']);
    expect(valuesIn(await make('secondary_capture'), '00282110')).toBeUndefined();
  });

  test('is not made of an image that was not assessed, or cannot be decoded', async () => {
    const kinds = ['structured_report', 'secondary_capture', 'segmentation'] as const;
    const refused = await makeResults(files(), { result: REFUSED_RESULT, kinds });
    expect(refused.objects.map(({ kind }) => kind)).toEqual(['structured_report']);
    expect(refused.notMade.map(({ reason }) => reason)).toEqual([
      'the image was not assessed',
      'the image was not assessed',
    ]);
    const [{ file, syntax }] = files() as [ReturnType<typeof files>[0]];
    const cut = [{ file: file.subarray(0, file.length - 2_000), syntax }];
    const { objects, notMade } = await makeResults(cut, { result: FILM_RESULT, kinds });
    expect(objects.map(({ kind }) => kind)).toEqual(['structured_report', 'segmentation']);
    expect(notMade).toEqual([
      { kind: 'secondary_capture', reason: expect.stringMatching(/truncated/) },
    ]);
  });
});

describe('the segmentation', () => {
  test('has a segment and a frame for each outline, in the pixels of the image', async () => {
    const made = await make('segmentation');
    const attributes = attributesOf(made);
    expect(made.header).toMatchObject({ rows: 64, columns: 64, frames: 2, bitsAllocated: 1 });
    const segments = attributes['00620002']?.Value as Record<string, { Value: unknown[] }>[];
    expect(segments.map((one) => one['00620005']?.Value[0])).toEqual(['Heart', 'Left lung']);
    expect(segments.map((one) => one['00620009']?.Value[0])).toEqual([
      'chest-xray-triage 3.1.0',
      'chest-xray-triage 3.1.0',
    ]);
    expect(JSON.stringify(segments[1])).toMatch(/39607008.*7771000/);
    const bits = pixelsOf(made);
    const isSet = (frame: number, x: number, y: number) => {
      const bit = frame * 64 * 64 + y * 64 + x;
      return ((bits[bit >> 3]! >> (bit & 7)) & 1) === 1;
    };
    // The heart has a hole.
    expect([isSet(0, 20, 20), isSet(0, 19, 20), isSet(0, 43, 49), isSet(0, 44, 49)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([isSet(0, 30, 35), isSet(0, 27, 35)]).toEqual([false, true]);
    const lung = FILM_RESULT.outlines![1]!.rings[0]!;
    let area = 0;
    for (let at = 0; at < 64 * 64; at += 1) if (isSet(1, at % 64, Math.floor(at / 64))) area += 1;
    expect(Math.abs(area - ringArea(lung))).toBeLessThan(12);
  });

  test('refers to the image, and is placed in the patient where the image is', async () => {
    const placed = files([
      ...PATIENT,
      { tag: '00200052', vr: 'UI', value: '1.2.9' },
      { tag: '00200032', vr: 'DS', value: '-10\\-20\\30.5' },
      { tag: '00200037', vr: 'DS', value: '1\\0\\0\\0\\1\\0' },
      { tag: '00280030', vr: 'DS', value: '0.5\\0.6' },
      { tag: '00180050', vr: 'DS', value: '5' },
    ]);
    const attributes = attributesOf(await make('segmentation', {}, placed));
    expect(attributes['00200052']?.Value).toEqual(['1.2.9']);
    const shared = JSON.stringify(attributes['52009229']);
    expect(shared).toContain('[-10,-20,30.5]');
    expect(shared).toContain('[0.5,0.6]');
    const frames = JSON.stringify(attributes['52009230']);
    expect(frames).toContain(UIDS.instance);
    expect(frames).toContain('121322');
    const unplaced = attributesOf(await make('segmentation'));
    expect(unplaced['00200052']).toBeUndefined();
    expect(JSON.stringify(unplaced['52009229'])).not.toContain('00200032');
  });

  test.each([
    ['without outlines', { ...FILM_RESULT, outlines: [] }],
    ['of another size', { ...FILM_RESULT, image: { ...FILM_RESULT.image, width: 63 } }],
  ])('is not made of an answer %s', async (_, result) => {
    const { objects, notMade } = await makeResults(files(), { result, kinds: ['segmentation'] });
    expect(objects).toEqual([]);
    expect(notMade).toHaveLength(1);
  });
});

describe('a series', () => {
  const instances = Array.from({ length: 12 }, (_, at) => `1.2.3.4.${at + 1}`);
  const slices = instances.map((instance) => {
    const more = [...PATIENT, { tag: '00080060', vr: 'CS', value: 'CT' }];
    return { file: film({ ...UIDS, instance, more }), syntax: EXPLICIT_LITTLE_ENDIAN };
  });
  const input = { result: seriesResult(instances), imageType: 'head_ct' };

  test('is reported with its key images, and all its slices as evidence', async () => {
    const attributes = attributesOf(await make('structured_report', input, slices));
    const lines = contentLines(attributes);
    expect(lines).toContain('  has concept mod: Procedure reported = CT of head (SCT 303653007)');
    expect(lines).toContain('      contains: Slice along the axis, from 1 = 12 1');
    expect(lines).toContain('        selected from: 1.2.3.4.12');
    expect(lines).toContain('      contains: Source Image = 1.2.3.4.11');
    expect(lines).toContain('    contains: Not assessed = Slice 2: the image is blank');
    const evidence = JSON.stringify(attributes['0040A375']);
    for (const instance of instances) expect(evidence).toContain(`"${instance}"`);
  });

  test('is shown on its key images, strongest first', async () => {
    const capture = await make('secondary_capture', input, slices);
    expect(capture.header).toMatchObject({ frames: 2, sopClassUid: '1.2.840.10008.5.1.4.1.1.7.4' });
    expect(valuesIn(capture, '00182002')).toEqual(['Slice 12', 'Slice 11']);
    const sources = JSON.stringify(valuesIn(capture, '00082112'));
    expect(sources.indexOf('1.2.3.4.12')).toBeLessThan(sources.indexOf('1.2.3.4.11'));
    const { rows = 0, columns = 0 } = capture.header;
    expect(pixelsOf(capture)).toHaveLength(2 * rows * columns * 3);
  });

  test('in one object of several frames is shown and reported by its frames', async () => {
    const { from } = largeFilm(3);
    const { result } = input;
    const keys = [3, 1].map((slice) => ({
      label: 'haemorrhage',
      slice,
      frame: slice,
      probability: 0.5,
    }));
    const framed = {
      ...result,
      findings: result.findings.map((finding) => ({ ...finding, slice: 3 })),
      image: { ...result.image, width: 600, height: 520, frames: 3, frame: 3 },
      series: { ...result.series!, key_images: keys },
    };
    const capture = await make('secondary_capture', { result: framed }, from);
    const sources = attributesOf(capture)['00082112']?.Value as Record<string, object>[];
    expect(sources.map((one) => one['00081160'])).toEqual([
      { vr: 'IS', Value: [3] },
      { vr: 'IS', Value: [1] },
    ]);
    const lines = contentLines(
      attributesOf(await make('structured_report', { result: framed }, from)),
    );
    expect(lines).toContain('        selected from: 1.2.3.4.5 frame 3');
    expect(lines).toContain('      contains: Source Image = 1.2.3.4.5 frame 1');
  });

  test('is shown on those key images whose files are there', async () => {
    const { objects } = await makeResults([slices[10]!], {
      ...input,
      kinds: ['secondary_capture'],
    });
    expect(valuesIn(objects[0]!, '00082112')).toHaveLength(1);
    const none = await makeResults([slices[0]!], { ...input, kinds: ['secondary_capture'] });
    expect(none.notMade[0]?.reason).toBe('there is no key image to be drawn on');
  });
});

describe('an image that does not belong to the result', () => {
  test.each([
    ['another study', { studyUid: '9.9' }],
    ['another instance', { instanceUid: '9.9' }],
  ])('of %s gives no object', async (_, wrong) => {
    const object = {
      studyUid: UIDS.study,
      seriesUid: UIDS.series,
      instanceUid: UIDS.instance,
      sopClassUid: '1.2.840.10008.5.1.4.1.1.1',
    };
    const { objects, notMade } = await makeResults(files(), {
      result: FILM_RESULT,
      kinds: ['structured_report'],
      evidence: [{ ...object, ...wrong }],
    });
    expect(objects).toEqual([]);
    expect(notMade).toEqual([{ kind: 'structured_report', reason: expect.any(String) }]);
  });

  test('of another patient gives no object', async () => {
    const other = film({
      ...UIDS,
      instance: '1.2.3.4.6',
      more: [{ tag: '00100020', vr: 'LO', value: 'P-2' }],
    });
    const { objects, notMade } = await makeResults(
      [...files(), { file: other, syntax: EXPLICIT_LITTLE_ENDIAN }],
      { result: FILM_RESULT, kinds: ['structured_report'] },
    );
    expect(objects).toEqual([]);
    expect(notMade[0]?.reason).toMatch(/more than one patient/);
  });

  test('whose Patient ID is not valid gives no object', async () => {
    const bad = [{ tag: '00100020', vr: 'LO', value: 'P'.repeat(70) }];
    const { objects, notMade } = await makeResults(files(bad), {
      result: FILM_RESULT,
      kinds: ['structured_report'],
    });
    expect(objects).toEqual([]);
    expect(notMade[0]?.reason).toBe('the Patient ID of the image or its issuer is not valid');
  });
});

test('damaged images give objects that can be read, or none, 120 times', async () => {
  const sound = Buffer.from(
    film({
      ...UIDS,
      more: [
        ...PATIENT,
        { tag: '00080005', vr: 'CS', value: 'ISO_IR 100' },
        { tag: '00200052', vr: 'UI', value: '1.2.9' },
        { tag: '00200032', vr: 'DS', value: '-10\\-20\\30.5' },
        { tag: '00200037', vr: 'DS', value: '1\\0\\0\\0\\1\\0' },
        { tag: '00280030', vr: 'DS', value: '0.5\\0.6' },
        { tag: '00180050', vr: 'DS', value: '5' },
        { tag: '00200020', vr: 'CS', value: 'L\\F' },
        { tag: '00180015', vr: 'CS', value: 'CHEST' },
      ],
    }),
  );
  const evidence = [
    {
      ...{ studyUid: UIDS.study, seriesUid: UIDS.series, instanceUid: UIDS.instance },
      sopClassUid: '1.2.840.10008.5.1.4.1.1.1',
    },
  ];
  let state = 4_711;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const header = sound.length - 64 * 64 * 2;
  let made = 0;
  for (let round = 0; round < 120; round += 1) {
    const file = Buffer.from(sound);
    for (let at = 0; at <= random(3); at += 1) file[140 + random(header - 140)] = random(256);
    const { objects, notMade } = await makeResultsOf(UIDS.instance, file, {
      result: FILM_RESULT,
      kinds: ['structured_report', 'secondary_capture', 'segmentation'],
      evidence,
      limits: { fileBytes: 2 ** 28, megapixels: 1 },
    });
    expect(objects.length + notMade.length).toBe(3);
    made += objects.length;
    for (const { file: of, header: read } of objects) {
      expect(readFileElements(Buffer.from(of)).whole).toBe(true);
      expect(read.studyInstanceUid).toBe(UIDS.study);
    }
  }
  expect(made).toBeGreaterThan(100);
}, 60_000);
