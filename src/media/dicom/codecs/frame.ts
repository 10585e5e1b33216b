/** Description of each frame in the data set. */
export interface FrameLayout {
  readonly rows: number;
  readonly columns: number;
  readonly samplesPerPixel: number;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly signed: boolean;
  /** 0: RGBRGB, 1: RR GG BB. */
  readonly planarConfiguration: 0 | 1;
  readonly photometric: string;
}

export interface DecodedFrame {
  /**
   * Interleaved by pixel in any order of the codestream: exactly rows × columns × samples. Signed
   * where the pixels are; a JPEG 2000 codestream may differ from the header.
   */
  readonly samples: Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;
  /** Photometric interpretation of the samples as returned: RGB after a YBR JPEG was converted. */
  readonly photometric: string;
}

/** @throws PictureFault when the codestream is damaged or contradicts the header. */
export type FrameDecoder = (bytes: Uint8Array, layout: FrameLayout) => Promise<DecodedFrame>;
