/** Defined terms of Modality (0008,0060) that name the same kind of picture as another. */
const SAME_KIND: ReadonlyArray<readonly string[]> = [
  ['CR', 'DX', 'XR', 'RG', 'DR'],
  ['MR'],
  ['CT'],
];

/** The terms for the same kind of picture as this one. */
const sameModalities = (modality: string): readonly string[] =>
  SAME_KIND.find((terms) => terms.includes(modality)) ?? [modality];

/** Whether a header names the modality of a request, or the same kind of picture. */
export const isSameModality = (requested: string, header: string | undefined): boolean =>
  header !== undefined && sameModalities(requested).includes(header);
