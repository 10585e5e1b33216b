import type { Attributes } from './attributes.js';
import type { FrameScope } from './frame-scope.js';

export interface PixelSpacing {
  /** Distance between the centres of neighbouring rows, mm. */
  readonly rows: number;
  /** Distance between the centres of neighbouring columns, mm. */
  readonly columns: number;
  readonly from: 'PixelSpacing' | 'ImagerPixelSpacing' | 'NominalScannedPixelSpacing';
}

/** How the image was acquired; nothing here identifies the patient. */
export interface Acquisition {
  readonly modality?: string;
  readonly view?: string;
  readonly laterality?: string;
  readonly bodyPart?: string;
  /**
   * The side of the patient at the right edge of the image. Radiographs are viewed with the
   * patient's left there; `right` is a mirrored or upside-down image.
   */
  readonly rowsRunTo?: 'left' | 'right';
  readonly pixelSpacingMm?: PixelSpacing;
}

/** Free text in a code string is ignored: it may be a name. */
const CODE_STRING = /^[A-Z0-9_ ]{1,16}$/;

/**
 * Codes of View Code Sequence, SNOMED CT and the older SNOMED-RT ones (DICOM CID 4010 "DX View",
 * and two formerly used for PA), as View Position spells them.
 */
const VIEWS: Readonly<Record<string, string>> = {
  '399348003': 'AP',
  'R-10206': 'AP',
  '272479007': 'PA',
  'R-40888': 'PA',
  '399066004': 'PA',
  'R-10214': 'PA',
  '399173006': 'LL',
  'R-10236': 'LL',
  '399198007': 'RL',
  'R-10232': 'RL',
  '399067008': 'LATERAL',
  'R-102CD': 'LATERAL',
  '399260004': 'LATERAL',
  'R-10224': 'LATERAL',
  '399352003': 'LATERAL',
  'R-10228': 'LATERAL',
};

/** "Frontal" does not state the direction of the rays, like a missing code. */
const FRONTAL: readonly string[] = ['399033003', 'R-10202'];

/** Short, long and URN code value: PS3.3 table 8.8-1. */
const CODE_VALUES = ['x00080100', 'x00080119', 'x00080120'];

const SPACINGS = [
  ['x00280030', 'PixelSpacing'],
  ['x00181164', 'ImagerPixelSpacing'],
  ['x00182010', 'NominalScannedPixelSpacing'],
] as const;
const PIXEL_MEASURES = 'x00289110';
const FRAME_ANATOMY = 'x00209071';
const FRAME_ORIENTATION = 'x00209453';

/** Plausible distance of pixels, mm. */
const MIN_SPACING = 0.01;
const MAX_SPACING = 10;

function codeString(attributes: Attributes, tag: string): string | undefined {
  const text = attributes.text(tag)?.toUpperCase();
  return text !== undefined && CODE_STRING.test(text) ? text : undefined;
}

function readView(attributes: Attributes): string | undefined {
  const position = codeString(attributes, 'x00185101');
  if (position !== undefined) return position;
  const item = attributes.item('x00540220');
  const code = CODE_VALUES.map((tag) => item?.text(tag)).find((text) => text !== undefined);
  if (code === undefined || FRONTAL.includes(code)) return undefined;
  return Object.hasOwn(VIEWS, code) ? VIEWS[code] : 'OTHER';
}

function readLaterality(scope: FrameScope): string | undefined {
  const tags = ['x00209072', 'x00200062', 'x00200060'];
  const texts = scope(FRAME_ANATOMY).flatMap((place) => tags.map((tag) => place.text(tag)));
  return texts.find((text) => text !== undefined && /^[RLUB]$/.test(text));
}

/** Patient Orientation (PS3.3 C.7.6.1.1.1) of people: directions of rows and columns. */
function readRowsRunTo(scope: FrameScope): 'left' | 'right' | undefined {
  for (const place of scope(FRAME_ORIENTATION)) {
    const directions = place.texts('x00200020');
    if (directions.length !== 2) continue;
    if (!directions.every((direction) => /^[APRLHF]{1,3}$/.test(direction))) continue;
    if (directions[0]?.startsWith('L')) return 'left';
    return directions[0]?.startsWith('R') ? 'right' : undefined;
  }
  return undefined;
}

const isSpacing = (distance: number) => distance >= MIN_SPACING && distance <= MAX_SPACING;

function spacingOf(place: Attributes): PixelSpacing | undefined {
  for (const [tag, from] of SPACINGS) {
    const [rows = 0, columns = 0] = place.decimals(tag);
    if (isSpacing(rows) && isSpacing(columns)) return { rows, columns, from };
  }
  return undefined;
}

/** Returns how the image was acquired, as far as the header states it in codes. */
export function readAcquisition(attributes: Attributes, scope: FrameScope): Acquisition {
  const modality = codeString(attributes, 'x00080060');
  const view = readView(attributes);
  const laterality = readLaterality(scope);
  const bodyPart = codeString(attributes, 'x00180015');
  const rowsRunTo = readRowsRunTo(scope);
  const spacings = scope(PIXEL_MEASURES).map(spacingOf);
  const pixelSpacingMm = spacings.find((spacing) => spacing !== undefined);
  return {
    ...(modality !== undefined && { modality }),
    ...(view !== undefined && { view }),
    ...(laterality !== undefined && { laterality }),
    ...(bodyPart !== undefined && { bodyPart }),
    ...(rowsRunTo !== undefined && { rowsRunTo }),
    ...(pixelSpacingMm !== undefined && { pixelSpacingMm }),
  };
}
