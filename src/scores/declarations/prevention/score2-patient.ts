import { cholesterolMmol } from '../../cholesterol.js';
import { flag, quantity } from '../../input.js';

export interface Score2Patient {
  readonly age: number;
  readonly sex: 'M' | 'F';
  readonly smokes: boolean;
  /** mmHg */
  readonly systolicBp: number;
  /** mmol/L */
  readonly total: number;
  /** mmol/L */
  readonly hdl: number;
}

/** Risk factors that every equation of the SCORE2 family asks for in the same way. */
export const SCORE2_RISK_FACTORS = {
  current_smoker: flag('current_smoker'),
  systolic_bp: quantity('systolic_bp'),
  total_cholesterol: quantity('total_cholesterol'),
  hdl_cholesterol: quantity('hdl_cholesterol'),
} as const;

/** What the inputs say about a person. */
export const score2Patient = (v: {
  readonly age: number;
  readonly sex: 'M' | 'F';
  readonly current_smoker: boolean;
  /** mm[Hg] */
  readonly systolic_bp: number;
  /** mg/dL */
  readonly total_cholesterol: number;
  /** mg/dL */
  readonly hdl_cholesterol: number;
}): Score2Patient => ({
  age: v.age,
  sex: v.sex,
  smokes: v.current_smoker,
  systolicBp: v.systolic_bp,
  total: cholesterolMmol(v.total_cholesterol),
  hdl: cholesterolMmol(v.hdl_cholesterol),
});
