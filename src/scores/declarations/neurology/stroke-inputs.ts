import { ownFlag, ownQuantity, type QuantityInput } from '../../input.js';

/** The total of the NIH Stroke Scale, with the cuts of the score that asks for it. */
export function nihssTotal(cuts: readonly number[]): QuantityInput {
  return ownQuantity('NIH Stroke Scale, total', '{score}', [0, 42], 1, { cuts });
}

/** Volume of the haematoma in mL, with the cuts of the score that asks for it. */
export function hematomaVolume(cuts: readonly number[]): QuantityInput {
  return ownQuantity('Haematoma volume on the first CT', 'mL', [0, 300], 1, {
    cuts,
    help: 'ABC/2: the product of the three diameters in cm, halved',
  });
}

export const INTRAVENTRICULAR = ownFlag('Blood in the ventricles on CT', {
  help: 'Any intraventricular blood, however little',
});

export const HYPERDENSE_ARTERY = ownFlag('Hyperdense cerebral artery sign on the first CT');

export const SPEECH_DISTURBANCE = ownFlag('Disturbance of speech (dysphasia or dysarthria)');

export const EARLY_INFARCT_SIGNS = ownFlag('Early signs of infarction on the first CT');
