import { flag, ownFlag, quantity } from '../../input.js';

/** Organ dysfunction that makes biliary infection grade III (Tokyo Guidelines 2018). */
export const ORGAN_INPUTS = {
  vasopressors: ownFlag('Dopamine of 5 µg/kg/min or more, or any noradrenaline'),
  altered_mental_status: flag('altered_mental_status'),
  pf_ratio: quantity('pf_ratio', { cuts: [300] }),
  oliguria: ownFlag('Oliguria'),
  creatinine: quantity('creatinine', { cuts: [2] }),
  inr: quantity('inr', { cuts: [1.5] }),
  platelets: quantity('platelets', { cuts: [100] }),
};

interface Organs {
  readonly vasopressors: boolean;
  readonly altered_mental_status: boolean;
  readonly pf_ratio: number;
  readonly oliguria: boolean;
  readonly creatinine: number;
  readonly inr: number;
  readonly platelets: number;
}

/** Whether any organ fails by the definition of the Tokyo Guidelines. */
export function organFails(v: Organs): boolean {
  return (
    v.vasopressors ||
    v.altered_mental_status ||
    v.pf_ratio < 300 ||
    v.oliguria ||
    v.creatinine > 2 ||
    v.inr > 1.5 ||
    v.platelets < 100
  );
}
