import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import { checkHeader, namedTerms } from '../../../../src/imaging/worker/header-agreement.js';
import { thrownBy } from '../../../support/refusals.js';

const CHEST = ['CHEST'];

describe('checkHeader takes', () => {
  it.each([
    ['DX', 'DX'],
    ['DX', 'CR'],
    ['CR', 'DX'],
    ['XR', 'CR'],
    ['XR', 'RG'],
    ['CT', 'CT'],
    ['MR', 'MR'],
    ['DX', 'OT'],
    ['CT', 'SC'],
    ['DX', ''],
  ])('a request of %s for a header of %s', (requested, modality) => {
    expect(() => checkHeader({ modality }, requested, undefined)).not.toThrow();
  });

  it.each(['CHEST', 'THORAX', 'LUNG', 'WHOLEBODY', 'UP_EXM', 'SPECIAL', '', 'CHESTABDOMEN'])(
    'a header of the body part %j for a model of the chest',
    (bodyPart) => {
      expect(() => checkHeader({ bodyPart }, 'DX', CHEST)).not.toThrow();
    },
  );

  it('any part for a model that names none, and a header that says nothing', () => {
    expect(() => checkHeader({ bodyPart: 'KNEE' }, 'DX', undefined)).not.toThrow();
    expect(() => checkHeader({}, 'DX', CHEST)).not.toThrow();
  });

  it('one of several parts that are served', () => {
    expect(() => checkHeader({ bodyPart: 'BRAIN' }, 'MR', ['CHEST', 'HEAD'])).not.toThrow();
  });
});

describe('checkHeader refuses', () => {
  it.each([
    ['DX', 'CT'],
    ['DX', 'MR'],
    ['CT', 'DX'],
    ['MR', 'CT'],
    ['CR', 'MG'],
    ['XR', 'US'],
  ])('a request of %s for a header of %s', (requested, modality) => {
    const { code, issues } = thrownBy(() => checkHeader({ modality }, requested, undefined));
    expect(code).toBe('validation_error');
    expect(issues).toEqual([
      { field: 'modality', issue: `is ${requested}, but the file's header says ${modality}` },
    ]);
  });

  it.each(['KNEE', 'BRAIN', 'ABDOMEN', 'HAND', 'BREAST'])(
    'a header of the body part %s for a model of the chest',
    (bodyPart) => {
      const { issues } = thrownBy(() => checkHeader({ bodyPart }, 'DX', CHEST));
      expect(issues).toEqual([
        {
          field: 'image_type',
          issue: `contradicts the file's header, which says ${bodyPart}`,
        },
      ]);
    },
  );

  it('the modality first', () => {
    const error = thrownBy(() => checkHeader({ modality: 'CT', bodyPart: 'KNEE' }, 'DX', CHEST));
    expect(error.issues.map(({ field }) => field)).toEqual(['modality']);
  });

  it('a modality that is no term, without repeating it', () => {
    const { issues } = thrownBy(() => checkHeader({ modality: 'ROE' }, 'DX', undefined));
    expect(issues[0]!.issue).toBe("is DX, but the file's header says another");
  });
});

describe('checkHeader never repeats free text', () => {
  const name = fc.oneof(
    fc.stringMatching(/^[A-Z]{5,16}$/),
    fc.stringMatching(/^[A-Z][a-z]{2,9}[ ^][A-Z][a-z]{2,9}$/),
    fc.string({ minLength: 4, maxLength: 30 }),
  );
  const TERMS = /RTIMAGE|IVOCT/;

  it('of what stands in place of a modality or a body part', () => {
    fc.assert(
      fc.property(name, name, (modality, bodyPart) => {
        fc.pre(!TERMS.test(modality));
        try {
          checkHeader({ modality, bodyPart }, 'DX', CHEST);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          const told = (error as AppError).issues.map(({ issue }) => issue).join();
          expect(told.includes(modality)).toBe(false);
        }
      }),
    );
  });

  it('of a body part that is not a term', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{2,12} ?[A-Z^]{0,4}X$/), (bodyPart) => {
        expect(() => checkHeader({ bodyPart }, 'DX', CHEST)).not.toThrow();
      }),
    );
  });
});

describe('namedTerms', () => {
  it('keeps modality and view that are known terms', () => {
    expect(namedTerms({ modality: 'DX', view: 'PA' })).toEqual({ modality: 'DX', view: 'PA' });
    expect(namedTerms({ modality: 'OT', view: 'LATERAL' })).toEqual({
      modality: 'OT',
      view: 'LATERAL',
    });
    expect(namedTerms({ view: 'OTHER' })).toEqual({ view: 'OTHER' });
    expect(namedTerms({})).toEqual({});
  });

  it('drops any other word: it may be a name', () => {
    expect(namedTerms({ modality: 'DOE', view: 'JANE DOE' })).toEqual({});
  });
});
