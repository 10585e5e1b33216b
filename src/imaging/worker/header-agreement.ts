import { type AppError, invalidField } from '../../core/errors.js';
import { isSameModality } from '../volume/modality.js';

/** Terms that do not state the modality: scans, screenshots, other. */
const SAYS_NOTHING: readonly string[] = ['OT', 'SC', 'XC', ''];

/**
 * Defined terms of Modality that are named to the client (DICOM PS3.3 section C.7.3.1.1.1, those of
 * pictures); any other word in its place may be free text.
 */
const NAMED =
  'BI CR CT DG DX ES GM IO IVOCT IVUS LS MG MR NM OCT OP OPM OPT OPV PT PX RF RG RTIMAGE SM TG ' +
  'US XA';
const NAMED_MODALITIES: readonly string[] = [...NAMED.split(' '), ...SAYS_NOTHING, 'DR', 'XR'];

/**
 * Terms of View Position (0018,5101), PS3.3 sections C.8.1.2 and C.8.11.5, common variants, and
 * OTHER for a View Code that none of them covers.
 */
const NAMED_VIEWS: readonly string[] =
  'AP PA LL RL RLD LLD RLO LLO LAT LATERAL OBLIQUE LORDOTIC OTHER'.split(' ');

/** Modality and view as far as they are known terms: other words may be a name. */
export function namedTerms({ modality, view }: { modality?: string; view?: string }): {
  modality?: string;
  view?: string;
} {
  return {
    ...(modality !== undefined && NAMED_MODALITIES.includes(modality) && { modality }),
    ...(view !== undefined && NAMED_VIEWS.includes(view) && { view }),
  };
}

/**
 * Defined terms of Body Part Examined (DICOM PS3.16, annex L) by the part of the body that they
 * show; terms that span several parts are left out, and never contradict.
 */
const BODY_PARTS: Readonly<Record<string, readonly string[]>> = {
  chest: ['CHEST', 'THORAX', 'LUNG', 'HEART', 'RIB', 'STERNUM', 'BRONCHUS', 'MEDIASTINUM'],
  head: ['HEAD', 'BRAIN', 'SKULL', 'ORBIT', 'SELLA', 'MAXILLA', 'JAW', 'ZYGOMA', 'NOSE', 'EAR'],
  neck: ['NECK', 'CSPINE', 'THYROID', 'LARYNX'],
  abdomen: ['ABDOMEN', 'LIVER', 'KIDNEY', 'PANCREAS', 'SPLEEN', 'STOMACH', 'COLON', 'BLADDER'],
  pelvis: ['PELVIS', 'HIP', 'PROSTATE', 'UTERUS', 'COCCYX', 'SACRUM', 'SIJOINT'],
  spine: ['SPINE', 'LSPINE', 'LSSPINE', 'SSPINE'],
  arm: ['ARM', 'ELBOW', 'FINGER', 'FOREARM', 'HAND', 'HUMERUS', 'THUMB', 'WRIST', 'CLAVICLE'],
  leg: ['LEG', 'ANKLE', 'CALCANEUS', 'FEMUR', 'FOOT', 'KNEE', 'PATELLA', 'TOE', 'THIGH', 'TIBIA'],
  breast: ['BREAST'],
};

const partOf = (term: string) =>
  Object.keys(BODY_PARTS).find((part) => BODY_PARTS[part]?.includes(term));

function modalityFault(requested: string, header: string): AppError | undefined {
  if (SAYS_NOTHING.includes(header) || isSameModality(requested, header)) return undefined;
  const name = NAMED_MODALITIES.includes(header) ? header : 'another';
  return invalidField('modality', `is ${requested}, but the file's header says ${name}`);
}

function bodyPartFault(served: readonly string[], header: string): AppError | undefined {
  const shown = partOf(header);
  const wanted = served.map(partOf);
  return shown === undefined || served.includes(header) || wanted.includes(shown)
    ? undefined
    : invalidField('image_type', `contradicts the file's header, which says ${header}`);
}

/** A defined term, or undefined: other header values are free text and are not repeated. */
const CODE = /^[A-Z]{2,16}$/;

/**
 * Checks that a DICOM header agrees with the request.
 *
 * @param requested the modality of the request
 * @param served defined terms of the body parts that the model reads, if it names any
 * @throws AppError `validation_error` on `modality` or `image_type`
 */
export function checkHeader(
  header: { readonly modality?: string; readonly bodyPart?: string },
  requested: string,
  served: readonly string[] | undefined,
): void {
  const { modality = '', bodyPart = '' } = header;
  const fault =
    (CODE.test(modality) ? modalityFault(requested, modality) : undefined) ??
    (served && CODE.test(bodyPart) ? bodyPartFault(served, bodyPart) : undefined);
  if (fault) throw fault;
}
