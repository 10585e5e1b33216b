import { type Advice, type Grade, isChild, type Rule, type RuleContext, SPREAD } from './rule.js';

const CHILD_GRADE: Grade = {
  level: 'urgent',
  because: 'how ill a child with pneumonia is shows at the bedside and not on the film',
  source: 'btsPneumoniaChildren',
};

const CHILD_PNEUMONIA: readonly Advice[] = [
  {
    level: 'urgent',
    text:
      'Assess the child clinically, with the oxygen saturation, where pneumonia is suspected: ' +
      'below 92 % it counts as severe',
    sources: ['btsPneumoniaChildren'],
  },
  {
    level: 'routine',
    text:
      'Consider another film only after a round pneumonia, a collapse or persisting symptoms; a ' +
      'child who recovers well needs none',
    sources: ['btsPneumoniaChildren'],
    ionising: true,
  },
];

/** BTS 2009 asks for it above all in smokers and over the age of 50. */
function repeatFilm({ patient: { age } }: RuleContext): Advice {
  const risk =
    age !== undefined && age > 50
      ? 'persist or, as at this age, the risk of an underlying cancer is higher'
      : 'persist, or the risk of an underlying cancer is higher as in smokers and over the age of 50';
  return {
    level: 'routine',
    text: `Repeat the film after about 6 weeks where symptoms or signs ${risk}`,
    sources: ['btsPneumonia'],
    ionising: true,
  };
}

const pneumonia: Rule = {
  id: 'pneumonia',
  labels: ['pneumonia'],
  family: 'air-space',
  noun: 'pneumonia',
  sided: true,
  extent: SPREAD,
  keyNegative: true,
  grade: (_, { patient }) =>
    isChild(patient)
      ? CHILD_GRADE
      : {
          level: 'urgent',
          because: 'pneumonia confirmed in hospital is treated within 4 hours of presentation',
          source: 'nicePneumoniaStandard',
        },
  advice: (_, circumstances) =>
    isChild(circumstances.patient)
      ? CHILD_PNEUMONIA
      : [
          {
            level: 'urgent',
            text:
              'Correlate with symptoms, temperature, oxygen saturation and inflammatory markers, ' +
              'and where pneumonia is suspected clinically assess its severity by CRB65, in ' +
              'hospital by CURB65',
            sources: ['nicePneumonia'],
          },
          {
            level: 'urgent',
            text: 'Where pneumonia is confirmed in hospital, give the antibiotic within 4 hours of presentation',
            sources: ['nicePneumoniaStandard'],
          },
          repeatFilm(circumstances),
        ],
};

/** Consolidation, infiltration and opacity: the appearance on the film, without its cause. */
function airSpace(id: string, labels: readonly string[], noun: string): Rule {
  return {
    id,
    labels,
    family: 'air-space',
    noun,
    sided: true,
    extent: SPREAD,
    grade(_, { patient }) {
      if (id !== 'consolidation') {
        return {
          level: 'soon',
          because: 'the shadowing has no cause yet',
          source: 'fleischnerGlossary',
        };
      }
      return isChild(patient)
        ? CHILD_GRADE
        : {
            level: 'urgent',
            because: 'consolidation may be pneumonia, which is treated within hours',
            source: 'nicePneumoniaStandard',
          };
    },
    advice(_, circumstances) {
      if (circumstances.has('pneumonia')) return [];
      const cause: Advice = {
        level: 'soon',
        text:
          'Correlate clinically: such shadowing can be infection, oedema, haemorrhage, ' +
          'aspiration or tumour, which a film cannot tell apart',
        sources: ['fleischnerGlossary'],
      };
      return isChild(circumstances.patient) ? [cause] : [cause, repeatFilm(circumstances)];
    },
  };
}

const CHILD_SAMPLES =
  'In children send a respiratory sample (induced sputum or gastric aspirate where none is ' +
  'coughed up) together with stool for a rapid molecular test, and culture, before treatment ' +
  'where possible';
const ADULT_SAMPLES =
  'Send three respiratory samples (deep cough, preferably one of them early morning) for ' +
  'microscopy and culture and one for a rapid molecular test, before treatment where possible';

const tuberculosis: Rule = {
  id: 'tuberculosis',
  labels: ['tuberculosis', 'tb'],
  family: 'tuberculosis',
  noun: 'pulmonary tuberculosis',
  sided: true,
  extent: SPREAD,
  keyNegative: true,
  grade: () => ({
    level: 'urgent',
    because: 'tuberculosis of the lung, where plausible, is isolated before it is proven',
    source: 'niceTuberculosis',
  }),
  advice: (_, { patient }) => [
    {
      level: 'urgent',
      text:
        'Where tuberculosis is plausible, use a single room and airborne precautions and tell ' +
        'the tuberculosis team',
      sources: ['niceTuberculosis'],
    },
    {
      level: 'urgent',
      text: isChild(patient) ? CHILD_SAMPLES : ADULT_SAMPLES,
      sources: ['niceTuberculosis', 'whoTuberculosis'],
    },
  ],
};

const covid: Rule = {
  id: 'covid19',
  labels: ['covid19', 'covid', 'covid19pneumonia', 'sarscov2'],
  family: 'covid19',
  noun: 'COVID-19 pattern of pneumonia',
  countable: true,
  extent: SPREAD,
  grade: () => ({
    level: 'urgent',
    because: 'suspected COVID-19 asks for precautions against its spread',
    source: 'whoCovidControl',
  }),
  advice: () => [
    {
      level: 'urgent',
      text: 'Keep the patient apart, with precautions against spread, until COVID-19 is settled',
      sources: ['whoCovidControl'],
    },
    {
      level: 'urgent',
      text:
        'Confirm or exclude COVID-19 by a test for the virus such as RT-PCR: a chest film alone ' +
        'neither proves nor excludes it',
      sources: ['whoCovidImaging'],
    },
  ],
};

export const CHEST_INFECTION_RULES: readonly Rule[] = [
  pneumonia,
  airSpace('consolidation', ['consolidation'], 'consolidation'),
  airSpace('infiltration', ['infiltration', 'infiltrate'], 'infiltration'),
  airSpace('opacity', ['lungopacity', 'opacity', 'airspaceopacity'], 'lung opacity'),
  tuberculosis,
  covid,
];
