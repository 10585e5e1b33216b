/** What the header of an image says of its geometry and its place in the body. */
export interface SourceFacts {
  readonly rows: number;
  readonly columns: number;
  readonly frameOfReferenceUid?: string;
  /** In the patient, mm: where the first pixel is, and the directions of its rows and columns. */
  readonly plane?: {
    readonly position: readonly number[];
    readonly orientation: readonly number[];
  };
  /** In the patient, mm; not that of a detector or a print. */
  readonly pixelSpacing?: readonly [rows: number, columns: number];
  readonly sliceThickness?: number;
  /** Patient Orientation, of rows and columns; none where it is not known. */
  readonly orientation: readonly string[];
  readonly laterality?: string;
  readonly bodyPart?: string;
  /** It was compressed with loss at some time. */
  readonly lossy: boolean;
}
