import sharp from 'sharp';
import type { DisplayedFrame } from './dicom/displayed-frame.js';
import type { Size } from './resample.js';

/** How a picture is written. */
export interface EncodeOptions {
  readonly type: 'image/png' | 'image/jpeg';
  /** The picture is made smaller to fit, its proportions kept; never larger. */
  readonly within?: Size;
  /** Of a JPEG, 1..100. */
  readonly quality?: number;
}

const USUAL_QUALITY = 90;

/** Writes a frame as a viewer shows it, with 8 bits a sample. */
export async function encodeFrame(
  frame: DisplayedFrame,
  size: Size,
  { type, within, quality = USUAL_QUALITY }: EncodeOptions,
): Promise<Buffer> {
  const grey = frame.kind === 'grey';
  const samples = grey
    ? Uint8Array.from(frame.greys, (value) => Math.round(value / 257))
    : frame.rgb;
  const whole = sharp(samples, { raw: { ...size, channels: grey ? 1 : 3 } });
  const fitted = within
    ? whole.resize(within.width, within.height, { fit: 'inside', withoutEnlargement: true })
    : whole;
  const shown = grey ? fitted.toColourspace('b-w') : fitted;
  return (type === 'image/png' ? shown.png() : shown.jpeg({ quality })).toBuffer();
}
