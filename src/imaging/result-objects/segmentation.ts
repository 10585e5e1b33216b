import type { DataSet } from '../../core/dicom-data-set.js';
import type { ImagingResult } from '../schema.js';
import {
  ANATOMICAL_STRUCTURE,
  type Code,
  codeItem,
  DCM,
  inWords,
  NOT_VERIFIED,
  structureCode,
} from './codes.js';
import { referencedSop } from './content-items.js';
import { packBits, rasterise } from './rasterise.js';
import { commonModules, type ResultContext, resultUid, singleImage } from './result-context.js';
import type { SourceFacts } from './source-facts.js';

const SEGMENTATION_STORAGE = '1.2.840.10008.5.1.4.1.1.66.4';
const SERIES_NUMBER = 9_903;
const PART = 'segmentation';
/** Segment Identification Sequence and Referenced Segment Number: frames are ordered by it. */
const SEGMENT_GROUP = 0x0062_000a;
const SEGMENT_NUMBER = 0x0062_000b;

/** As L* 0..100, a* and b* −128..127 scaled to 16 bits (PS3.3 C.10.7.1.1): distinct on grey. */
const COLOURS: ReadonlyArray<readonly [number, number, number]> = [
  [43_000, 49_000, 45_000],
  [50_000, 26_000, 47_000],
  [45_000, 30_000, 22_000],
  [56_000, 33_000, 54_000],
];

type Outline = NonNullable<ImagingResult['outlines']>[number];
type Model = ImagingResult['models'][number];

/** The model that outlines runs before the one that reads, whose part of the image it finds. */
function segmenterOf({ models }: ImagingResult): Model {
  const [first] = models;
  if (first === undefined) throw new TypeError('outlines without a model');
  return first;
}

const coded = ({ code, modifier }: { code: Code; modifier?: Code | undefined }): DataSet => ({
  ...codeItem(code),
  ...(modifier && { SegmentedPropertyTypeModifierCodeSequence: [codeItem(modifier)] }),
});

function segment(context: ResultContext, { structure }: Outline, at: number): DataSet {
  const { id, version, backend } = segmenterOf(context.result);
  return {
    SegmentNumber: at + 1,
    SegmentLabel: inWords(structure),
    SegmentDescription: NOT_VERIFIED,
    SegmentAlgorithmType: 'AUTOMATIC',
    SegmentAlgorithmName: `${id} ${version}`,
    SegmentationAlgorithmIdentificationSequence: [
      {
        AlgorithmFamilyCodeSequence: [codeItem(DCM.artificialIntelligence)],
        AlgorithmName: id,
        AlgorithmVersion: version,
        AlgorithmParameters: `backend=${backend}`,
      },
    ],
    SegmentedPropertyCategoryCodeSequence: [codeItem(ANATOMICAL_STRUCTURE)],
    SegmentedPropertyTypeCodeSequence: [coded(structureCode(structure))],
    RecommendedDisplayCIELabValue: COLOURS[at % COLOURS.length] ?? [],
    TrackingID: structure,
    TrackingUID: resultUid(context, 'tracking', `outline-${structure}`),
  };
}

/**
 * Where the frames are in the patient: known where the image states its frame of reference, position,
 * orientation, spacing and thickness, as each is of no use without the others.
 */
function placeOf({ frameOfReferenceUid, plane, pixelSpacing, sliceThickness }: SourceFacts) {
  if (frameOfReferenceUid === undefined || plane === undefined) return undefined;
  if (pixelSpacing === undefined || sliceThickness === undefined) return undefined;
  return {
    frameOfReference: {
      FrameOfReferenceUID: frameOfReferenceUid,
      PositionReferenceIndicator: '',
    },
    sharedGroups: {
      PixelMeasuresSequence: [{ PixelSpacing: pixelSpacing, SliceThickness: sliceThickness }],
      PlaneOrientationSequence: [{ ImageOrientationPatient: plane.orientation }],
      PlanePositionSequence: [{ ImagePositionPatient: plane.position }],
    },
  };
}

function frameGroups(source: DataSet, at: number): DataSet {
  return {
    DerivationImageSequence: [
      {
        DerivationCodeSequence: [codeItem(DCM.segmentation)],
        SourceImageSequence: [
          {
            ...source,
            SpatialLocationsPreserved: 'YES',
            PurposeOfReferenceCodeSequence: [codeItem(DCM.processedImage)],
          },
        ],
      },
    ],
    FrameContentSequence: [{ DimensionIndexValues: [at + 1] }],
    SegmentIdentificationSequence: [{ ReferencedSegmentNumber: at + 1 }],
  };
}

/** Why the outlines cannot be kept as a segmentation. */
function whyNone({ result }: ResultContext, facts: SourceFacts): string | undefined {
  const { outlines = [], series, image } = result;
  if (outlines.length === 0) return 'no structure was outlined';
  if (series !== undefined) return 'outlines of a series are not kept as a segmentation';
  const isSame = image.width === facts.columns && image.height === facts.rows;
  return isSame ? undefined : 'the file is not the image that was outlined';
}

/**
 * The outlined structures as a binary segmentation (PS3.3 A.51): one segment and one frame for each,
 * in the pixels of the image.
 *
 * @returns why there is none, where no structure was outlined
 */
export function segmentation(
  context: ResultContext,
  facts: SourceFacts,
): DataSet | { readonly reason: string } {
  const { outlines = [] } = context.result;
  const source = singleImage(context);
  const reason = whyNone(context, facts);
  if (reason !== undefined || source === undefined) {
    return { reason: reason ?? 'the image is not known' };
  }
  const { rows, columns, orientation } = facts;
  const place = placeOf(facts);
  const { image } = context;
  const dimensions = resultUid(context, PART, 'dimensions');
  const masks = outlines.map(({ rings }) => rasterise(rings, rows, columns));
  return {
    ...commonModules(context, {
      sopClassUid: SEGMENTATION_STORAGE,
      modality: 'SEG',
      part: PART,
      seriesNumber: SERIES_NUMBER,
    }),
    ...(place ? place.frameOfReference : { PatientOrientation: orientation }),
    ImageType: ['DERIVED', 'PRIMARY'],
    ContentLabel: 'AI_NOT_VERIFIED',
    ContentDescription: NOT_VERIFIED,
    ContentCreatorName: '',
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    NumberOfFrames: outlines.length,
    Rows: rows,
    Columns: columns,
    BitsAllocated: 1,
    BitsStored: 1,
    HighBit: 0,
    PixelRepresentation: 0,
    LossyImageCompression: facts.lossy ? '01' : '00',
    SegmentationType: 'BINARY',
    SegmentSequence: outlines.map((outline, at) => segment(context, outline, at)),
    DimensionOrganizationSequence: [{ DimensionOrganizationUID: dimensions }],
    DimensionIndexSequence: [
      {
        DimensionOrganizationUID: dimensions,
        DimensionIndexPointer: SEGMENT_NUMBER,
        FunctionalGroupPointer: SEGMENT_GROUP,
        DimensionDescriptionLabel: 'Segment',
      },
    ],
    SharedFunctionalGroupsSequence: [place?.sharedGroups ?? {}],
    PerFrameFunctionalGroupsSequence: outlines.map((_, at) =>
      frameGroups(referencedSop(source), at),
    ),
    ReferencedSeriesSequence: [
      {
        SeriesInstanceUID: image.seriesUid,
        ReferencedInstanceSequence: [
          {
            ReferencedSOPClassUID: image.sopClassUid,
            ReferencedSOPInstanceUID: image.instanceUid,
          },
        ],
      },
    ],
    PixelData: packBits(masks),
  };
}
