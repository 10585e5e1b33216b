import { describe, expect, it } from 'vitest';
import { openDicom } from '../../../../src/media/dicom/open-dicom.js';
import { type Changes, greyFile, MEGAPIXELS } from './grey-file.js';

const open = (changes: Changes) => openDicom(greyFile(changes), { megapixels: MEGAPIXELS });
const coded = (code: string, tag = '00080100'): Changes => ({
  '00540220': ['SQ', [{ items: [{ tag, vr: tag === '00080100' ? 'SH' : 'UC', value: code }] }]],
});

describe('the view', () => {
  // CID 4010 in SNOMED CT and SNOMED-RT, and the two that stood for PA before.
  it.each([
    ['399348003', 'AP'],
    ['R-10206', 'AP'],
    ['272479007', 'PA'],
    ['R-40888', 'PA'],
    ['399066004', 'PA'],
    ['R-10214', 'PA'],
    ['399173006', 'LL'],
    ['R-10232', 'RL'],
    ['399067008', 'LATERAL'],
    ['399260004', 'LATERAL'],
    ['R-10228', 'LATERAL'],
  ])('of code %s is %s', async (code, view) => {
    expect((await open(coded(code))).view).toBe(view);
  });

  it.each([
    ['left anterior oblique', '399135007'],
    ['antero-posterior oblique', '399312000'],
    ['right anterior oblique, SNOMED-RT', 'R-40985'],
    ['a code of the house', 'ROE^JANE'],
    ['a property of every object', 'constructor'],
  ])('of any other code is another one: %s', async (_, code) => {
    expect((await open(coded(code))).view).toBe('OTHER');
    expect((await open(coded(code, '00080119'))).view).toBe('OTHER');
  });

  it('is not stated by "frontal", by an item without a code, or by an empty sequence', async () => {
    const silent = [coded('399033003'), coded('R-10202'), coded(''), { '00540220': ['SQ', []] }];
    for (const changes of silent as Changes[])
      expect(await open(changes)).not.toHaveProperty('view');
  });

  it('of View Position goes before that of a code', async () => {
    const changes: Changes = { ...coded('399135007'), '00185101': ['CS', 'AP'] };
    expect((await open(changes)).view).toBe('AP');
  });
});

describe('Patient Orientation', () => {
  const oriented = (orientation: string) => open({ '00200020': ['CS', orientation] });
  const MIRRORED = "The header states that the image is mirrored: its left is the patient's left.";

  it.each(['R\\F', 'R\\H', 'RA\\FP', 'RPH\\F'])('%s is a mirrored picture', async (orientation) => {
    const { rowsRunTo, warnings } = await oriented(orientation);
    expect(rowsRunTo).toBe('right');
    expect(warnings).toEqual([MIRRORED]);
  });

  it.each(['L\\F', 'LA\\F', 'L\\FP'])('%s is the usual one', async (orientation) => {
    expect(await oriented(orientation)).toMatchObject({ rowsRunTo: 'left', warnings: [] });
  });

  // Lateral films, dogs (RT, LE of PS3.3 C.7.6.1.1.1), and what is no direction at all.
  it.each(['A\\F', 'P\\F', 'F\\R', 'RT\\D', 'R', 'R\\F\\L', 'ROE\\JANE', '\\F', 'R\\', ''])(
    '"%s" does not tell',
    async (orientation) => {
      const dicom = await oriented(orientation);
      expect(dicom).not.toHaveProperty('rowsRunTo');
      expect(dicom.warnings).toEqual([]);
    },
  );

  it('of the frame goes before that of the object', async () => {
    const inFrame = {
      tag: '00209453',
      vr: 'SQ',
      value: [{ items: [{ tag: '00200020', vr: 'CS', value: 'R\\F' }] }],
    };
    const dicom = await open({
      '00200020': ['CS', 'L\\F'],
      '52009230': ['SQ', [{ items: [inFrame] }]],
    });
    expect(dicom.rowsRunTo).toBe('right');
  });
});

describe('the distance of pixels', () => {
  it.each([
    ['0.01\\10', { rows: 0.01, columns: 10 }],
    ['0.143\\0.139', { rows: 0.143, columns: 0.139 }],
  ])('may be %s mm', async (spacing, expected) => {
    expect((await open({ '00280030': ['DS', spacing] })).pixelSpacingMm).toMatchObject(expected);
  });

  it.each(['1e306\\1e306', '1e306\\0.1', '0\\0', '-0.1\\-0.1', '0.009\\0.1', '0.1\\10.1', '0.1'])(
    'is not %s mm',
    async (spacing) => {
      const absurd: Changes = { '00280030': ['DS', spacing] };
      expect(await open(absurd)).not.toHaveProperty('pixelSpacingMm');
      const { pixelSpacingMm } = await open({ ...absurd, '00181164': ['DS', '0.2\\0.2'] });
      expect(pixelSpacingMm).toMatchObject({ rows: 0.2, columns: 0.2 });
    },
  );
});
