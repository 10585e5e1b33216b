import { ownQuantity, quantity } from '../../input.js';

const dose = (drug: string, max: number, precision: number, cuts: readonly number[]) =>
  ownQuantity(`${drug}, infusion rate`, 'ug/kg/min', [0, max], precision, {
    cuts,
    monotone: 'rising',
    optional: true,
    help: '0 where none is running.',
  });

/** Infusion rates with the limits of the SOFA score; none given is taken as none running. */
export const DOPAMINE_DOSE = dose('Dopamine', 100, 0.1, [0, 5, 15]);
export const DOBUTAMINE_DOSE = dose('Dobutamine', 100, 0.1, [0]);
export const EPINEPHRINE_DOSE = dose('Adrenaline (epinephrine)', 10, 0.01, [0, 0.1]);
export const NOREPINEPHRINE_DOSE = dose('Noradrenaline (norepinephrine)', 10, 0.01, [0, 0.1]);
export const MILRINONE_DOSE = dose('Milrinone', 5, 0.01, []);

/** The drugs that the SOFA score and its paediatric form count. */
export const SOFA_VASOACTIVE_INPUTS = {
  dopamine_dose: DOPAMINE_DOSE,
  dobutamine_dose: DOBUTAMINE_DOSE,
  epinephrine_dose: EPINEPHRINE_DOSE,
  norepinephrine_dose: NOREPINEPHRINE_DOSE,
} as const;

/** The pressure that the two grade, by the values below which it counts. */
export const sofaPressure = (cuts: readonly number[]) =>
  quantity('mean_arterial_pressure', {
    cuts,
    monotone: 'falling',
    optional: true,
    help: 'Needed where none of the drugs below runs.',
  });

export interface VasoactiveDoses {
  readonly dopamine_dose?: number | undefined;
  readonly dobutamine_dose?: number | undefined;
  readonly epinephrine_dose?: number | undefined;
  readonly norepinephrine_dose?: number | undefined;
}

/**
 * Cardiovascular points 2, 3, 4 of the SOFA score, or 0 without adrenergic agents, from rates in
 * µg/kg/min that have run for an hour or more. Vincent 1996, doi:10.1007/BF01709751, table 3.
 */
export function sofaVasoactivePoints(doses: VasoactiveDoses): number {
  const dopamine = doses.dopamine_dose ?? 0;
  const strong = Math.max(doses.epinephrine_dose ?? 0, doses.norepinephrine_dose ?? 0);
  if (dopamine > 15 || strong > 0.1) return 4;
  if (dopamine > 5 || strong > 0) return 3;
  return dopamine > 0 || (doses.dobutamine_dose ?? 0) > 0 ? 2 : 0;
}

const NAMES: ReadonlyArray<readonly [keyof VasoactiveDoses, string]> = [
  ['dopamine_dose', 'dopamine'],
  ['dobutamine_dose', 'dobutamine'],
  ['epinephrine_dose', 'adrenaline'],
  ['norepinephrine_dose', 'noradrenaline'],
];

/** What was assumed of the drugs whose rate was not given. */
export function assumedNotRunning(doses: VasoactiveDoses): readonly string[] {
  const silent = NAMES.filter(([key]) => doses[key] === undefined).map(([, drug]) => drug);
  return silent.length === 0
    ? []
    : [`Taken as not running, as no rate was given: ${silent.join(', ')}`];
}

/** The drug that gives a cardiovascular point is the one that the points are written at. */
export function vasoactiveInput(doses: VasoactiveDoses): keyof VasoactiveDoses | undefined {
  const points = sofaVasoactivePoints(doses);
  if (points === 0) return undefined;
  const none = {
    dopamine_dose: undefined,
    dobutamine_dose: undefined,
    epinephrine_dose: undefined,
    norepinephrine_dose: undefined,
  };
  return NAMES.find(
    ([key]) => sofaVasoactivePoints({ ...none, [key]: doses[key] }) === points,
  )?.[0];
}
