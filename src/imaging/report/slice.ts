/** Types of image of which one slice of many is read. */
const SLICE_TYPES: readonly string[] = ['brain_mri', 'head_ct'];
/** DICOM codes of what makes slices. */
const SLICE_MODALITIES: readonly string[] = ['CT', 'MR'];

/** Whether the picture is one slice of an examination, so that it tells nothing of the others. */
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
