/** In mm, or a direction: to the patient's left, back and head (PS3.3 C.7.6.2.1.1). */
export type Vector = readonly [left: number, back: number, head: number];

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** A vector of the same direction and of length 1; undefined for one without a direction. */
export function unitVector(vector: Vector): Vector | undefined {
  const length = Math.sqrt(dot(vector, vector));
  if (!(length > 1e-6)) return undefined;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}
