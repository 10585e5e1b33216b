import { type Advice, isChild, type Rule, SIZE, SPREAD } from './rule.js';

const TENSION: Advice = {
  level: 'immediate',
  text:
    'Look for tension at the bedside now (falling blood pressure, severe breathlessness, ' +
    'hypoxia): it is a clinical diagnosis, and where circulation or breathing fails the chest is ' +
    'decompressed before further imaging',
  sources: ['niceTrauma', 'btsPleural'],
};

const BY_SYMPTOMS =
  'Manage a spontaneous pneumothorax by symptoms and physiological compromise rather than by ' +
  'size: conservative, ambulatory, needle aspiration or chest drain; haemodynamic compromise, ' +
  'significant hypoxia, both sides, underlying lung disease and haemothorax are high-risk';
const FROM_FIFTY = ', and so is a significant smoking history from the age of 50';

const pneumothorax: Rule = {
  id: 'pneumothorax',
  labels: ['pneumothorax'],
  family: 'pneumothorax',
  noun: 'pneumothorax',
  plural: 'pneumothoraces',
  countable: true,
  sided: true,
  extent: SIZE,
  keyNegative: true,
  inDoubt: 'urgent',
  grade({ severity, side }) {
    if (side === 'both') {
      return {
        level: 'immediate',
        because: 'a pneumothorax on both sides is a high-risk one',
        source: 'btsPleural',
      };
    }
    return severity === 'severe'
      ? {
          level: 'immediate',
          because: 'a large pneumothorax may be under tension, which the model does not judge',
          source: 'acrActionable',
        }
      : {
          level: 'urgent',
          because:
            'a pneumothorax without tension is communicated within hours, one under tension ' +
            'within minutes, and the model does not judge tension',
          source: 'acrActionable',
        };
  },
  advice(_, { patient }) {
    if (isChild(patient)) {
      return [
        TENSION,
        {
          level: 'urgent',
          text: 'Discuss with the paediatric team: the pleural disease guideline covers adults only',
          sources: ['btsPleural'],
        },
      ];
    }
    const { age } = patient;
    const text = age !== undefined && age < 50 ? BY_SYMPTOMS : `${BY_SYMPTOMS}${FROM_FIFTY}`;
    return [TENSION, { level: 'urgent', text, sources: ['btsPleural'] }];
  },
};

const pleuralThickening: Rule = {
  id: 'pleural-thickening',
  labels: ['pleuralthickening'],
  family: 'pleural-thickening',
  noun: 'pleural thickening',
  sided: true,
  extent: SPREAD,
  grade: () => ({
    level: 'soon',
    because: 'unexplained pleural thickening may be malignant',
    source: 'btsMesothelioma',
  }),
  advice: () => [
    {
      level: 'soon',
      text:
        'Compare with earlier films and ask about asbestos and past pleural disease; new, ' +
        'unilateral or nodular thickening needs a contrast-enhanced CT of the chest',
      sources: ['btsMesothelioma'],
      ionising: true,
    },
  ],
};

const CHILD_FRACTURE: Advice = {
  level: 'urgent',
  text:
    'A fracture in a child without a suitable explanation or a condition of fragile bones raises ' +
    'the suspicion of maltreatment: follow the local safeguarding procedure',
  sources: ['niceMaltreatment'],
};
const FRACTURE: Advice = {
  level: 'soon',
  text:
    'Rib fractures matter for what goes with them: look for pneumothorax, haemothorax and lung ' +
    'contusion; rib views seldom change the treatment',
  sources: ['acrRib'],
};

const fracture: Rule = {
  id: 'fracture',
  labels: ['fracture', 'ribfracture'],
  family: 'fracture',
  noun: 'fracture',
  plural: 'fractures',
  countable: true,
  sided: true,
  grade: (_, { patient }) =>
    isChild(patient)
      ? {
          level: 'urgent',
          because: 'a fracture of the chest in a child may be inflicted',
          source: 'niceMaltreatment',
        }
      : {
          level: 'soon',
          because: 'complications of a rib fracture matter more than the fracture',
          source: 'acrRib',
        },
  advice: (_, { patient }) => (isChild(patient) ? [CHILD_FRACTURE, FRACTURE] : [FRACTURE]),
};

export const CHEST_PLEURA_RULES: readonly Rule[] = [pneumothorax, pleuralThickening, fracture];
