import { cholesterolMmol, refuseHdl } from '../../cholesterol.js';
import { quantity } from '../../input.js';
import type { Category } from '../../score.js';

export const cholesterolInputs = {
  total_cholesterol: quantity('total_cholesterol', { monotone: 'rising' }),
  hdl_cholesterol: quantity('hdl_cholesterol', { monotone: 'falling' }),
} as const;

/** The same cholesterol in mmol/L, as a derived number. */
export const inMillimoles = (name: string, mgPerDl: number) => ({
  name,
  value: cholesterolMmol(mgPerDl),
  unit: 'mmol/L',
});

interface Lipids {
  readonly total_cholesterol?: number | undefined;
  readonly hdl_cholesterol?: number | undefined;
  readonly triglycerides?: number | undefined;
}

/**
 * Refuses lipids that cannot be of one sample: HDL above the total, or nothing left for LDL.
 *
 * @param ldl LDL cholesterol by the formula, mg/dL
 */
export function refuseLipids(
  v: Lipids,
  ldl: (total: number, hdl: number, triglycerides: number) => number,
) {
  const { total_cholesterol: total, hdl_cholesterol: hdl, triglycerides } = v;
  if (total === undefined || hdl === undefined || triglycerides === undefined) return refuseHdl(v);
  return (
    refuseHdl(v) ??
    (ldl(total, hdl, triglycerides) < 0
      ? ({
          input: 'triglycerides',
          issue: 'too high for the total: LDL would be negative',
        } as const)
      : undefined)
  );
}

/** Classes of LDL cholesterol of the Adult Treatment Panel III, mg/dL. */
export const LDL_CATEGORIES: readonly Category[] = [
  { id: 'optimal', from: 0, interpretation: 'Below 100 mg/dL.' },
  { id: 'near optimal', from: 100, interpretation: '100 to 129 mg/dL.' },
  { id: 'borderline high', from: 130, interpretation: '130 to 159 mg/dL.' },
  { id: 'high', from: 160, interpretation: '160 to 189 mg/dL.' },
  {
    id: 'very high',
    from: 190,
    interpretation: '190 mg/dL or more: think of familial hypercholesterolaemia.',
    action: {
      text: 'High-intensity statin at 20 to 75 years without calculating a risk.',
      source: '2018 AHA/ACC cholesterol guideline, 10.1161/CIR.0000000000000625',
    },
  },
];

export const ATP_III = {
  title:
    'Executive summary of the third report of the National Cholesterol Education Program (NCEP) ' +
    'expert panel on detection, evaluation, and treatment of high blood cholesterol in adults',
  doi: '10.1001/jama.285.19.2486',
  year: 2001,
} as const;
