import { type FlagInput, flag } from '../../input.js';

type Optional = FlagInput & { readonly optional: true };

const optionalFlag = (name: Parameters<typeof flag>[0]): Optional => ({
  ...flag(name),
  optional: true,
});

/** What takes a patient out of the population of every equation for a first event. */
export const ESTABLISHED_DISEASE = {
  myocardial_infarction: optionalFlag('myocardial_infarction'),
  coronary_artery_disease: optionalFlag('coronary_artery_disease'),
  stroke: optionalFlag('stroke'),
  peripheral_artery_disease: optionalFlag('peripheral_artery_disease'),
} as const;

/** The same with heart failure, for equations that predict that too. */
export const ESTABLISHED_DISEASE_OR_HEART_FAILURE = {
  ...ESTABLISHED_DISEASE,
  congestive_heart_failure: optionalFlag('congestive_heart_failure'),
} as const;

type KnownDiseases = Partial<
  Record<keyof typeof ESTABLISHED_DISEASE_OR_HEART_FAILURE, boolean | undefined>
>;

/** Refuses a patient who has had the event already. */
export function refuseEstablished(diseases: KnownDiseases) {
  const names = Object.keys(ESTABLISHED_DISEASE_OR_HEART_FAILURE) as Array<keyof KnownDiseases>;
  const input = names.find((name) => diseases[name]) as
    | keyof typeof ESTABLISHED_DISEASE
    | undefined;
  return input === undefined
    ? undefined
    : {
        input,
        issue: 'the equation is for people without it: who has it is at very high risk already',
      };
}
