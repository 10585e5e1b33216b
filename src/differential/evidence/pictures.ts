import type { KeyMode } from '../../core/key-mode.js';
import type { FindingTree } from '../knowledge/finding-tree.js';
import type { EvidenceItem } from './evidence-item.js';

/** The result of an earlier image analysis for each label. */
export interface PictureReading {
  readonly imageType: string;
  readonly verdicts: Readonly<Record<string, 'present' | 'absent' | 'unsure'>>;
}

/**
 * Returns the result of an earlier image analysis; nothing where none with that id is stored for
 * the mode.
 */
export type FindReading = (
  analysisId: string,
  mode: KeyMode,
) => Promise<PictureReading | undefined>;

/** Findings of labels of the image models, by type of image. */
const FINDINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  chest_xray: {
    pneumonia: 'cxr_infiltrate',
    consolidation: 'cxr_infiltrate',
    effusion: 'cxr_effusion',
    pneumothorax: 'cxr_pneumothorax',
    cardiomegaly: 'cxr_cardiomegaly',
    edema: 'cxr_congestion',
    nodule: 'cxr_mass',
    tuberculosis: 'cxr_cavity_nodules',
  },
  brain_mri: {
    glioma: 'ct_brain_mass',
    meningioma: 'ct_brain_mass',
  },
  head_ct: { haemorrhage: 'ct_blood_brain' },
};

/**
 * Returns the findings of images. An absent label yields an absent finding only where the finding
 * means no more than the label.
 *
 * @param field path of the reading in the request
 */
export function pictureFindings(
  tree: FindingTree,
  { imageType, verdicts }: PictureReading,
  field: string,
): EvidenceItem[] {
  const known = FINDINGS[imageType] ?? {};
  return Object.entries(verdicts).flatMap(([label, verdict]) => {
    const id = Object.hasOwn(known, label) ? known[label] : undefined;
    const finding = tree.findings[tree.numberOf(id ?? '') ?? -1];
    if (finding === undefined || verdict === 'unsure') return [];
    const shared = Object.values(known).filter((other) => other === id).length > 1;
    if (verdict === 'absent' && shared) return [];
    return [{ finding, text: label, assertion: verdict, field, counts: verdict }];
  });
}
