import { type AppError, invalidField } from '../../core/errors.js';
import { readSealedFile } from '../../core/sealed-file.js';
import { decodeBase64 } from '../../media/base64.js';
import { type GreyWindow, openDicom } from '../../media/dicom/open-dicom.js';
import { openRaster } from '../../media/raster.js';
import type { GreyPicture } from '../../media/resample.js';
import { type RasterFormat, sniffFile } from '../../media/sniff.js';
import { namedTerms } from './header-agreement.js';
import type { ImageFacts, ReadImageInput } from './read-image-contract.js';

/** A picture of any format, opened but not decoded yet. */
export interface OpenedPicture {
  readonly image: ImageFacts;
  /** Codes of a DICOM header, unchanged: for checks, not for display. */
  readonly header: {
    readonly modality?: string;
    readonly view?: string;
    readonly bodyPart?: string;
  };
  /** Which of several frames or pages is read; undefined where there is one. */
  readonly frameNote: string | undefined;
  readonly warnings: readonly string[];
  /** The upright picture, resampled to a size. */
  sample(width: number, height: number): Promise<GreyPicture>;
}

/** A file as it was sent, or its bytes. */
export interface PictureSource {
  readonly sent: ReadImageInput['sent'] | { readonly bytes: Buffer };
}

type PictureRequest = Pick<ReadImageInput, 'field' | 'limits' | 'frame'> & PictureSource;

/** Below this size no anatomy can be assessed. */
const SMALLEST_SIDE = 64;

/** @returns undefined where it is not base64 */
async function bytesOf(sent: PictureSource['sent']): Promise<Buffer | undefined> {
  if ('bytes' in sent) return sent.bytes;
  return 'file' in sent ? readSealedFile(sent.file) : decodeBase64(sent.encoded);
}

/** The bytes of the file, if they are of a kind and size that can be read. */
async function fileOf({ field, sent, limits }: PictureRequest) {
  const refused = (issue: string): AppError => invalidField(field, issue);
  const checkSize = (size: number) => {
    if (size === 0) throw refused('must not be empty');
    if (size > limits.fileBytes) {
      throw refused(`has ${size} bytes; at most ${limits.fileBytes} are accepted`);
    }
  };
  if ('file' in sent) checkSize(sent.file.bytes);
  const bytes = await bytesOf(sent);
  if (bytes === undefined) throw refused('must be base64');
  checkSize(bytes.length);
  const kind = sniffFile(bytes);
  if (kind === 'zip') throw refused('is a ZIP archive; send the image that is in it');
  if (kind === 'unknown') throw refused('must be a PNG, JPEG, WebP, TIFF or DICOM image');
  return { bytes, kind };
}

async function openDicomPicture(
  bytes: Buffer,
  { limits, frame }: PictureRequest,
  window: GreyWindow | undefined,
): Promise<OpenedPicture> {
  const { megapixels } = limits;
  const dicom = await openDicom(bytes, {
    megapixels,
    ...(frame !== undefined && { frame }),
    ...(window && { window }),
  });
  const { modality, view, laterality, rowsRunTo, pixelSpacingMm, transferSyntax } = dicom;
  const { width, height, photometric, bitsPerSample, frames, bodyPart, warnings } = dicom;
  const header = {
    ...(modality !== undefined && { modality }),
    ...(view !== undefined && { view }),
    ...(bodyPart !== undefined && { bodyPart }),
  };
  return {
    image: {
      width,
      height,
      format: 'dicom',
      photometric,
      bitsPerSample,
      frames,
      frame: dicom.frame,
      orientation: 1,
      dicom: {
        transferSyntax: { uid: transferSyntax.uid, name: transferSyntax.name },
        ...namedTerms(header),
        ...(laterality !== undefined && { laterality }),
        ...(rowsRunTo === 'right' && { mirrored: true }),
        ...(pixelSpacingMm && { pixelSpacingMm }),
        window: dicom.windowUsed,
      },
    },
    header,
    frameNote: dicom.frameNote,
    warnings,
    sample: dicom.sample,
  };
}

async function openRasterPicture(
  bytes: Buffer,
  format: RasterFormat,
  { limits, frame = 1 }: PictureRequest,
): Promise<OpenedPicture> {
  const raster = await openRaster(bytes, { megapixels: limits.megapixels, frame });
  const { width, height, colour, bitsPerSample, pages, orientation, sample } = raster;
  const photometric = colour ? 'RGB' : 'MONOCHROME2';
  return {
    image: {
      width,
      height,
      format,
      photometric,
      bitsPerSample,
      frames: pages,
      frame,
      orientation,
    },
    header: {},
    frameNote: pages > 1 ? `The file holds ${pages} pages; page ${frame} was read.` : undefined,
    warnings:
      orientation === 1
        ? []
        : [
            'The file has an orientation tag and was read upright; ' +
              'locations are in pixels of the picture as stored.',
          ],
    sample,
  };
}

/**
 * Opens a file of any supported format.
 *
 * @param window Hounsfield units to be shown, where the file has them
 * @throws AppError `validation_error` on the field, or PictureFault
 */
export async function openPicture(
  request: PictureRequest,
  window?: GreyWindow,
): Promise<OpenedPicture> {
  const { bytes, kind } = await fileOf(request);
  const picture =
    kind === 'dicom'
      ? await openDicomPicture(bytes, request, window)
      : await openRasterPicture(bytes, kind, request);
  const { width, height } = picture.image;
  if (Math.min(width, height) < SMALLEST_SIDE) {
    throw invalidField(
      request.field,
      `is ${width}×${height} pixels; at least ${SMALLEST_SIDE}×${SMALLEST_SIDE} are needed`,
    );
  }
  return picture;
}
