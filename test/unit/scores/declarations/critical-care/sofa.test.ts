import { describe, expect, it } from 'vitest';
import { sofa } from '../../../../../src/scores/declarations/critical-care/sofa.js';

const WELL = {
  pf_ratio: 450,
  platelets: 300,
  bilirubin: 0.5,
  mean_arterial_pressure: 80,
  dopamine_dose: 0,
  dobutamine_dose: 0,
  epinephrine_dose: 0,
  norepinephrine_dose: 0,
  gcs: 15,
  creatinine: 0.8,
};

const micromoles = (creatinine: number) => creatinine / 88.402;

describe('SOFA: the columns of the table in mg/dL and µmol/L (Vincent 1996, table 3)', () => {
  it.each([
    [171, 1, 2],
    [300, 2, 3],
    [301, 2, 3],
    [441, 3, 4],
  ])(
    'counts %i µmol/L of creatinine as %i and says that the other column gives %i',
    (level, points, more) => {
      const { value, warnings } = sofa.compute({ ...WELL, creatinine: micromoles(level) });
      expect(value).toBe(points);
      expect(warnings).toEqual([
        `By the µmol/L column of the published table the creatinine scores ${more}`,
      ]);
    },
  );

  it.each([
    [20 / 17.104, 0, 1],
    [33 / 17.104, 1, 2],
    [102 / 17.104, 2, 3],
    [205 / 17.104, 3, 4],
  ])(
    'counts %f mg/dL of bilirubin as %i and says that the other column gives %i',
    (bilirubin, points, more) => {
      const { value, warnings } = sofa.compute({ ...WELL, bilirubin });
      expect(value).toBe(points);
      expect(warnings).toEqual([
        `By the µmol/L column of the published table the bilirubin scores ${more}`,
      ]);
    },
  );

  it.each([1.2, 1.9, 2, 3.4, 3.5, 4.9, 5])(
    'says nothing at %f mg/dL of creatinine, a tenth',
    (level) => {
      expect(sofa.compute({ ...WELL, creatinine: level }).warnings).toEqual([]);
    },
  );

  it.each([1.1, 1.2, 1.9, 2, 5.9, 6, 11.9, 12])(
    'says nothing at %f mg/dL of bilirubin',
    (level) => {
      expect(sofa.compute({ ...WELL, bilirubin: level }).warnings).toEqual([]);
    },
  );

  it('says nothing where the urine gives as many points', () => {
    const { value, warnings } = sofa.compute({
      ...WELL,
      creatinine: micromoles(300),
      urine_output: 400,
    });
    expect(value).toBe(3);
    expect(warnings).toEqual([]);
  });
});
