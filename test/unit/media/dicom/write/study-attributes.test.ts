import { describe, expect, test } from 'vitest';
import {
  type DicomElement,
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  IMPLICIT_LITTLE_ENDIAN,
  writeDicomFile,
} from '../../../../../scripts/samples/dicom-file.js';
import { Attributes } from '../../../../../src/media/dicom/attributes.js';
import { readFileElements } from '../../../../../src/media/dicom/data-set.js';
import { encodeObject } from '../../../../../src/media/dicom/write/encode-object.js';
import {
  readStudyAttributes,
  UnusableIdentity,
} from '../../../../../src/media/dicom/write/study-attributes.js';

const STUDY: DicomElement = { tag: '0020000d', vr: 'UI', value: '1.2.3' };
const UIDS = { SOPClassUID: '1.2.840.10008.5.1.4.1.1.88.22', SOPInstanceUID: '1.2.3.4' };

function attributesOf(file: Buffer): Attributes {
  const { elements, bytes, syntax } = readFileElements(file);
  return new Attributes(elements, bytes, syntax.bigEndian);
}

const read = (elements: readonly DicomElement[], syntax = EXPLICIT_LITTLE_ENDIAN) =>
  readStudyAttributes(attributesOf(Buffer.from(writeDicomFile({ syntax, elements }))));

/** What a new object says, of an image with these attributes. */
async function copied(elements: readonly DicomElement[], syntax?: string): Promise<Attributes> {
  const { file } = await encodeObject(UIDS, read([STUDY, ...elements], syntax).copied);
  return attributesOf(file);
}

const bytes = (tag: string, vr: string, ...value: number[]): DicomElement => ({
  tag,
  vr,
  value: Uint8Array.from(value),
});
const text = (tag: string, vr: string, value: string): DicomElement => ({ tag, vr, value });

/** PS3.5 annex H.3.1: a Japanese name with code extensions. */
const JAPANESE = Buffer.concat([
  Buffer.from('Yamada^Tarou='),
  Buffer.from([0x1b, 0x24, 0x42, 0x3b, 0x33, 0x45, 0x44, 0x1b, 0x28, 0x42, 0x5e]),
  Buffer.from([0x1b, 0x24, 0x42, 0x42, 0x40, 0x4f, 0x3a, 0x1b, 0x28, 0x42]),
]);

describe('the character set and its texts', () => {
  const cases: ReadonlyArray<readonly [set: string, name: Buffer]> = [
    ['', Buffer.from('Mueller^Anna')],
    ['ISO_IR 100', Buffer.from('Müller^Änne', 'latin1')],
    ['ISO_IR 192', Buffer.from('Müller^Änne=山田^太郎')],
    ['\\ISO 2022 IR 87', JAPANESE],
    ['ISO 2022 IR 13\\ISO 2022 IR 87', Buffer.concat([Buffer.from([0xd4, 0xcf]), JAPANESE])],
    ['GB18030', Buffer.from([0x57, 0x61, 0x6e, 0x67, 0x3d, 0xcd, 0xf5, 0x5e, 0xd0, 0xa1])],
    ['ISO_IR 144', Buffer.from([0xbb, 0xee, 0xda, 0x5e, 0xb0])],
  ];

  test.each(cases)('%j are copied byte for byte', async (set, name) => {
    const of = await copied([
      ...(set === '' ? [] : [text('00080005', 'CS', set)]),
      bytes('00100010', 'PN', ...name),
      text('00100020', 'LO', 'P-1'),
    ]);
    const trimmed = Buffer.from(of.bytes('x00100010') ?? [])
      .toString('latin1')
      .trimEnd();
    expect(Buffer.from(trimmed, 'latin1')).toEqual(name);
    expect(of.texts('x00080005').join('\\')).toBe(set);
  });

  test('that no standard knows are left out where they are not ASCII', async () => {
    const of = await copied([
      text('00080005', 'CS', 'KLINGON'),
      bytes('00100010', 'PN', 0x41, 0xfc),
      text('00081030', 'LO', 'Thorax'),
    ]);
    expect(of.has('x00080005')).toBe(false);
    expect(of.has('x00100010')).toBe(true);
    expect(of.text('x00100010')).toBeUndefined();
    expect(of.text('x00081030')).toBe('Thorax');
  });
});

test.each([EXPLICIT_LITTLE_ENDIAN, IMPLICIT_LITTLE_ENDIAN, EXPLICIT_BIG_ENDIAN])(
  'all attributes of patient and study are copied from %s',
  async (syntax) => {
    const given: Readonly<Record<string, readonly [string, string]>> = {
      '00080020': ['DA', '20260301'],
      '00080030': ['TM', '101530.25'],
      '00080050': ['SH', 'ACC-1'],
      '00080090': ['PN', 'House^G'],
      '00080201': ['SH', '+0100'],
      '00081030': ['LO', 'Thorax p.a.'],
      '00100010': ['PN', 'Test^Patient'],
      '00100020': ['LO', 'P-1'],
      '00100021': ['LO', 'HOSPITAL'],
      '00100030': ['DA', '19500101'],
      '00100040': ['CS', 'F'],
      '00101010': ['AS', '076Y'],
      '00101030': ['DS', '61.5'],
      '00200010': ['SH', 'S1'],
    };
    const elements = Object.entries(given).map(([tag, [vr, value]]) => text(tag, vr, value));
    const of = await copied(elements, syntax);
    for (const [tag, [vr, value]] of Object.entries(given)) {
      expect(of.text(`x${tag}`)).toBe(value);
      expect(of.vr(`x${tag}`)).toBe(vr);
    }
  },
);

