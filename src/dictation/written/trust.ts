/** Minimum confidence of a medicine's name, and of a number, to be written without a warning. */
export const MEDICINE_FLOOR = 0.7;
export const NUMBER_FLOOR = 0.7;
