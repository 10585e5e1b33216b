/** Image types that are read as one slice of many. */
const SLICE_TYPES: readonly string[] = ['brain_mri', 'head_ct'];
/** DICOM codes of modalities with slices. */
const SLICE_MODALITIES: readonly string[] = ['CT', 'MR'];

/** Whether images of this type and modality are slices of an examination. */
export function showsSlices({
  imageType,
  modality,
}: {
  readonly imageType: string;
  readonly modality?: string | undefined;
}): boolean {
  return (
    SLICE_TYPES.includes(imageType) ||
    (modality !== undefined && SLICE_MODALITIES.includes(modality))
  );
}

/** Whether a report is on one slice of an examination. */
export const isSingleSlice = (input: {
  readonly imageType: string;
  readonly modality?: string | undefined;
  readonly slices?: number | undefined;
}): boolean => input.slices === undefined && showsSlices(input);
