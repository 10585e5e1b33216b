import { describe, expect, it } from 'vitest';
import {
  type PictureReading,
  pictureFindings,
} from '../../../../src/differential/evidence/pictures.js';
import { createFindingTree } from '../../../../src/differential/knowledge/finding-tree.js';

const sign = (id: string) => ({ id, name: id, kind: 'test', leak: 0.05 }) as const;
const tree = createFindingTree(['cxr_infiltrate', 'cxr_effusion', 'ct_blood_brain'].map(sign));

const said = (imageType: string, verdicts: PictureReading['verdicts']) =>
  pictureFindings(tree, { imageType, verdicts }, 'imaging_analysis_ids.0').map(
    ({ finding, text, counts }) => `${finding.id} ${counts} by ${text}`,
  );

describe('what an image says', () => {
  it('is there or not by the label of the model', () => {
    expect(said('chest_xray', { effusion: 'present' })).toEqual([
      'cxr_effusion present by effusion',
    ]);
    expect(said('chest_xray', { effusion: 'absent' })).toEqual(['cxr_effusion absent by effusion']);
  });

  it('is nothing where the model was not sure, or says what nobody knows', () => {
    expect(said('chest_xray', { effusion: 'unsure', measles: 'present' })).toEqual([]);
    expect(said('knee_mri', { effusion: 'present' })).toEqual([]);
    expect(said('chest_xray', { nodule: 'present' })).toEqual([]);
  });

  it('is not absent by one of several labels of the same finding', () => {
    expect(said('chest_xray', { pneumonia: 'absent' })).toEqual([]);
    expect(said('chest_xray', { pneumonia: 'absent', consolidation: 'present' })).toEqual([
      'cxr_infiltrate present by consolidation',
    ]);
  });
});
