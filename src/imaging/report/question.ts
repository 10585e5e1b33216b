import { enumerate } from './phrase.js';
import { ruleOf } from './rules.js';
import type { ReportInput } from './types.js';

interface Topic {
  /** Used in the answer; the question's own words never are. */
  readonly name: string;
  readonly pattern: RegExp;
  /** The rules that answer it, any of them. */
  readonly answeredBy: readonly string[];
}

const CHEST: readonly Topic[] = [
  { name: 'pulmonary embolism', pattern: /pulmonary embol|\bctpa\b/i, answeredBy: [] },
  { name: 'aortic dissection', pattern: /dissection|aortic aneurysm/i, answeredBy: [] },
  {
    name: 'free abdominal gas',
    pattern: /pneumoperitoneum|perforat|free (?:gas|air)/i,
    answeredBy: [],
  },
  {
    name: 'the position of tubes and lines',
    pattern:
      /\b(?:ng|nasogastric|endotracheal|chest) tube|\bngt\b|central line|catheter|\bpicc\b|tube position/i,
    answeredBy: [],
  },
  { name: 'a foreign body', pattern: /foreign body|swallowed|aspirated object/i, answeredBy: [] },
  { name: 'pneumothorax', pattern: /pneumothora/i, answeredBy: ['pneumothorax'] },
  { name: 'pleural effusion', pattern: /effusion|empyema/i, answeredBy: ['effusion'] },
  {
    name: 'heart failure',
    pattern: /heart failure|pulmonary o?edema|\bccf\b|\bchf\b/i,
    answeredBy: ['edema'],
  },
  {
    name: 'lung cancer',
    pattern: /lung cancer|malignan|metasta|carcinoma|nodule|\bmass\b/i,
    answeredBy: ['mass', 'nodule', 'lesion'],
  },
  { name: 'fracture', pattern: /fracture/i, answeredBy: ['fracture'] },
  { name: 'tuberculosis', pattern: /tubercul|\btb\b/i, answeredBy: ['tuberculosis'] },
  {
    name: 'pneumonia',
    pattern: /pneumonia|chest infection/i,
    answeredBy: ['pneumonia', 'consolidation'],
  },
];

const HEAD: readonly Topic[] = [
  { name: 'ischaemic stroke', pattern: /stroke|isch(?:a)?emi|infarct|\btia\b/i, answeredBy: [] },
  { name: 'aneurysm', pattern: /aneurysm/i, answeredBy: [] },
  { name: 'hydrocephalus', pattern: /hydroceph/i, answeredBy: [] },
  { name: 'demyelination', pattern: /multiple sclerosis|demyelin/i, answeredBy: [] },
  { name: 'dementia', pattern: /dementia|alzheimer/i, answeredBy: [] },
  { name: 'infection', pattern: /abscess|encephalitis|meningitis/i, answeredBy: [] },
  { name: 'metastases', pattern: /metasta/i, answeredBy: ['brain-tumour'] },
  { name: 'skull fracture', pattern: /fracture/i, answeredBy: ['fracture'] },
  {
    name: 'haemorrhage',
    pattern: /ha?emorrh|bleed|ha?ematoma|subarachnoid|\bsah\b|\bich\b/i,
    answeredBy: ['haemorrhage'],
  },
  {
    name: 'tumour',
    pattern: /tumou?r|neoplas|glioma|space.occupying/i,
    answeredBy: ['brain-tumour', 'glioma', 'meningioma', 'pituitary'],
  },
];

const TOPICS: Readonly<Record<string, readonly Topic[]>> = {
  chest_xray: CHEST,
  brain_mri: HEAD,
  head_ct: HEAD,
};

/**
 * Returns a sentence about topics of the clinical question without a label of the model. It matches
 * a few words only: a question without them gives no sentence, and a negated one ("no embolism
 * suspected") a superfluous one.
 */
export function unansweredQuestion(input: ReportInput): string[] {
  const { imageType, clinicalQuestion, lookedFor } = input;
  const topics = Object.hasOwn(TOPICS, imageType) ? (TOPICS[imageType] ?? []) : [];
  const ruleIds = new Set(lookedFor.map((label) => ruleOf(imageType, label).id));
  const beyond = topics
    .filter(({ pattern }) => clinicalQuestion !== undefined && pattern.test(clinicalQuestion))
    .filter(({ answeredBy }) => !answeredBy.some((id) => ruleIds.has(id)))
    .map(({ name }) => name);
  if (beyond.length === 0) return [];
  return [`This model cannot answer a question about ${enumerate(beyond, 'or')}.`];
}