test('what has to be there is there without a value', async () => {
  const of = await copied([]);
  for (const tag of ['00080020', '00080050', '00080090', '00100010', '00100020', '00100040']) {
    expect(of.has(`x${tag}`)).toBe(true);
  }
  expect(of.has('x00101010')).toBe(false);
});

describe('values that DICOM does not allow', () => {
  test.each([
    ['00080020', 'DA', '2026-03-01'],
    ['00080030', 'TM', '25 Uhr'],
    ['00080050', 'SH', 'A'.repeat(17)],
    ['00081030', 'LO', 'B'.repeat(65)],
    ['00100010', 'PN', 'C'.repeat(65)],
    ['00100010', 'PN', 'a^b^c^d^e^f'],
    ['00100010', 'PN', 'one\u0007two'],
    ['00100030', 'DA', 'unknown'],
    ['00100040', 'CS', 'female'],
    ['00101010', 'AS', '76'],
    ['00101030', 'DS', 'heavy'],
    ['00080201', 'SH', 'CET'],
  ])('are left out: %s (%s) %j', async (tag, vr, value) => {
    expect((await copied([text(tag, vr, value)])).text(`x${tag}`)).toBeUndefined();
  });

  test.each([
    ['a Patient ID that is too long', text('00100020', 'LO', 'P'.repeat(65))],
    ['a Patient ID with a control character', text('00100020', 'LO', 'P\u00011')],
    ['two Patient IDs', text('00100020', 'LO', 'P1\\P2')],
    ['an issuer that is too long', text('00100021', 'LO', 'I'.repeat(65))],
  ])('allow nothing to be made: %s', (_, element) => {
    expect(() => read([STUDY, element])).toThrow(UnusableIdentity);
  });

  test.each([
    ['none', []],
    ['one that is no UID', [text('0020000d', 'UI', '1.2.x')]],
  ])('allow nothing to be made: a Study Instance UID, %s', (_, elements) => {
    expect(() => read([...elements, text('00100020', 'LO', 'P')])).toThrow(UnusableIdentity);
  });
});

test('the patient is told by ID and issuer together', () => {
  const of = (id: string, issuer: string) =>
    read([STUDY, text('00100020', 'LO', id), text('00100021', 'LO', issuer)]).patient;
  expect(of('1', 'A')).not.toBe(of('1', 'B'));
  expect(of('1', 'A')).not.toBe(of('2', 'A'));
  expect(of('1 ', 'A')).toBe(of('1', 'A'));
});

const inHex = (all: ReturnType<typeof read>['copied']) =>
  all.map(({ tag, vr, bytes: of }) => [tag, vr, Buffer.from(of).toString('hex')]);

test('hostile headers give a valid object or none, 3,000 times', async () => {
  let state = 20_260_301;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const tags: ReadonlyArray<readonly [string, string]> = [
    ...([
      ['00080005', 'CS'],
      ['00080020', 'DA'],
      ['00080030', 'TM'],
    ] as const),
    ...([
      ['00080050', 'SH'],
      ['00080090', 'PN'],
      ['00080201', 'SH'],
    ] as const),
    ...([
      ['00100010', 'PN'],
      ['00100020', 'LO'],
      ['00100040', 'CS'],
    ] as const),
    ...([
      ['00101030', 'DS'],
      ['00200010', 'SH'],
      ['00081030', 'LO'],
    ] as const),
  ];
  const sets = ['ISO_IR 100', 'ISO_IR 192', '\\ISO 2022 IR 87', 'GB18030', 'ISO_IR 13', '\\', 'x'];
  const value = (tag: string): Uint8Array => {
    if (tag === '00080005') return Buffer.from(sets[random(sets.length)] ?? '');
    const length = random(4) === 0 ? random(300) : random(20);
    return Uint8Array.from({ length }, () => (random(3) === 0 ? random(256) : 0x30 + random(10)));
  };
  let made = 0;
  for (let at = 0; at < 3_000; at += 1) {
    const elements = tags
      .filter(() => random(3) > 0)
      .map(([tag, vr]): DicomElement => ({ tag, vr, value: value(tag) }));
    let study: ReturnType<typeof read>;
    try {
      study = read([STUDY, ...elements]);
    } catch (error) {
      expect(error).toBeInstanceOf(UnusableIdentity);
      continue;
    }
    made += 1;
    const { file } = await encodeObject(UIDS, study.copied);
    const { whole } = readFileElements(file);
    expect(whole).toBe(true);
    const again = readStudyAttributes(attributesOf(file));
    // Nothing that was copied is found to be wrong when it is read again.
    expect(inHex(again.copied)).toEqual(inHex(study.copied));
  }
  expect(made).toBeGreaterThan(500);
});
