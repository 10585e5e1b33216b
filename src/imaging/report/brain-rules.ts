import { type Advice, isChild, type Rule } from './rule.js';
import type { ReportPatient } from './types.js';

const FULL_MRI: Advice = {
  level: 'soon',
  text:
    'Complete the MRI where series are missing: T2, FLAIR, diffusion, and T1 before and after ' +
    'contrast as a volume',
  sources: ['niceBrainTumour'],
};
/** For what CT shows: standard MRI is the first test. */
const MRI_AFTER_CT: Advice = {
  level: 'soon',
  text:
    'Offer MRI unless it is contraindicated: T2, FLAIR, diffusion, and T1 before and after ' +
    'contrast as a volume',
  sources: ['niceBrainTumour'],
};
const TISSUE: Advice = {
  level: 'routine',
  text:
    'Type and grade are settled by tissue with molecular markers, not by this analysis or by ' +
    'the image alone',
  sources: ['whoBrainTumour'],
};

function team(patient: ReportPatient): Advice {
  return isChild(patient)
    ? {
        level: 'urgent',
        text: 'Refer to the principal treatment centre for children and young people with cancer',
        sources: ['niceChildCancer'],
      }
    : {
        level: 'urgent',
        text:
          'Refer to the specialist neuro-oncology multidisciplinary team at the first ' +
          'radiological diagnosis',
        sources: ['niceBrainTumour'],
      };
}

function tumour(id: string, labels: readonly string[], noun: string, mri: Advice): Rule {
  return {
    id,
    labels,
    family: 'brain-tumour',
    noun,
    countable: true,
    sided: true,
    keyNegative: true,
    ...(id === 'brain-tumour' && { unspecific: 'intracranial tumour' }),
    grade: () => ({
      level: 'urgent',
      because: 'a new tumour is alerted to its referrer, and the model does not judge mass effect',
      source: 'rcrAlerts',
    }),
    advice: (_, { patient }) =>
      isChild(patient) ? [team(patient), TISSUE] : [team(patient), mri, TISSUE],
  };
}

const meningioma: Rule = {
  id: 'meningioma',
  labels: ['meningioma'],
  family: 'brain-tumour',
  noun: 'meningioma',
  countable: true,
  sided: true,
  keyNegative: true,
  grade: () => ({
    level: 'soon',
    because: 'a probable tumour without acute danger is communicated within days',
    source: 'acrActionable',
  }),
  advice: () => [
    {
      level: 'soon',
      text:
        'For a meningioma: confirm by MRI with contrast and discuss in a neurosurgical multidisciplinary team; ' +
        'without symptoms observation is the first option, with surgery where treatment is needed',
      sources: ['eanoMeningioma'],
    },
  ],
};

const pituitary: Rule = {
  id: 'pituitary',
  labels: ['pituitary', 'pituitarytumour', 'pituitarytumor', 'pituitaryadenoma'],
  family: 'brain-tumour',
  noun: 'pituitary tumour',
  countable: true,
  keyNegative: true,
  grade: () => ({
    level: 'soon',
    because: 'hormones and visual fields are checked before the next step',
    source: 'pituitary',
  }),
  advice: () => [
    {
      level: 'immediate',
      text:
        'Sudden headache with loss of vision or double vision suggests pituitary apoplexy: call ' +
        'neurosurgery at once',
      sources: ['pituitary'],
    },
    {
      level: 'soon',
      text:
        'Screen for hormone excess and for hypopituitarism, test the visual fields where the ' +
        'lesion abuts the optic nerves or chiasm, and refer to endocrinology',
      sources: ['pituitary'],
    },
  ],
};

const TUMOUR = ['tumour', 'tumor', 'braintumour', 'braintumor', 'mass'];

const UNDETERMINED = 'intracranial tumour of undetermined type';
const glioma = (mri: Advice) =>
  tumour('glioma', ['glioma', 'glioblastoma', 'astrocytoma'], 'glioma', mri);

/** On brain MRI `abnormal` means any tumour. */
export const BRAIN_RULES: readonly Rule[] = [
  glioma(FULL_MRI),
  meningioma,
  pituitary,
  tumour('brain-tumour', [...TUMOUR, 'abnormal'], UNDETERMINED, FULL_MRI),
];

/** On head CT `abnormal` may mean anything, so that a tumour must be named. */
export const HEAD_CT_TUMOUR_RULES: readonly Rule[] = [
  glioma(MRI_AFTER_CT),
  meningioma,
  pituitary,
  tumour('brain-tumour', TUMOUR, UNDETERMINED, MRI_AFTER_CT),
];
