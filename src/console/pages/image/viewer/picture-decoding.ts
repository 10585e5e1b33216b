import type { Size } from './affine.js';

export interface PictureLimits {
  /** Of a side, pixels. */
  readonly side: number;
  /** Of the whole picture. */
  readonly pixels: number;
}

export interface PictureRequest {
  readonly file: Blob;
  readonly limits: PictureLimits;
  /** Colour with a fourth channel. */
  readonly wantsRgba: boolean;
}

export interface PictureResult extends Size {
  /** Before it was reduced; upright. */
  readonly natural: Size;
  readonly channels: 1 | 3 | 4;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/**
 * Decodes a picture in a worker of its own, whose memory is free when it is done.
 *
 * @throws Error when the file cannot be decoded
 */
export async function decodePicture(request: PictureRequest): Promise<PictureResult> {
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<PictureResult>((resolve, reject) => {
      const fail = () => reject(new Error('the picture cannot be decoded'));
      worker.addEventListener('error', fail);
      worker.addEventListener('message', ({ data }: MessageEvent<PictureResult | undefined>) => {
        if (data === undefined) fail();
        else resolve(data);
      });
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}
