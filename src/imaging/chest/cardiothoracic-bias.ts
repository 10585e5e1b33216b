import { normalView } from './cardiothoracic-limit.js';
import {
  baseStep,
  type Chest,
  edgeContact,
  heightToWidth,
  lungBalance,
  mediastinalOffset,
  type PictureFacts,
} from './geometry.js';
import type { Mask } from './masks.js';
import { looksMirrored } from './plausibility.js';

/**
 * From here on the film biases the ratio. In the 240 JSRT films, with hand-drawn outlines: balance
 * 0.54..1, step of the bases 0..0.33, height to width 0.56..1.20 (1 % below 0.71), tilt -3.5..7°,
 * offset 0..0.054.
 */
const MIN_BALANCE = 0.5;
const MAX_BASE_STEP = 0.25;
const MIN_HEIGHT_TO_WIDTH = 0.65;
const MAX_TILT_DEGREES = 10;
const MAX_OFFSET = 0.08;

function biasesOfFilm(chest: Chest, heart: Mask, facts: PictureFacts): string[] {
  return [
    ...(normalView(facts.view) === 'AP'
      ? ['an AP film magnifies the heart, so the ratio is too high']
      : []),
    ...(heightToWidth(chest) < MIN_HEIGHT_TO_WIDTH
      ? ['the lungs are low for their width (poor inspiration?), which widens the heart']
      : []),
    ...(Math.abs(chest.tiltDegrees) > MAX_TILT_DEGREES ? ['the chest is tilted'] : []),
    ...(Math.abs(mediastinalOffset(chest)) > MAX_OFFSET
      ? ['the mediastinum lies off the middle of the chest (rotated patient, or a displacement)']
      : []),
    ...(looksMirrored(chest, heart)
      ? [
          'the heart lies more to the right than usual (mirrored picture, displacement, dextrocardia?)',
        ]
      : []),
  ];
}

function biasesOfLungs(chest: Chest): string[] {
  const { left, right } = edgeContact(chest);
  const lowest = Math.max(chest.rightLung.box.bottom, chest.leftLung.box.bottom);
  return [
    ...(lungBalance(chest) < MIN_BALANCE
      ? ['one lung is much smaller than the other (effusion, collapse?), its wall may be hidden']
      : []),
    ...(baseStep(chest) > MAX_BASE_STEP
      ? ['the bases of the lungs lie at very different heights (effusion, raised diaphragm?)']
      : []),
    ...(left > 0 || right > 0
      ? ['a lung touches the side of the picture, so the ratio may be a little too high']
      : []),
    ...(lowest >= chest.rows
      ? ['the lungs reach the lower edge of the picture; the widest part may be cut off']
      : []),
  ];
}

/** Returns what makes the cardiothoracic ratio less reliable on a film, for clinicians. */
export function biasesOf(chest: Chest, heart: Mask, facts: PictureFacts): string[] {
  return [...biasesOfFilm(chest, heart, facts), ...biasesOfLungs(chest)];
}
