import type { Word } from './transcript.js';

/** How sure the model is of a word; `person`: a person wrote it. */
export type ConfidenceClass = 'high' | 'medium' | 'low' | 'person';

/** Below it, a medicine or a value is `unverified` (docs/transcription.md, "Certainty"). */
const LOW_BELOW = 0.7;
/** Below it, at least one of ten such words is wrong. */
const MEDIUM_BELOW = 0.9;

export function confidenceClassOf({ by, heard }: Pick<Word, 'by' | 'heard'>): ConfidenceClass {
  const confidence = heard?.confidence;
  if (by === 'person' || confidence === undefined) return 'person';
  if (confidence < LOW_BELOW) return 'low';
  return confidence < MEDIUM_BELOW ? 'medium' : 'high';
}

/** `0.873` → `87 %`; a certain word is never shown as 100 %. */
export function percentOf(confidence: number): string {
  if (confidence > 0.99) return 'over 99 %';
  if (confidence < 0.01) return 'below 1 %';
  return `${Math.round(confidence * 100)} %`;
}

/** `75.4` → `1:15`, `3 725` s → `1:02:05`. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
