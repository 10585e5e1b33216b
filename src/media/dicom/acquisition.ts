import type { Attributes } from './attributes.js';
import type { FrameScope } from './frame-scope.js';

export interface PixelSpacing {
  /** Distance between the centres of neighbouring rows, mm. */
  readonly rows: number;
  /** Distance between the centres of neighbouring columns, mm. */
  readonly columns: number;
  readonly from: 'PixelSpacing' | 'ImagerPixelSpacing' | 'NominalScannedPixelSpacing';
}

/** How the picture was taken; none of it tells who was in front of the machine. */
export interface Acquisition {
  readonly modality?: string;
  readonly view?: string;
  readonly laterality?: string;
  readonly bodyPart?: string;
  readonly pixelSpacingMm?: PixelSpacing;
}

/** Free text that ended up in a code string is no code: it may be a name. */
const CODE_STRING = /^[A-Z0-9_ ]{1,16}$/;

/**
 * Codes of View Code Sequence, SNOMED CT and the older SNOMED-RT ones (DICOM CID 4010 "DX View"),
 * as View Position spells them.
 */
const VIEWS: Readonly<Record<string, string>> = {
  '399348003': 'AP',
  'R-10206': 'AP',
  '399066004': 'PA',
  'R-10214': 'PA',
  '399173006': 'LL',
  'R-10236': 'LL',
  '399198007': 'RL',
  'R-10232': 'RL',
  '399067008': 'LATERAL',
  'R-102CD': 'LATERAL',
};

const SPACINGS = [
  ['x00280030', 'PixelSpacing'],
  ['x00181164', 'ImagerPixelSpacing'],
  ['x00182010', 'NominalScannedPixelSpacing'],
] as const;
const PIXEL_MEASURES = 'x00289110';
const FRAME_ANATOMY = 'x00209071';

function codeString(attributes: Attributes, tag: string): string | undefined {
  const text = attributes.text(tag)?.toUpperCase();
  return text !== undefined && CODE_STRING.test(text) ? text : undefined;
}

function readView(attributes: Attributes): string | undefined {
  const position = codeString(attributes, 'x00185101');
  if (position !== undefined) return position;
  const code = attributes.item('x00540220')?.text('x00080100');
  return code === undefined || !Object.hasOwn(VIEWS, code) ? undefined : VIEWS[code];
}

function readLaterality(scope: FrameScope): string | undefined {
  const tags = ['x00209072', 'x00200062', 'x00200060'];
  const found = scope(FRAME_ANATOMY).flatMap((place) => tags.map((tag) => place.text(tag)));
  return found.find((text) => text !== undefined && /^[RLUB]$/.test(text));
}

function spacingOf(place: Attributes): PixelSpacing | undefined {
  for (const [tag, from] of SPACINGS) {
    const [rows = 0, columns = 0] = place.decimals(tag);
    if (rows > 0 && columns > 0 && Number.isFinite(rows * columns)) return { rows, columns, from };
  }
  return undefined;
}

/** How the picture was taken, as far as the header says so in codes. */
export function readAcquisition(attributes: Attributes, scope: FrameScope): Acquisition {
  const modality = codeString(attributes, 'x00080060');
  const view = readView(attributes);
  const laterality = readLaterality(scope);
  const bodyPart = codeString(attributes, 'x00180015');
  const spacings = scope(PIXEL_MEASURES).map(spacingOf);
  const pixelSpacingMm = spacings.find((spacing) => spacing !== undefined);
  return {
    ...(modality !== undefined && { modality }),
    ...(view !== undefined && { view }),
    ...(laterality !== undefined && { laterality }),
    ...(bodyPart !== undefined && { bodyPart }),
    ...(pixelSpacingMm !== undefined && { pixelSpacingMm }),
  };
}
