import { ownFlag } from '../../input.js';
import { defineScore } from '../../score.js';

const TRIAGE = 'Columbia Lighthouse Project, screener with triage points';
const optional = { optional: true } as const;
const IF_THOUGHTS = { help: 'Asked where question 2 is a yes.' } as const;

interface ScreenerAnswers {
  readonly wish_to_be_dead: boolean;
  readonly suicidal_thoughts: boolean;
  readonly suicidal_method?: boolean | undefined;
  readonly suicidal_intent?: boolean | undefined;
  readonly suicidal_plan_and_intent?: boolean | undefined;
  readonly suicidal_behavior_lifetime: boolean;
  readonly suicidal_behavior_3_months?: boolean | undefined;
}

/** 0 none, 1 low, 2 moderate, 3 high: the triage of the screener. */
function triageOf(v: ScreenerAnswers): 0 | 1 | 2 | 3 {
  const thoughts = v.suicidal_thoughts;
  const intent = thoughts && (v.suicidal_intent || v.suicidal_plan_and_intent);
  if (intent || (v.suicidal_behavior_lifetime && v.suicidal_behavior_3_months)) return 3;
  if ((thoughts && v.suicidal_method) || v.suicidal_behavior_lifetime) return 2;
  return v.wish_to_be_dead || thoughts ? 1 : 0;
}

/** Triage of suicide risk from six questions about the last month (Posner 2011). */
export const cSsrsScreener = defineScore({
  id: 'c_ssrs_screener',
  name: 'Columbia Suicide Severity Rating Scale, screener',
  aliases: ['c_ssrs', 'cssrs', 'columbia_suicide_severity', 'cssrs_screener'],
  group: 'mental health',
  purpose: 'Sorts the risk of suicide by thoughts in the last month and by behaviour.',
  population: 'Adults and adolescents in any care',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    wish_to_be_dead: ownFlag('1 Wished to be dead or not to wake up, in the last month'),
    suicidal_thoughts: ownFlag('2 Thoughts of killing oneself, in the last month'),
    suicidal_method: { ...ownFlag('3 Thought about how to do it', IF_THOUGHTS), ...optional },
    suicidal_intent: { ...ownFlag('4 Some intention of acting on it', IF_THOUGHTS), ...optional },
    suicidal_plan_and_intent: {
      ...ownFlag('5 Worked out a plan, with the intention to carry it out', IF_THOUGHTS),
      ...optional,
    },
    suicidal_behavior_lifetime: ownFlag(
      '6 Ever did, started or prepared anything to end the own life',
    ),
    suicidal_behavior_3_months: {
      ...ownFlag('6 …and that within the last three months', {
        help: 'Asked where question 6 is a yes.',
      }),
      ...optional,
    },
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No question answered with yes.' },
    {
      id: 'low',
      from: 1,
      interpretation:
        'Low risk: a wish to be dead or thoughts without method, intent or behaviour.',
      action: { text: 'Referral to mental health care at discharge.', source: TRIAGE },
    },
    {
      id: 'moderate',
      from: 2,
      interpretation: 'Moderate risk: thoughts with a method, or behaviour over three months ago.',
      action: { text: 'Mental health assessment; think of precautions.', source: TRIAGE },
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'High risk: intent, a plan, or behaviour within three months.',
      action: {
        text: 'Immediate precautions (do not leave alone) and psychiatric assessment now.',
        source: TRIAGE,
      },
    },
  ],
  references: [
    {
      title:
        'Posner K et al. The Columbia-Suicide Severity Rating Scale: initial validity and internal ' +
        'consistency findings from three multisite studies with adolescents and adults',
      doi: '10.1176/appi.ajp.2011.10111704',
      year: 2011,
    },
  ],
  alsoNeeds: (v) => [
    ...(v.suicidal_thoughts === false
      ? []
      : (['suicidal_method', 'suicidal_intent', 'suicidal_plan_and_intent'] as const)),
    ...(v.suicidal_behavior_lifetime === false ? [] : (['suicidal_behavior_3_months'] as const)),
  ],
  refuses: (v) =>
    v.suicidal_behavior_lifetime === false && v.suicidal_behavior_3_months
      ? { input: 'suicidal_behavior_3_months', issue: 'is behaviour in the lifetime too' }
      : undefined,
  compute: (v) => ({ value: triageOf(v) }),
});
