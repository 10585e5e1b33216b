import {
  cache,
  Enums,
  getShouldUseCPURendering,
  getWebWorkerManager,
  init,
  RenderingEngine,
  setUseCPURendering,
  type Types,
  utilities,
} from '@cornerstonejs/core';
import { init as initDicomLoader } from '@cornerstonejs/dicom-image-loader';
import { type Signal, signal } from '@preact/signals';
import type { Series, Slice } from '../files/series.js';
import {
  type Affine,
  affineOfCorners,
  applyAffine,
  type Box,
  composeAffine,
  invertAffine,
  limitZoom,
  mapBox,
  type Point,
  type Sight,
  type Size,
  sightOfBox,
  uprightMap,
} from './affine.js';
import {
  forgetSources,
  fullSizeOf,
  imageIdOf,
  loadPictureOnce,
  registerSources,
} from './image-sources.js';
import { type GreyWindow, type Painting, paintPicture } from './paint.js';

/** Decoded pictures that are kept for scrolling. */
const CACHE_BYTES = 1024 ** 3;
const MAX_DECODERS = 4;
const ENGINE = 'films';
/** One for each of two panes; browsers have few to give. */
const GRAPHICS_CONTEXTS = 2;
/** Pictures that are decoded ahead at the same time. */
const AHEAD = 2;

export interface ViewState {
  /** From pixels of the picture as it is stored to those of the element. */
  readonly map: Affine;
  /** Of the element. */
  readonly canvas: Size;
  /** As stored, in full size. */
  readonly picture: Size;
  readonly index: number;
  readonly window: GreyWindow | undefined;
  /** Other than the file means it: MONOCHROME1 alone does not count. */
  readonly isInverted: boolean;
  readonly sight: Sight;
  /** By how much the picture was reduced for display; 1 for not at all. */
  readonly reduction: number;
}

export type ViewPhase = 'empty' | 'loading' | 'shown' | 'undecodable';

/** Names under which browsers list WebGL that the processor has to draw. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

function isSoftwareWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return false;
  const details = context.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = context.getParameter(
    details === null ? context.RENDERER : details.UNMASKED_RENDERER_WEBGL,
  );
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' && SOFTWARE.test(name);
}

let isStarted = false;
const views = new Set<FilmView>();
let engine: RenderingEngine | undefined;

function start(): RenderingEngine {
  if (!isStarted) {
    init({ debug: { statsOverlay: false }, rendering: { webGlContextCount: GRAPHICS_CONTEXTS } });
    // Without a graphics card a canvas is drawn several times faster than WebGL in software.
    if (isSoftwareWebGl()) setUseCPURendering(true, false);
    initDicomLoader({
      maxWebWorkers: Math.min(MAX_DECODERS, Math.max(1, navigator.hardwareConcurrency - 1)),
    });
    registerSources();
    cache.setMaxCacheSize(CACHE_BYTES);
    isStarted = true;
  }
  engine ??= new RenderingEngine(ENGINE);
  return engine;
}

/** Whether pictures are drawn without a graphics card, which is slower. */
export function isDrawnInSoftware(): boolean {
  start();
  return getShouldUseCPURendering();
}

/** Forgets all files that were shown, and frees the memory of their pictures. */
export function closePictures(): void {
  for (const view of views) view.close();
  if (isStarted) forgetSources();
}

/** Gives back the graphics card and ends the decoders as well. */
export function closeViewer(): void {
  closePictures();
  engine?.destroy();
  engine = undefined;
  if (isStarted) getWebWorkerManager().terminate('dicomImageLoader');
}

type ImagePlacement = Pick<Types.IImageData, 'origin' | 'direction' | 'spacing'>;

/**
 * Where a point of the picture lies in space: (0, 0) is the corner of its first pixel, whose centre
 * is the origin.
 */
