/**
 * Least confidence of the words under the name of a medicine, and under a number, at which they
 * stand as heard; what is less is put to the reader.
 */
export const MEDICINE_FLOOR = 0.7;
export const NUMBER_FLOOR = 0.7;
