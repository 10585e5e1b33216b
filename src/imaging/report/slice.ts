/** Image types that are read as one slice of many. */
const SLICE_TYPES: readonly string[] = ['brain_mri', 'head_ct'];
/** DICOM codes of modalities with slices. */
const SLICE_MODALITIES: readonly string[] = ['CT', 'MR'];

/** Whether the picture is one slice of an examination. */
export function isSlice({
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