function worldPoint(
  { origin, direction, spacing }: ImagePlacement,
  column: number,
  row: number,
): Types.Point3 {
  const across = (column - 0.5) * (spacing[0] ?? 1);
  const down = (row - 0.5) * (spacing[1] ?? 1);
  const along = (axis: 0 | 1 | 2) =>
    origin[axis] + across * (direction[axis] ?? 0) + down * (direction[axis + 3] ?? 0);
  return [along(0), along(1), along(2)];
}

const FIT: Sight = { centre: { x: 0.5, y: 0.5 }, zoom: 1 };

/** One picture of a series on the screen, with its window, its place and its scale. */
export class FilmView {
  readonly state: Signal<ViewState | undefined> = signal(undefined);
  readonly phase: Signal<ViewPhase> = signal('empty');
  readonly #id: string;
  readonly #element: HTMLDivElement;
  readonly #viewport: Types.IStackViewport;
  readonly #resized: ResizeObserver;
  #slices: readonly Slice[] = [];
  #imageIds: readonly string[] = [];
  #sight: Sight = FIT;
  #isInverted = false;
  #wanted = 0;
  #showing: Promise<void> | undefined;
  #generation = 0;

  constructor(id: string, element: HTMLDivElement) {
    const rendering = start();
    this.#id = id;
    this.#element = element;
    rendering.enableElement({ viewportId: id, element, type: Enums.ViewportType.STACK });
    this.#viewport = rendering.getStackViewport(id);
    element.addEventListener(Enums.Events.IMAGE_RENDERED, this.#onRendered);
    this.#resized = new ResizeObserver(() => this.#onResized());
    this.#resized.observe(element);
    views.add(this);
  }

  /** Shows a series from one of its slices on. */
  async show(series: Series, index: number): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#slices = series.slices;
    this.#imageIds = series.slices.map(imageIdOf);
    this.#sight = FIT;
    this.#isInverted = false;
    this.#wanted = index;
    this.phase.value = 'loading';
    this.state.value = undefined;
    try {
      await loadPictureOnce(this.#imageIds[index] ?? '');
      if (generation !== this.#generation) return;
      await this.#viewport.setStack([...this.#imageIds], index);
      if (generation !== this.#generation) return;
      this.phase.value = 'shown';
      this.#applyInversion();
      this.#apply();
      void this.#loadAhead(generation);
    } catch {
      if (generation === this.#generation) this.phase.value = 'undecodable';
    }
  }

  get count(): number {
    return this.#slices.length;
  }

  /** The index that was last asked for. */
  get wanted(): number {
    return this.#wanted;
  }

  get slice(): Slice | undefined {
    return this.#slices[this.#wanted];
  }

  /** Shows another slice; of several requests while one is being decoded the last counts. */
  goTo(index: number): Promise<void> {
    this.#wanted = Math.min(this.#slices.length - 1, Math.max(0, index));
    this.#showing ??= this.#catchUp().finally(() => {
      this.#showing = undefined;
    });
    return this.#showing;
  }

  step(by: number): Promise<void> {
    return this.goTo(this.#wanted + by);
  }

  get sight(): Sight {
    return this.#sight;
  }

  look(sight: Sight): void {
    this.#sight = { ...sight, zoom: limitZoom(sight.zoom) };
    this.#apply();
  }

  /** Moves the picture so that a box of it is in the middle. */
  lookAt(box: Box): void {
    const upright = this.#upright();
    if (upright !== undefined) this.look(sightOfBox(mapBox(upright.map, box), upright.size));
  }

  /** By pixels of the element. */
  pan(across: number, down: number): void {
    const fit = this.#fit();
    if (fit === undefined) return;
    const { centre, zoom } = this.#sight;
    const scale = fit.scale * zoom;
    this.look({
      zoom,
      centre: {
        x: centre.x - across / (scale * fit.width),
        y: centre.y - down / (scale * fit.height),
      },
    });
  }

  /** Zooms by a factor; the picture stays in place at a point of the element. */
  zoomBy(factor: number, at?: Point): void {
    const { clientWidth, clientHeight } = this.#element;
    const { zoom } = this.#sight;
    const applied = limitZoom(zoom * factor) / zoom;
    const fixed = at ?? { x: clientWidth / 2, y: clientHeight / 2 };
    const across = (clientWidth / 2 - fixed.x) * (1 - applied);
    const down = (clientHeight / 2 - fixed.y) * (1 - applied);
    this.#sight = { ...this.#sight, zoom: zoom * applied };
    this.pan(across, down);
  }

  /** One pixel of the picture for each of the screen. */
  zoomToPixels(): void {
    const state = this.state.peek();
    if (state === undefined) return;
    const { a, b } = state.map;
    this.zoomBy(1 / (Math.hypot(a, b) * window.devicePixelRatio));
  }

  setWindow({ centre, width }: GreyWindow): void {
    const half = Math.max(width, 1) / 2;
    this.#viewport.setProperties({ voiRange: { lower: centre - half, upper: centre + half } });
    this.#viewport.render();
  }

  /** By parts of the window's width. */
  changeWindow(byLevel: number, byWidth: number): void {
    const current = this.state.peek()?.window;
    if (current === undefined) return;
    this.setWindow({
      centre: current.centre + byLevel * current.width,
      width: current.width * (1 + byWidth),
    });
  }

  invert(): void {
    this.#isInverted = !this.#isInverted;
    this.#applyInversion();
    this.#viewport.render();
  }

  /** The window of the file and the whole picture. */
  reset(): void {
    const { windowCenter, windowWidth, voiLUTFunction } = this.#viewport.getCornerstoneImage();
    const [centre = 0] = [windowCenter].flat();
    const [width = 1] = [windowWidth].flat();
    const voiRange = utilities.windowLevel.toLowHighRange(width, centre, voiLUTFunction);
    // The viewport's own way back forgets the inversion of MONOCHROME1.
    this.#isInverted = false;
    this.#viewport.setProperties({ voiRange });
    this.#applyInversion();
    this.look(FIT);
  }

  /** The picture in the size in which it is shown, with the window that is set. */
  paint(): Painting | undefined {
    const state = this.state.peek();
    if (state === undefined || this.phase.peek() !== 'shown') return undefined;
    const upright = this.#upright();
    if (upright === undefined) return undefined;
    const image = this.#viewport.getCornerstoneImage();
    const shown = { width: image.columns, height: image.rows };
    const scale = {
      ...{ a: shown.width / upright.size.width, b: 0, c: 0 },
      ...{ d: shown.height / upright.size.height, e: 0, f: 0 },
    };
    return {
      canvas: paintPicture(image, state.window, state.isInverted !== image.invert),
      map: composeAffine(scale, upright.map),
    };
  }

  /** The point of the picture, as stored, under a point of the element. */
  pointAt(at: Point): Point | undefined {
    const map = this.state.peek()?.map;
    return map && applyAffine(invertAffine(map), at);
  }

  close(): void {
    if (!views.delete(this)) return;
    this.#generation += 1;
    this.#resized.disconnect();
    this.#element.removeEventListener(Enums.Events.IMAGE_RENDERED, this.#onRendered);
    engine?.disableElement(this.#id);
    this.state.value = undefined;
    this.phase.value = 'empty';
  }

  async #catchUp(): Promise<void> {
    let shown: number | undefined;
    while (shown !== this.#wanted) {
      shown = this.#wanted;
      const generation = this.#generation;
      const imageId = this.#imageIds[shown];
      if (imageId === undefined) return;
      try {
        await loadPictureOnce(imageId);
        if (generation !== this.#generation) return;
        await this.#viewport.setImageIdIndex(shown);
        this.phase.value = 'shown';
        this.#applyInversion();
        this.#apply();
      } catch {
        if (generation === this.#generation && shown === this.#wanted) {
          this.phase.value = 'undecodable';
        }
      }
    }
  }

  /** Decodes the rest of the series, the nearest slices first. */
  async #loadAhead(generation: number): Promise<void> {
    const from = this.#wanted;
    const order = this.#imageIds
      .map((imageId, at) => ({ imageId, distance: Math.abs(at - from) }))
      .sort((a, b) => a.distance - b.distance);
    const loadNext = async () => {
      for (let next = order.shift(); next !== undefined; next = order.shift()) {
        if (generation !== this.#generation) return;
        // What cannot be decoded is said when it is to be shown.
        await loadPictureOnce(next.imageId).catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: AHEAD }, loadNext));
  }

  /** The map from the stored to the upright picture, and the size of the latter. */
  #upright(): { readonly map: Affine; readonly size: Size; readonly stored: Size } | undefined {
    const { slice } = this;
    const size = fullSizeOf(this.#viewport.getCurrentImageId() ?? '');
    if (slice === undefined || size === undefined) return undefined;
    const { orientation } = slice.opened;
    const stored = orientation >= 5 ? { width: size.height, height: size.width } : size;
    return { map: uprightMap(stored, orientation), size, stored };
  }

  /** How the whole picture fits: pixels of the element for each unit (mm, or pixels) of the picture. */
  #fit() {
    const data = this.#viewport.getImageData();
    const { clientWidth, clientHeight } = this.#element;
    if (data === undefined || clientWidth === 0 || clientHeight === 0) return undefined;
    const [columns = 1, rows = 1] = data.dimensions;
    const [across = 1, down = 1] = data.spacing;
    const width = columns * across;
    const height = rows * down;
    const scale = Math.min(clientWidth / width, clientHeight / height);
    return { data, columns, rows, width, height, scale };
  }

  /** Said each time: the viewport knows of MONOCHROME1 by itself only where WebGL draws. */
  #applyInversion(): void {
    const { invert } = this.#viewport.getCornerstoneImage();
    this.#viewport.setProperties({ invert: invert !== this.#isInverted });
  }

  #apply(): void {
    const fit = this.#fit();
    if (fit === undefined) return;
    const { centre, zoom } = this.#sight;
    const [x, y, z] = worldPoint(fit.data, centre.x * fit.columns, centre.y * fit.rows);
    const camera = this.#viewport.getCamera();
    const from = camera.focalPoint ?? [x, y, z];
    const position = camera.position ?? [0, 0, 0];
    this.#viewport.setCamera({
      focalPoint: [x, y, z],
      position: [position[0] + x - from[0], position[1] + y - from[1], position[2] + z - from[2]],
      parallelScale: this.#element.clientHeight / (2 * fit.scale * zoom),
    });
    this.#viewport.render();
  }

  readonly #onRendered = (): void => {
    const upright = this.#upright();
    const fit = this.#fit();
    if (upright === undefined || fit === undefined || this.phase.peek() !== 'shown') return;
    const { columns, rows, data } = fit;
    const onCanvas = (column: number, row: number): Point => {
      const [left, top] = this.#viewport.worldToCanvas(worldPoint(data, column, row));
      return { x: left, y: top };
    };
    const corners = [onCanvas(0, 0), onCanvas(columns, 0), onCanvas(0, rows)] as const;
    const { voiRange } = this.#viewport.getProperties();
    this.state.value = {
      map: composeAffine(affineOfCorners(upright.size, corners), upright.map),
      canvas: { width: this.#element.clientWidth, height: this.#element.clientHeight },
      picture: upright.stored,
      index: this.#viewport.getCurrentImageIdIndex(),
      window: voiRange && {
        centre: (voiRange.lower + voiRange.upper) / 2,
        width: voiRange.upper - voiRange.lower,
      },
      isInverted: this.#isInverted,
      sight: this.#sight,
      reduction: upright.size.width / columns,
    };
  };

  #onResized(): void {
    if (this.phase.peek() !== 'shown') return;
    engine?.resize(true, true);
    this.#apply();
  }
}
