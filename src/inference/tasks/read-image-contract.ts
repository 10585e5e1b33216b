/** One picture to be read by one model. */
export interface ReadImageInput {
  readonly modelId: string;
  /** Base64 characters as they came (a `data:` URL is taken too); nobody has looked at them yet. */
  readonly encoded: Uint8Array;
  readonly limits: { readonly fileBytes: number; readonly megapixels: number };
  readonly wantHeatmap: boolean;
}

/** Facts about the decoded picture; width and height after its EXIF orientation was applied. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  readonly format: 'png' | 'jpeg' | 'webp' | 'tiff';
  readonly photometric: 'MONOCHROME2' | 'RGB';
  readonly bitsPerSample: number;
  readonly pages: number;
  readonly reoriented: boolean;
}

/** A coarse map over the whole picture, row by row from the top left. */
export interface ActivationGrid {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

export interface LabelReading {
  readonly id: string;
  /** Calibrated, 0..1. */
  readonly probability: number;
  readonly activation?: ActivationGrid;
}

/** Why the picture is not one that the model may judge. */
export interface GateRefusal {
  readonly reason: string;
}

export type ReadImageOutput = {
  readonly image: ImageFacts;
  readonly backend: string;
} & (
  | { readonly assessed: false; readonly refusal: GateRefusal }
  | {
      readonly assessed: true;
      readonly labels: readonly LabelReading[];
      readonly heatmapPng?: Uint8Array;
    }
);
