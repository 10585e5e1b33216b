import type { SealedFile } from '../../core/sealed-file.js';

/** A file as it was sent: of a form, or base64 characters (or a `data:` URL) not validated yet. */
export type SentPicture = { readonly file: SealedFile } | { readonly encoded: Uint8Array };

/** The field of a request that holds an image, or the names of images. */
export type ImageField =
  | 'image'
  | 'image_data'
  | 'prior_image_data'
  | 'sop_instance_uid'
  | 'series_instance_uid'
  | 'study_instance_uid';

/** One picture to be read by one model, measured by another, or both. */
export interface ReadImageInput {
  /** The request field that holds it, named when the picture is refused. */
  readonly field: ImageField;
  readonly sent: SentPicture;
  readonly limits: { readonly fileBytes: number; readonly megapixels: number };
  /** The frame or page of a file with several, from 1. */
  readonly frame?: number;
  /** The type and modality of the request; a contradicting header is refused. */
  readonly expected: { readonly modality: string };
  /** The package that reports findings. */
  readonly readerId?: string;
  /** The package that outlines structures. */
  readonly segmenterId?: string;
  readonly wantHeatmap: boolean;
  readonly wantOutlines?: boolean;
}

/** Facts about the decoded picture; width and height as stored, before any turning. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  readonly format: 'png' | 'jpeg' | 'webp' | 'tiff' | 'dicom';
  readonly photometric: string;
  readonly bitsPerSample: number;
  /** How many pages or frames the file holds, and which was read, from 1. */
  readonly frames: number;
  readonly frame: number;
  /** EXIF orientation 1..8: how the stored picture is turned to be upright. */
  readonly orientation: number;
  /** Facts that only a DICOM header holds. */
  readonly dicom?: DicomHeaderFacts;
}

export interface DicomHeaderFacts {
  readonly transferSyntax: { readonly uid: string; readonly name: string };
  readonly modality?: string;
  readonly view?: string;
  readonly laterality?: string;
  /** Whether the picture's left is the patient's left by Patient Orientation. */
  readonly mirrored?: boolean;
  readonly pixelSpacingMm?: { readonly rows: number; readonly columns: number };
  readonly window: string;
}

/** A part of the upright picture: 0..1 of its width and height, beyond where it was padded. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A coarse map over a part of the picture, row by row from the top left. */
export interface ActivationGrid {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
  readonly region: Region;
}

/** A box of a detector. */
export interface Detection {
  readonly region: Region;
  /** Calibrated, 0..1. */
  readonly probability: number;
}

export interface LabelReading {
  readonly id: string;
  /** Calibrated, 0..1. */
  readonly probability: number;
  readonly activation?: ActivationGrid;
  /** Of a detector, most probable first; those at or above the label's threshold. */
  readonly detections?: readonly Detection[];
}

/** The mask of a structure over the whole upright picture, resampled to a fixed size. */
export interface StructureMask {
  readonly id: string;
  readonly rows: number;
  readonly columns: number;
  /** Scaled: 0..255 represents 0..1. */
  readonly probabilities: Uint8Array;
}

export interface Structures {
  readonly masks: readonly StructureMask[];
  /** The picture that was outlined, 0..255, of the same rows and columns. */
  readonly greys: Uint8Array;
}

/** The outline of a structure. */
export interface StructureOutline {
  readonly id: string;
  /** Closed; x and y in parts of the sides of the upright picture. One within another is a hole. */
  readonly rings: readonly (readonly (readonly [x: number, y: number])[])[];
}

/** Why the picture is outside the domain of the model. */
export interface GateRefusal {
  readonly reason: string;
}

export type ReadImageOutput = {
  readonly image: ImageFacts;
  /** In plain words, without anything from the header that could name a patient. */
  readonly warnings: readonly string[];
  /** Models and backends that ran, in order. */
  readonly models: ReadonlyArray<{ readonly id: string; readonly backend: string }>;
} & (
  | { readonly assessed: false; readonly refusal: GateRefusal }
  | {
      readonly assessed: true;
      readonly labels: readonly LabelReading[];
      readonly structures?: Structures;
      readonly outlines?: readonly StructureOutline[];
      readonly heatmapPng?: Uint8Array;
    }
);

/** The output for an image that passed the gates. */
export type AssessedImage = Extract<ReadImageOutput, { assessed: true }>;

declare module '../../inference/model-tasks.js' {
  interface ModelTasks {
    readonly 'read-image': ModelTask<ReadImageInput, ReadImageOutput>;
  }
}
