import { type Meaning, makeMeaning } from '../dictionary/meaning.js';

/** Signs whose number is stated without their name, as in the table of signs. */
const sign = (
  name: string,
  code: string,
  unit: string | undefined,
  low: number,
  high: number,
): Meaning =>
  makeMeaning({
    type: 'measurement',
    name,
    coding: [{ system: 'LOINC', code }],
    sited: false,
    confidence: 0.9,
    measured: { low, high, only: false, ...(unit !== undefined && { unit }) },
  });
export const HEART_RATE = sign('heart rate', '8867-4', '/min', 15, 350);
export const RESPIRATORY_RATE = sign('respiratory rate', '9279-1', '/min', 3, 120);
export const TEMPERATURE = sign('temperature', '8310-5', undefined, 25, 115);
export const PRESSURE = sign('blood pressure', '85354-9', 'mm[Hg]', 30, 320);
export const SATURATION = sign('oxygen saturation', '59408-5', '%', 20, 100);
export const COMA_SCALE = sign('Glasgow Coma Scale', '9269-2', '{score}', 3, 15);
export const WEIGHT = sign('weight', '29463-7', undefined, 0.3, 800);
export const HEIGHT = sign('height', '8302-2', undefined, 0.3, 300);
