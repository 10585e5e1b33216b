import type { DicomElement } from './dicom-file.js';

/**
 * The header values of an invented person, institution and study. Every text occurs nowhere else, so
 * that a test can prove that none of it leaves the appliance.
 */
const IDENTIFYING: readonly DicomElement[] = [
  { tag: '00080020', vr: 'DA', value: '19770307' },
  { tag: '00080021', vr: 'DA', value: '19770308' },
  { tag: '00080030', vr: 'TM', value: '231759.871' },
  { tag: '00080050', vr: 'SH', value: 'ACC-PHANTOM-91' },
  { tag: '00080080', vr: 'LO', value: 'Nowhere Invented Infirmary' },
  { tag: '00080081', vr: 'ST', value: '7 Imaginary Lane, Nonesuch' },
  { tag: '00080090', vr: 'PN', value: 'REFERRER^UNREAL' },
  { tag: '00081010', vr: 'SH', value: 'STATION-UNREAL' },
  { tag: '00081030', vr: 'LO', value: 'study of nobody in particular' },
  { tag: '00081050', vr: 'PN', value: 'PERFORMER^UNREAL' },
  { tag: '00100010', vr: 'PN', value: 'SYNTHETIC^PHANTOM' },
  { tag: '00100020', vr: 'LO', value: 'PHANTOM-0000431' },
  { tag: '00100030', vr: 'DA', value: '19310229' },
  { tag: '00101000', vr: 'LO', value: 'PHANTOM-OTHER-77' },
  { tag: '00101040', vr: 'LO', value: 'Invented Street 12' },
  { tag: '00102154', vr: 'SH', value: '+00 555 0199 431' },
  { tag: '00104000', vr: 'LT', value: 'This patient was drawn by a program.' },
];

/** Under the arc for UIDs that need no registration (PS3.5 annex B.2). */
const STUDY = '2.25.271828182845904523536';

function uids(instance: number): DicomElement[] {
  return [
    { tag: '00080018', vr: 'UI', value: `${STUDY}.1.${instance}` },
    { tag: '0020000d', vr: 'UI', value: STUDY },
    { tag: '0020000e', vr: 'UI', value: `${STUDY}.1` },
    { tag: '00200010', vr: 'SH', value: 'STUDY-UNREAL' },
  ];
}

/** Of the header: who, when, where, and the identifiers of study, series and instance. */
export function inventedPatient(instance: number): DicomElement[] {
  return [...IDENTIFYING, ...uids(instance), { tag: '00100040', vr: 'CS', value: 'O' }];
}

/** The identifying parts of those texts, names also by their parts. */
export const INVENTED_IDENTIFIERS: readonly string[] = [
  ...IDENTIFYING.flatMap(({ vr, value }) => {
    const text = String(value);
    return vr === 'PN' ? [text, ...text.split('^')] : [text];
  }),
  STUDY,
  'STUDY-UNREAL',
];
