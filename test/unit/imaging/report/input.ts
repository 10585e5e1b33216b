import type { ReportFinding, ReportInput } from '../../../../src/imaging/report/types.js';

/** The 18 labels of TorchXRayVision, as that library writes them. */
export const CHEST_LABELS = [
  'Atelectasis',
  'Consolidation',
  'Infiltration',
  'Pneumothorax',
  'Edema',
  'Emphysema',
  'Fibrosis',
  'Effusion',
  'Pneumonia',
  'Pleural_Thickening',
  'Cardiomegaly',
  'Nodule',
  'Mass',
  'Hernia',
  'Lung Lesion',
  'Fracture',
  'Lung Opacity',
  'Enlarged Cardiomediastinum',
];
export const TRIAGE_LABELS = ['abnormal', 'pneumonia', 'tuberculosis', 'covid19'];
export const BRAIN_LABELS = ['abnormal', 'glioma', 'meningioma', 'pituitary'];

export const named = (...labels: string[]) => labels.map((label) => ({ label, name: label }));

export function finding(
  label: string,
  probability: number,
  changes: Partial<ReportFinding> = {},
): ReportFinding {
  return { label, name: label, severity: 'none', probability, threshold: 0.3, ...changes };
}

export function input(changes: Partial<ReportInput> = {}): ReportInput {
  return {
    imageType: 'chest_xray',
    findings: [],
    lookedFor: named(...CHEST_LABELS),
    unsure: [],
    measurements: [],
    patient: {},
    comparisonSentences: [],
    warnings: [],
    ...changes,
  };
}

export const ratio = (value: number, quality: 'good' | 'limited' = 'good') => ({
  name: 'cardiothoracic_ratio',
  value,
  limit: 0.5,
  quality,
});
