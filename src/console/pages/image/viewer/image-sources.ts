import {
  cache,
  Enums,
  eventTarget,
  getShouldUseCPURendering,
  imageLoader,
  metaData,
  type Types,
  utilities,
} from '@cornerstonejs/core';
import { wadouri } from '@cornerstonejs/dicom-image-loader';
import type { OpenedFile, Slice } from '../files/series.js';
import { reductionOf, type Size } from './affine.js';
import { decodePicture, type PictureLimits } from './picture-decoding.js';
import { reduceByMeans } from './reduce.js';

// What the viewer shows, as cornerstone3D knows it: DICOM by its own loader, other pictures and those
// that are too large for the graphics card by ours.

const PICTURE = 'picture';
const REDUCED = 'reduced';

/** Beyond this a picture is reduced for display: what graphics cards and memory bear. */
const MAX_SHOWN: PictureLimits = { side: 8_192, pixels: 36_000_000 };

function largestTexture(): number {
  const context = document.createElement('canvas').getContext('webgl2');
  const side: unknown = context?.getParameter(context.MAX_TEXTURE_SIZE);
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof side === 'number' ? side : MAX_SHOWN.side;
}

let limits: PictureLimits | undefined;
function shownLimits(): PictureLimits {
  limits ??= { ...MAX_SHOWN, side: Math.min(MAX_SHOWN.side, largestTexture()) };
  return limits;
}

interface Source {
  readonly opened: OpenedFile;
  /** Of a DICOM object, for cornerstone's loader. */
  readonly dicomId: string | undefined;
  readonly reduction: number;
  /** Of a picture that was decoded: upright, in full size and as it is shown. */
  decoded?: { readonly natural: Size; readonly shown: Size };
}

const sources = new Map<string, Source>();
const pictures = new Map<OpenedFile, string>();
let lastPicture = 0;
const dicomIds = new Map<OpenedFile, string>();

function dicomIdOf(opened: OpenedFile): string {
  const known = dicomIds.get(opened);
  if (known !== undefined) return known;
  const id = wadouri.fileManager.add(opened.shown);
  dicomIds.set(opened, id);
  return id;
}

/** A whole number: groups of pixels are averaged. */
function dicomReduction({ header }: OpenedFile): number {
  if (header === undefined) return 1;
  return Math.ceil(reductionOf({ width: header.columns, height: header.rows }, shownLimits()));
}

function addPicture(opened: OpenedFile): string {
  lastPicture += 1;
  const id = `${PICTURE}:${lastPicture}`;
  pictures.set(opened, id);
  sources.set(id, { opened, dicomId: undefined, reduction: 1 });
  return id;
}

/** The id by which cornerstone3D loads a slice. */
export function imageIdOf({ opened, frame }: Slice): string {
  if (opened.kind !== 'dicom') {
    return pictures.get(opened) ?? addPicture(opened);
  }
  const file = dicomIdOf(opened);
  const dicomId = frame === undefined ? file : `${file}?frame=${frame}`;
  const reduction = dicomReduction(opened);
  const id = reduction === 1 ? dicomId : `${REDUCED}:${dicomId}`;
  if (!sources.has(id)) sources.set(id, { opened, dicomId, reduction });
  return id;
}

/** The upright picture in full size, once it is loaded. */
export function fullSizeOf(imageId: string): Size | undefined {
  const source = sources.get(imageId);
  const header = source?.opened.header;
  return header === undefined
    ? source?.decoded?.natural
    : { width: header.columns, height: header.rows };
}

const loading = new Map<string, Promise<Types.IImage>>();

async function loadIntoCache(imageId: string): Promise<Types.IImage> {
  const options = {
    useRGBA: getShouldUseCPURendering(),
    priority: 0,
    requestType: Enums.RequestType.Interaction,
  };
  const image = await imageLoader.loadImage(imageId, options);
  // Files may have been closed meanwhile.
  if (sources.has(imageId) && cache.getImageLoadObject(imageId) === undefined) {
    cache.putImageSync(imageId, image);
  }
  return image;
}

/**
 * The decoded picture, from the cache where it is there. Only what was decoded goes into the cache:
 * cornerstone3D's own way there writes what failed to the console, its header included.
 */
export function loadPictureOnce(imageId: string): Promise<Types.IImage> {
  const pending = loading.get(imageId);
  if (pending !== undefined) return pending;
  const promise = loadIntoCache(imageId).finally(() => loading.delete(imageId));
  loading.set(imageId, promise);
  return promise;
}

const SCHEME = 'dicomfile:';

/** The bytes of a file go with its picture. */
function onRemoved({ detail }: CustomEvent<{ readonly imageId: string }>): void {
  const { imageId } = detail;
  if (imageId.startsWith(SCHEME)) {
    wadouri.dataSetCacheManager.unload(imageId.slice(SCHEME.length).replace(/\?frame=\d+$/, ''));
  }
}

/** Forgets all files and what was decoded of them: with the last reference their memory is free. */
export function forgetSources(): void {
  cache.purgeCache();
  // Numbers of files are not given again: what the loader remembers of one would be shown for another.
  for (const id of dicomIds.values()) {
    wadouri.fileManager.remove(Number(id.slice(SCHEME.length)));
  }
  sources.clear();
  pictures.clear();
  dicomIds.clear();
  wadouri.dataSetCacheManager.purge();
}

interface Pixels extends Size {
  readonly pixels: Types.PixelDataTypedArray;
  readonly channels: number;
  readonly low: number;
  readonly high: number;
}

