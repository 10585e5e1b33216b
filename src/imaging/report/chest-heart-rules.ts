import { type Advice, DEGREE, DEGREE_OF, isChild, type Rule, SIZE } from './rule.js';

/** The guidelines cover adults only; there is no other advice for children. */
const childHeart: Advice = {
  level: 'urgent',
  text: 'Discuss with a paediatric cardiologist: the heart failure guidelines cover adults only',
  sources: ['niceAcuteHeartFailure'],
};

const edema: Rule = {
  id: 'edema',
  labels: ['edema', 'oedema', 'pulmonaryedema', 'pulmonaryoedema'],
  family: 'edema',
  noun: 'pulmonary oedema',
  extent: DEGREE,
  keyNegative: true,
  grade: () => ({
    level: 'urgent',
    because: 'acute pulmonary oedema is a presentation of acute heart failure',
    source: 'escHeartFailure',
  }),
  advice: (_, { patient }) =>
    isChild(patient)
      ? [childHeart]
      : [
          {
            level: 'urgent',
            text:
              'Assess breathing, oxygenation and circulation at once; acute heart failure is ' +
              'treated on clinical grounds while tests are awaited, and other causes of oedema ' +
              '(fluid overload, renal failure, lung injury) are considered',
            sources: ['escHeartFailure', 'niceAcuteHeartFailure'],
          },
          {
            level: 'urgent',
            text:
              'In new suspected acute heart failure measure a natriuretic peptide once; where it ' +
              'is raised, echocardiography, to be considered within 48 hours of admission',
            sources: ['niceAcuteHeartFailure'],
          },
        ],
};

const ONE_SIDE =
  'assess it in its clinical context with thoracic ultrasound, and where the cause is unclear ' +
  'aspirate it under image guidance for protein, LDH, pH, cytology and microbiology';
const BOTH_SIDES =
  'Bilateral effusions with an evident cause such as heart failure: treat the cause first, and ' +
  'aspirate under ultrasound where they are atypical or do not resolve';

function effusionAdvice(side: 'left' | 'right' | 'both' | undefined): string {
  if (side === 'both') return BOTH_SIDES;
  return side === undefined
    ? `Where the effusion is on one side, ${ONE_SIDE}`
    : `Unilateral effusion: ${ONE_SIDE}`;
}

const INFECTED: Advice = {
  level: 'urgent',
  text:
    'An effusion beside pneumonia may be infected: sample it promptly under ultrasound and, ' +
    'unless it is frank pus, measure its pH at once',
  sources: ['btsPleural'],
};
const CHILD_EFFUSION: Advice = {
  level: 'soon',
  text:
    'Confirm the effusion by ultrasound and discuss it with the paediatric team: the pleural ' +
    'disease guideline covers adults only',
  sources: ['btsPleural'],
};

const effusion: Rule = {
  id: 'effusion',
  labels: ['effusion', 'pleuraleffusion'],
  family: 'effusion',
  noun: 'pleural effusion',
  plural: 'pleural effusions',
  countable: true,
  sided: true,
  extent: SIZE,
  keyNegative: true,
  grade({ severity }, circumstances) {
    if (circumstances.has('pneumonia')) {
      return {
        level: 'urgent',
        because: 'an effusion beside pneumonia may be infected',
        source: 'btsPleural',
      };
    }
    return severity === 'severe'
      ? { level: 'urgent', because: 'the effusion is large', source: 'btsPleural' }
      : { level: 'soon', because: 'a new effusion needs its cause found', source: 'btsPleural' };
  },
  advice({ side }, circumstances) {
    if (isChild(circumstances.patient)) return [CHILD_EFFUSION];
    const cause: Advice = { level: 'soon', text: effusionAdvice(side), sources: ['btsPleural'] };
    return circumstances.has('pneumonia') ? [INFECTED, cause] : [cause];
  },
};

/** Also follows from a cardiothoracic ratio above its limit. */
export const HEART_SIZE_ADVICE: Advice = {
  level: 'routine',
  text:
    'Confirm the heart size before acting on it: the cardiothoracic ratio holds for PA films ' +
    'alone, and between 0.45 and 0.55 it says little',
  sources: ['heartSize', 'heartProjection'],
};

const SUSPECTED_FAILURE: Advice = {
  level: 'routine',
  text:
    'Where symptoms suggest heart failure, measure NT-proBNP: above 2,000 ng/L specialist ' +
    'assessment and echocardiography within 2 weeks, from 400 to 2,000 ng/L within 6 weeks',
  sources: ['niceHeartFailure'],
};

const cardiomegaly: Rule = {
  id: 'cardiomegaly',
  labels: ['cardiomegaly', 'enlargedheart'],
  family: 'cardiomegaly',
  noun: 'enlarged cardiac silhouette',
  countable: true,
  extent: DEGREE_OF,
  grade: () => ({
    level: 'routine',
    because: 'a large heart alone is followed up by its symptoms',
    source: 'niceHeartFailure',
  }),
  advice: (_, { patient, has }) => {
    if (isChild(patient)) return [{ ...childHeart, level: 'soon' }];
    return has('edema') ? [HEART_SIZE_ADVICE] : [HEART_SIZE_ADVICE, SUSPECTED_FAILURE];
  },
};

export const CHEST_HEART_RULES: readonly Rule[] = [edema, effusion, cardiomegaly];
