import { stepsAbove, stepsFrom } from '../../score.js';

/** Where the lungs score 4 | 3 | 2 | 1 | 0, each limit in the worse band. */
export const LUNGS_PAO2 = stepsAbove(4, [75, 3], [150, 2], [225, 1], [300, 0]);
const LUNGS_SPO2 = stepsAbove(4, [120, 3], [200, 2], [250, 1], [300, 0]);
/** Mean arterial pressure where vasoactive drugs cannot be given. */
const PRESSURE_ALONE = stepsFrom(4, [40, 3], [50, 2], [60, 1], [70, 0]);
const DOPAMINE_ALONE = stepsAbove(2, [20, 3], [40, 4]);
const LOW_DOSE = 0.2;
const MEDIUM_DOSE = 0.4;

export const SOFA_2_PRESSURE_CUTS = PRESSURE_ALONE.cuts;
export const SOFA_2_DOPAMINE_CUTS = [0, ...DOPAMINE_ALONE.cuts];
export const SOFA_2_CATECHOLAMINE_CUTS = [0, LOW_DOSE, MEDIUM_DOSE];

/** Free of what division and unit conversion leave behind the sixth decimal. */
const exact = (value: number) => Math.round(value * 1e6) / 1e6;

export type Limits = 'none' | 'ventilation' | 'vasoactive' | 'both';

interface Breathing {
  readonly pf_ratio?: number | undefined;
  readonly oxygen_saturation?: number | undefined;
  readonly fio2?: number | undefined;
}

/** SpO₂/FiO₂, used instead of PaO₂/FiO₂ below a saturation of 98 %. */
export function sofa2SaturationRatio({ oxygen_saturation, fio2 }: Breathing): number | undefined {
  return oxygen_saturation === undefined || fio2 === undefined || oxygen_saturation >= 98
    ? undefined
    : oxygen_saturation / (fio2 / 100);
}

/** @param full 3 and 4 points may be given: advanced support runs, or cannot be had */
export function sofa2Lungs(v: Breathing, full: boolean): Readonly<Record<string, number>> {
  const capped = (points: number) => (full ? points : Math.min(points, 2));
  if (v.pf_ratio !== undefined) return { pf_ratio: capped(LUNGS_PAO2(exact(v.pf_ratio))) };
  const ratio = sofa2SaturationRatio(v);
  return { oxygen_saturation: ratio === undefined ? 0 : capped(LUNGS_SPO2(exact(ratio))) };
}

interface Circulation {
  readonly mean_arterial_pressure: number;
  readonly norepinephrine_dose?: number | undefined;
  readonly epinephrine_dose?: number | undefined;
  readonly dopamine_dose?: number | undefined;
  readonly other_vasoactive_drug: boolean;
  readonly mechanical_circulatory_support: boolean;
}

/** Noradrenaline and adrenaline together; a further drug of any kind adds one point. */
function drugPoints(v: Circulation): Readonly<Record<string, number>> | undefined {
  const norepinephrine = v.norepinephrine_dose ?? 0;
  const epinephrine = v.epinephrine_dose ?? 0;
  const dopamine = v.dopamine_dose ?? 0;
  const sum = exact(norepinephrine + epinephrine);
  if (sum > 0) {
    const further = dopamine > 0 || v.other_vasoactive_drug ? 1 : 0;
    const points = sum > MEDIUM_DOSE ? 4 : (sum > LOW_DOSE ? 3 : 2) + further;
    return { [norepinephrine >= epinephrine ? 'norepinephrine_dose' : 'epinephrine_dose']: points };
  }
  if (v.other_vasoactive_drug) return { other_vasoactive_drug: 2 };
  return dopamine > 0 ? { dopamine_dose: DOPAMINE_ALONE(dopamine) } : undefined;
}

/** @param limited vasoactive drugs cannot be had or are ruled out: the pressure alone counts */
export function sofa2Circulation(
  v: Circulation,
  limited: boolean,
): Readonly<Record<string, number>> {
  if (v.mechanical_circulatory_support) return { mechanical_circulatory_support: 4 };
  const drugs = drugPoints(v);
  if (drugs !== undefined) return drugs;
  const pressure = v.mean_arterial_pressure;
  return { mean_arterial_pressure: limited ? PRESSURE_ALONE(pressure) : pressure < 70 ? 1 : 0 };
}

/** What was taken for granted of what was not given, and where the publication is silent. */
export function sofa2Assumptions(
  v: Circulation & { readonly low_urine_output?: string | undefined },
): readonly string[] {
  const drugs = [
    ['noradrenaline', v.norepinephrine_dose],
    ['adrenaline', v.epinephrine_dose],
    ['dopamine', v.dopamine_dose],
  ] as const;
  const silent = drugs.filter(([, dose]) => dose === undefined).map(([drug]) => drug);
  const companions =
    (v.norepinephrine_dose ?? 0) + (v.epinephrine_dose ?? 0) > 0 || v.other_vasoactive_drug;
  return [
    ...(silent.length > 0
      ? [`Taken as not running, as no rate was given: ${silent.join(', ')}`]
      : []),
    ...(v.low_urine_output === undefined
      ? ['Urine output was not given: the creatinine alone counts']
      : []),
    ...((v.dopamine_dose ?? 0) > 20 && companions
      ? ['The dose limits of dopamine hold only where it is the single vasopressor']
      : []),
  ];
}