/** cornerstone3D's own form of a picture. */
function imageFrom(imageId: string, { pixels, channels, width, height, low, high }: Pixels) {
  const voxelManager = utilities.VoxelManager.createImageVoxelManager({
    scalarData: pixels,
    width,
    height,
    numberOfComponents: channels,
  });
  const windowWidth = Math.max(1, high - low);
  return {
    imageId,
    dataType: pixels.constructor.name,
    color: channels > 1,
    rgba: channels === 4,
    numberOfComponents: channels,
    minPixelValue: low,
    maxPixelValue: high,
    slope: 1,
    intercept: 0,
    windowCenter: low + windowWidth / 2,
    windowWidth,
    voiLUTFunction: Enums.VOILUTFunctionType.LINEAR,
    invert: false,
    rows: height,
    columns: width,
    height,
    width,
    rowPixelSpacing: 1,
    columnPixelSpacing: 1,
    sizeInBytes: pixels.byteLength,
    voxelManager,
    getPixelData: () => pixels,
    getCanvas: () => document.createElement('canvas'),
  } as unknown as Types.IImage;
}

async function loadPicture(imageId: string, source: Source): Promise<Types.IImage> {
  const wantsRgba = getShouldUseCPURendering();
  const request = { file: source.opened.shown, limits: shownLimits(), wantsRgba };
  const { width, height, natural, channels, pixels } = await decodePicture(request);
  source.decoded = { natural, shown: { width, height } };
  return imageFrom(imageId, { pixels, channels, width, height, low: 0, high: 255 });
}

async function loadReduced(imageId: string, source: Source): Promise<Types.IImage> {
  const whole = await imageLoader.loadImage(source.dicomId ?? '');
  const size = { width: whole.columns, height: whole.rows };
  const { reduction: factor } = source;
  const shown = {
    width: Math.floor(size.width / factor),
    height: Math.floor(size.height / factor),
  };
  const channels = whole.numberOfComponents;
  const all = whole.getPixelData();
  const Samples = all.constructor as new (length: number) => Types.PixelDataTypedArray;
  const pixels = new Samples(shown.width * shown.height * channels);
  reduceByMeans(all, size, { factor, channels }, pixels);
  source.decoded = { natural: size, shown };
  const { minPixelValue: low, maxPixelValue: high } = whole;
  return {
    ...imageFrom(imageId, { pixels, channels, ...shown, low, high }),
    windowCenter: whole.windowCenter,
    windowWidth: whole.windowWidth,
    voiLUTFunction: whole.voiLUTFunction,
    invert: whole.invert,
    color: whole.color,
    rowPixelSpacing: (whole.rowPixelSpacing ?? 1) * factor,
    columnPixelSpacing: (whole.columnPixelSpacing ?? 1) * factor,
  };
}

function load(imageId: string): { readonly promise: Promise<Types.IImage> } {
  const source = sources.get(imageId);
  if (source === undefined) return { promise: Promise.reject(new Error('the picture is closed')) };
  const loading = source.dicomId === undefined ? loadPicture : loadReduced;
  return { promise: loading(imageId, source) };
}

type Module = Record<string, unknown>;

/** What stands for the header of a picture that has none. */
function pictureModule(type: string, { decoded }: Source): Module | undefined {
  if (decoded === undefined) return undefined;
  const { width: columns, height: rows } = decoded.shown;
  switch (type) {
    case Enums.MetadataModules.IMAGE_PIXEL:
      return {
        samplesPerPixel: 1,
        photometricInterpretation: 'MONOCHROME2',
        rows,
        columns,
        bitsAllocated: 8,
        bitsStored: 8,
        highBit: 7,
        pixelRepresentation: 0,
      };
    case Enums.MetadataModules.IMAGE_PLANE:
      return {
        rows,
        columns,
        imageOrientationPatient: [1, 0, 0, 0, 1, 0],
        rowCosines: [1, 0, 0],
        columnCosines: [0, 1, 0],
        imagePositionPatient: [0, 0, 0],
        pixelSpacing: [1, 1],
        rowPixelSpacing: 1,
        columnPixelSpacing: 1,
      };
    case Enums.MetadataModules.GENERAL_SERIES:
      return { modality: 'OT' };
    default:
      return undefined;
  }
}

/** The header of the whole picture, with the size and spacing of what is shown. */
function reducedModule(type: string, { dicomId, decoded, reduction }: Source): Module | undefined {
  const module = metaData.get(type, dicomId ?? '') as Module | undefined;
  if (module === undefined || decoded === undefined) return module;
  const { width: columns, height: rows } = decoded.shown;
  if (type === Enums.MetadataModules.IMAGE_PIXEL) return { ...module, rows, columns };
  if (type !== Enums.MetadataModules.IMAGE_PLANE) return module;
  const spacing = (name: string) => Number(module[name] ?? 1) * reduction;
  const [rowPixelSpacing, columnPixelSpacing] = [
    spacing('rowPixelSpacing'),
    spacing('columnPixelSpacing'),
  ];
  const pixelSpacing = [rowPixelSpacing, columnPixelSpacing];
  return { ...module, rows, columns, pixelSpacing, rowPixelSpacing, columnPixelSpacing };
}

function provideMetadata(type: string, imageId: unknown): Module | undefined {
  const source = typeof imageId === 'string' ? sources.get(imageId) : undefined;
  if (source?.dicomId === undefined) return source && pictureModule(type, source);
  return source.dicomId === imageId ? undefined : reducedModule(type, source);
}

/** Before that of the DICOM loader. */
const PROVIDER_PRIORITY = 10_000;

export function registerSources(): void {
  imageLoader.registerImageLoader(PICTURE, load);
  imageLoader.registerImageLoader(REDUCED, load);
  metaData.addProvider(provideMetadata, PROVIDER_PRIORITY);
  eventTarget.addEventListener(Enums.Events.IMAGE_CACHE_IMAGE_REMOVED, onRemoved as EventListener);
}
