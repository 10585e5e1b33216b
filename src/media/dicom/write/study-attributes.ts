import type { Attributes } from '../attributes.js';
import { textDecoderFor } from '../text-encoding.js';
import type { CopiedAttribute } from './encode-object.js';

/** Type 1, 2 or 3 (PS3.5 section 7.4): it must have a value, must be there, may be there. */
type AttributeType = 1 | 2 | 3;

/**
 * What places an object in a patient's study: the Patient, General Study and Patient Study modules
 * (PS3.3 C.7.1.1, C.7.2.1, C.7.2.2) without their sequences.
 */
const COPIED: ReadonlyArray<readonly [tag: string, vr: string, type: AttributeType]> = [
  ['00080020', 'DA', 2],
  ['00080030', 'TM', 2],
  ['00080050', 'SH', 2],
  ['00080090', 'PN', 2],
  ['00080201', 'SH', 3],
  ['00081030', 'LO', 3],
  ['00100010', 'PN', 2],
  ['00100020', 'LO', 2],
  ['00100021', 'LO', 3],
  ['00100030', 'DA', 2],
  ['00100032', 'TM', 3],
  ['00100040', 'CS', 2],
  ['00101010', 'AS', 3],
  ['00101020', 'DS', 3],
  ['00101030', 'DS', 3],
  ['0020000D', 'UI', 1],
  ['00200010', 'SH', 2],
];

const CHARACTER_SET = '00080005';
const PATIENT_ID = '00100020';
const ISSUER = '00100021';
const TIMEZONE = '00080201';

/** In the character set of the data set; all others are ASCII. */
const NATIONAL = new Set(['LO', 'PN', 'SH']);
const MAX_CHARACTERS: Readonly<Record<string, number>> = { LO: 64, SH: 16 };
/** Of each of the three groups of a name. */
const MAX_NAME_GROUP = 64;
const FORMATS: Readonly<Record<string, RegExp>> = {
  AS: /^\d{3}[DWMY]$/,
  CS: /^[A-Z0-9_ ]{1,16}$/,
  DA: /^\d{8}$/,
  DS: /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/,
  TM: /^\d{2}(\d{2}(\d{2}(\.\d{1,6})?)?)?$/,
  UI: /^(0|[1-9]\d*)(\.(0|[1-9]\d*))+$/,
};
const MAX_DECIMAL = 16;
const MAX_UID = 64;
const OFFSET = /^[+-](0\d|1[0-4])[0-5]\d$/;

/** Escape is a part of the character sets with code extensions (PS3.5 section 6.1.2.5). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001a\u001c-\u001f\u007f]/;
const ESCAPE = 0x1b;

/** A defined term, or one with its code extensions (PS3.3 section C.12.1.1.2). */
const CHARACTER_SETS =
  /^((ISO_IR (6|13|100|101|109|110|126|127|138|144|148|166|192|203)|GB18030|GBK)|(ISO 2022 IR \d{1,3})?(\\ISO 2022 IR \d{1,3})*)$/;

/** What objects that belong to a study copy of one of its images. */
export interface StudyAttributes {
  readonly copied: readonly CopiedAttribute[];
  readonly studyUid: string;
  /** Patient ID and its issuer, as they stand in the file. */
  readonly patient: string;
  /** Of the dates and times of the study, `+0100`; undefined where the header does not say. */
  readonly utcOffset?: string;
}

/** The bytes without the padding that does not count. */
function unpadded(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0)) end -= 1;
  return bytes.subarray(0, end);
}

const hasHighBit = (bytes: Uint8Array) => bytes.some((byte) => byte >= 0x80);

function isNationalText(vr: string, text: string): boolean {
  if (CONTROLS.test(text)) return false;
  if (vr !== 'PN') return !text.includes('\\') && [...text].length <= (MAX_CHARACTERS[vr] ?? 64);
  const groups = text.split('=');
  return (
    !text.includes('\\') &&
    groups.length <= 3 &&
    groups.every((group) => [...group].length <= MAX_NAME_GROUP && group.split('^').length <= 5)
  );
}

function isAsciiText(vr: string, text: string): boolean {
  if (vr === 'DS' && text.length > MAX_DECIMAL) return false;
  if (vr === 'UI' && text.length > MAX_UID) return false;
  return FORMATS[vr]?.test(text) === true;
}

/** Why nothing can be made of a file: its identity must neither be cut nor guessed. */
export class UnusableIdentity extends Error {}

/**
 * Reads what is copied of an image into the objects that are added to its study. The texts are copied
 * byte for byte with their Specific Character Set, so that they need not be understood to be kept. A
 * value that DICOM does not allow is left out.
 *
 * @throws UnusableIdentity where the Study Instance UID or the Patient ID is not valid
 */
export function readStudyAttributes(attributes: Attributes): StudyAttributes {
  const raw = (tag: string) => {
    const bytes = attributes.bytes(`x${tag.toLowerCase()}`);
    return bytes === undefined ? undefined : unpadded(bytes);
  };
  const terms = Buffer.from(raw(CHARACTER_SET) ?? []).toString('latin1');
  const isKnownSet = CHARACTER_SETS.test(terms);
  const decoder = textDecoderFor(terms.split('\\').map((term) => term.trim()));
  const isValid = (tag: string, vr: string, bytes: Uint8Array): boolean => {
    if (tag === TIMEZONE) return OFFSET.test(Buffer.from(bytes).toString('latin1'));
    if (!NATIONAL.has(vr)) return isAsciiText(vr, Buffer.from(bytes).toString('latin1'));
    if (!isKnownSet && (hasHighBit(bytes) || bytes.includes(ESCAPE))) return false;
    // A backslash may be half of a character in these sets.
    return isNationalText(vr, decoder.decode(bytes));
  };
  const copied: CopiedAttribute[] = [];
  for (const [tag, vr, type] of COPIED) {
    const bytes = raw(tag) ?? new Uint8Array(0);
    const usable = bytes.length === 0 || isValid(tag, vr, bytes);
    if (!usable && (tag === PATIENT_ID || tag === ISSUER)) {
      throw new UnusableIdentity('the Patient ID of the image or its issuer is not valid');
    }
    const value = usable ? bytes : new Uint8Array(0);
    if (type === 1 && value.length === 0) {
      throw new UnusableIdentity('the image has no valid Study Instance UID');
    }
    if (value.length > 0 || type === 2) copied.push({ tag, vr, bytes: value });
  }
  if (isKnownSet && terms !== '') {
    copied.push({ tag: CHARACTER_SET, vr: 'CS', bytes: Buffer.from(terms, 'latin1') });
  }
  const value = (tag: string) =>
    Buffer.from(copied.find((one) => one.tag === tag)?.bytes ?? []).toString('latin1');
  const utcOffset = value(TIMEZONE);
  return {
    copied,
    studyUid: value('0020000D'),
    patient: JSON.stringify([value(PATIENT_ID), value(ISSUER)]),
    ...(utcOffset !== '' && { utcOffset }),
  };
}
