import { type Advice, DEGREE, isChild, type Rule, SPREAD } from './rule.js';
import type { ReportPatient } from './types.js';

const CHARACTERISE: Advice = {
  level: 'soon',
  text:
    'Compare with earlier films; a nodule or mass that is not long known and stable is ' +
    'characterised by CT of the chest without contrast',
  sources: ['acrNodule'],
  ionising: true,
};
const AFTER_CT: Advice = {
  level: 'routine',
  text:
    'Follow a nodule that CT confirms by the Fleischner rules (from the age of 35, without known ' +
    'cancer or immunosuppression); they are not made for nodules on films',
  sources: ['fleischnerNodules'],
};
const BELOW_35: Advice = {
  level: 'soon',
  text:
    'Compare with earlier films and decide on CT with a radiologist: the Fleischner rules for ' +
    'nodules start at the age of 35',
  sources: ['fleischnerNodules'],
  ionising: true,
};
const CANCER_PATHWAY: Advice = {
  level: 'soon',
  text:
    'Where the radiologist agrees that the film suggests lung cancer, refer on the suspected ' +
    'cancer pathway',
  sources: ['niceCancer'],
};

function lesionAdvice(id: string, patient: ReportPatient): readonly Advice[] {
  if (isChild(patient)) return [BELOW_35];
  const { age } = patient;
  return age !== undefined && age < 35
    ? [CANCER_PATHWAY, BELOW_35]
    : id === 'mass'
      ? [CANCER_PATHWAY, CHARACTERISE, AFTER_CT]
      : [CHARACTERISE, CANCER_PATHWAY, AFTER_CT];
}

function lesion(id: string, labels: readonly string[], noun: string, plural: string): Rule {
  return {
    id,
    labels,
    family: 'focal-lesion',
    noun,
    plural,
    countable: true,
    sided: true,
    keyNegative: true,
    grade: () => ({
      level: 'soon',
      because: 'a possible malignancy without acute danger is communicated within days',
      source: 'acrActionable',
    }),
    advice: (_, { patient }) => lesionAdvice(id, patient),
  };
}

const FIND_THE_CAUSE: Advice = {
  level: 'soon',
  text:
    'Look for what made the lung lose volume: mucus, shallow breathing, pleural fluid or a ' +
    'blocked bronchus',
  sources: ['fleischnerGlossary'],
};
const OBSTRUCTED: Advice = {
  level: 'soon',
  text:
    'Lobar collapse without an explanation may mean an obstructing tumour: refer an adult on ' +
    'the suspected cancer pathway',
  sources: ['niceCancer'],
};

const atelectasis: Rule = {
  id: 'atelectasis',
  labels: ['atelectasis', 'collapse'],
  family: 'atelectasis',
  noun: 'atelectasis',
  sided: true,
  extent: SPREAD,
  grade: ({ severity }) =>
    severity === 'mild'
      ? {
          level: 'routine',
          because: 'a little loss of volume is common and unspecific',
          source: 'fleischnerGlossary',
        }
      : {
          level: 'soon',
          because: 'loss of volume beyond a little may have an obstructing cause',
          source: 'fleischnerGlossary',
        },
  advice({ severity }, { patient }) {
    if (severity === 'mild') return [{ ...FIND_THE_CAUSE, level: 'routine' }];
    return isChild(patient) ? [FIND_THE_CAUSE] : [FIND_THE_CAUSE, OBSTRUCTED];
  },
};

const isBelow16 = ({ age }: ReportPatient): boolean => age !== undefined && age < 16;

const emphysema: Rule = {
  id: 'emphysema',
  labels: ['emphysema'],
  family: 'emphysema',
  noun: 'emphysema',
  extent: DEGREE,
  grade: () => ({
    level: 'routine',
    because: 'emphysema is followed up by spirometry',
    source: 'niceCopd',
  }),
  advice: (_, { patient }) => [
    {
      level: 'routine',
      text: isBelow16(patient)
        ? 'Discuss with the paediatric team: the COPD guideline starts at the age of 16'
        : 'Consider a respiratory review with spirometry, and offer a smoker help to stop',
      sources: ['niceCopd'],
    },
  ],
};

const fibrosis: Rule = {
  id: 'fibrosis',
  labels: ['fibrosis', 'pulmonaryfibrosis'],
  family: 'fibrosis',
  noun: 'pulmonary fibrosis',
  extent: SPREAD,
  sided: true,
  grade: () => ({
    level: 'routine',
    because: 'fibrosis is worked up by function and CT',
    source: 'niceFibrosis',
  }),
  advice: (_, { patient }) => [
    isChild(patient)
      ? {
          level: 'routine',
          text: 'Discuss with the paediatric team: the pulmonary fibrosis guideline covers adults only',
          sources: ['niceFibrosis'],
        }
      : {
          level: 'routine',
          text:
            'Where it is not an old scar: history of exposures and drugs, spirometry with gas ' +
            'transfer and high-resolution CT, and a multidisciplinary diagnosis',
          sources: ['niceFibrosis'],
          ionising: true,
        },
  ],
};

const hernia: Rule = {
  id: 'hernia',
  labels: ['hernia', 'hiatalhernia', 'hiatushernia'],
  family: 'hernia',
  noun: 'hiatus hernia',
  countable: true,
  grade: () => ({
    level: 'routine',
    because: 'a hiatus hernia is treated by its symptoms',
    source: 'sagesHernia',
  }),
  advice: () => [
    {
      level: 'routine',
      text:
        'Investigate a hiatus hernia only where the result changes the treatment; acute ' +
        'obstruction or volvulus needs a surgeon at once',
      sources: ['sagesHernia'],
    },
  ],
};

const mediastinum: Rule = {
  id: 'mediastinum',
  labels: ['enlargedcardiomediastinum', 'widenedmediastinum', 'mediastinalwidening'],
  family: 'mediastinum',
  noun: 'widened mediastinum',
  countable: true,
  grade: () => ({
    level: 'urgent',
    because: 'a wide mediastinum with pain or after an injury may be an aortic emergency',
    source: 'aorta',
  }),
  advice: () => [
    {
      level: 'urgent',
      text:
        'With sudden chest, back or abdominal pain or after an injury: CT angiography of the ' +
        'aorta at once; otherwise compare with earlier films and repeat an AP or rotated one',
      sources: ['aorta'],
      ionising: true,
    },
  ],
};

export const CHEST_LUNG_RULES: readonly Rule[] = [
  lesion('mass', ['mass', 'lungmass'], 'pulmonary mass', 'pulmonary masses'),
  lesion(
    'nodule',
    ['nodule', 'pulmonarynodule', 'lungnodule'],
    'pulmonary nodule',
    'pulmonary nodules',
  ),
  lesion('lesion', ['lunglesion', 'lesion'], 'lung lesion', 'lung lesions'),
  atelectasis,
  mediastinum,
  fibrosis,
  emphysema,
  hernia,
];
