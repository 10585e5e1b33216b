/**
 * Calibrated probabilities from which a finding is certain, probable or possible; below them it
 * "cannot be excluded". The idea of fixed words for fixed bands is that of Panicek and Hricak (AJR
 * 2016); the bands here are a convention.
 */
export const SURE = 0.9;
export const PROBABLE = 0.65;
export const POSSIBLE = 0.4;

/**
 * Readings of one unchanged patient scatter with a standard deviation of 0.34 to 0.39 on the logit,
 * as the brain package states of its tumour types. In the middle of the scale that is about 0.1 of
 * probability, and 0.14 for the difference of two of them: a smaller difference may be due to
 * chance.
 */
const CLOSE = 0.15;

/** Whether two probabilities, 0..1, are too close to be distinguished. */
export const isClose = (a: number, b: number): boolean => Math.abs(a - b) < CLOSE;
