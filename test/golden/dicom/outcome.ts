import { createHash } from 'node:crypto';
import { openDicom } from '../../../src/media/dicom/open-dicom.js';
import { PictureFault } from '../../../src/media/picture-fault.js';

/** What a file is read as, or why it is refused. */
export type Outcome = Readonly<Record<string, string | number>>;

const MEGAPIXELS = 100;

/** The frame at full size: 16-bit greys in little-endian order, or bytes of colours. */
function digest(samples: Uint16Array | Uint8Array): string {
  const { buffer, byteOffset, byteLength } = samples;
  return createHash('sha256')
    .update(Buffer.from(buffer, byteOffset, byteLength))
    .digest('hex');
}

/** Anything but a picture or a picture fault is thrown on. */
export async function outcomeOf(bytes: Buffer): Promise<Outcome> {
  try {
    const dicom = await openDicom(bytes, { megapixels: MEGAPIXELS });
    const shown = await dicom.display();
    const { greys, chroma } = await dicom.sample(32, 32);
    const { width, height, photometric, frame, frames, transferSyntax, modality } = dicom;
    return {
      size: `${width}x${height}`,
      photometric,
      ...(frames > 1 && { frame: `${frame} of ${frames}` }),
      syntax: transferSyntax.name,
      ...(modality !== undefined && { modality }),
      window: dicom.windowUsed,
      mean: Math.round(greys.reduce((sum, grey) => sum + grey, 0) / greys.length),
      ...(shown.kind === 'colour' && { chroma: Math.round(chroma) }),
      sha256: digest(shown.kind === 'grey' ? shown.greys : shown.rgb),
    };
  } catch (error) {
    if (error instanceof PictureFault) return { refused: error.message };
    throw error;
  }
}
