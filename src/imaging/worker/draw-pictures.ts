import { readSealedFile, type SealedFile } from '../../core/sealed-file.js';
import { openDicom } from '../../media/dicom/open-dicom.js';
import { type Annotation, annotationsOf } from '../result-objects/annotations.js';
import type { ResultContext } from '../result-objects/result-context.js';
import type { DrawnPictures } from '../result-objects/secondary-capture.js';
import { drawAnnotation, drawnHeight, type ShownFrame, zoomOf } from './draw-annotation.js';
import type { ReadObject } from './make-result-objects-contract.js';

/** A file of an image that was read. */
interface ImageFile {
  readonly object: ReadObject;
  readonly file: SealedFile;
}

/** A frame with what is to be drawn on it. */
interface Drawing {
  readonly annotation: Annotation;
  readonly frame: ShownFrame;
  /** Of the file. */
  readonly frames: number;
}

async function openDrawing(
  annotation: Annotation,
  file: SealedFile,
  megapixels: number,
): Promise<Drawing> {
  const { frame } = annotation;
  const bytes = await readSealedFile(file);
  const dicom = await openDicom(bytes, { megapixels, ...(frame !== undefined && { frame }) });
  const { width, height, frames } = dicom;
  return { annotation, frame: { width, height, shown: await dicom.display() }, frames };
}

/** The PNG of a `data:` URL. */
const heatmapOf = ({ result }: ResultContext): Buffer | undefined => {
  const [, base64] = result.heatmap?.split(',') ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
};

/**
 * Draws what is reported on the images that carry it, all in the size of the first one; images of
 * another size are left out.
 *
 * @throws PictureFault where one cannot be decoded
 */
export async function drawPictures(
  context: ResultContext,
  images: readonly ImageFile[],
  megapixels: number,
): Promise<DrawnPictures> {
  const files = new Map(images.map(({ object, file }) => [object.instanceUid, file]));
  const drawings: Drawing[] = [];
  for (const annotation of annotationsOf(context, new Set(files.keys()))) {
    const file = files.get(annotation.instanceUid);
    if (file !== undefined) drawings.push(await openDrawing(annotation, file, megapixels));
  }
  const size = drawings[0]?.frame ?? { width: 0, height: 0 };
  const alike = drawings.filter(
    ({ frame }) => frame.width === size.width && frame.height === size.height,
  );
  const height = Math.max(0, ...alike.map((one) => drawnHeight(one.frame, one.annotation)));
  const heatmap = heatmapOf(context);
  const frames: DrawnPictures['frames'][number][] = [];
  let width = 0;
  for (const { annotation, frame, frames: of } of alike) {
    const drawn = await drawAnnotation(frame, annotation, {
      height,
      ...(heatmap && annotation.hasHeatmap && { heatmap }),
    });
    width = drawn.width;
    frames.push({
      rgb: drawn.rgb,
      instanceUid: annotation.instanceUid,
      ...(of > 1 && annotation.frame !== undefined && { frame: annotation.frame }),
      label: annotation.strip ? `Slice ${annotation.strip.slice}` : 'Image',
    });
  }
  return { width, height, frames, zoom: size.width === 0 ? 1 : zoomOf(size) };
}
