import type { DataSet } from '../../core/dicom-data-set.js';
import type { Finding } from '../schema.js';

/** A coded concept (PS3.3 section 8.8). */
export interface Code {
  readonly value: string;
  /** Coding Scheme Designator. */
  readonly scheme: string;
  readonly meaning: string;
}

const dcm = (value: string, meaning: string): Code => ({ value, scheme: 'DCM', meaning });
const sct = (value: string, meaning: string): Code => ({ value, scheme: 'SCT', meaning });

/** For what no standard scheme has a code that fits. */
export const PRIVATE_SCHEME = '99WARDBOX';
export const ownCode = (value: string, meaning: string): Code => ({
  value,
  scheme: PRIVATE_SCHEME,
  meaning,
});

/** Words that every object shows: nobody may take it for the report of a radiologist. */
export const NOT_VERIFIED = 'AI result - not verified';

/** PS3.16 annex D. */
export const DCM = {
  measurementReport: dcm('126000', 'Imaging Measurement Report'),
  language: dcm('121049', 'Language of Content Item and Descendants'),
  titleModifier: dcm('113011', 'Document Title Modifier'),
  observerType: dcm('121005', 'Observer Type'),
  device: dcm('121007', 'Device'),
  deviceUid: dcm('121012', 'Device Observer UID'),
  deviceName: dcm('121013', 'Device Observer Name'),
  deviceManufacturer: dcm('121014', 'Device Observer Manufacturer'),
  deviceModel: dcm('121015', 'Device Observer Model Name'),
  procedure: dcm('121058', 'Procedure reported'),
  comment: dcm('121106', 'Comment'),
  library: dcm('111028', 'Image Library'),
  libraryGroup: dcm('126200', 'Image Library Group'),
  modality: dcm('121139', 'Modality'),
  measurements: dcm('126010', 'Imaging Measurements'),
  group: dcm('125007', 'Measurement Group'),
  trackingId: dcm('112039', 'Tracking Identifier'),
  trackingUid: dcm('112040', 'Tracking Unique Identifier'),
  finding: dcm('121071', 'Finding'),
  probability: dcm('122157', 'Probability'),
  region: dcm('111030', 'Image Region'),
  sourceImage: dcm('121324', 'Source Image'),
  measurementSource: dcm('121112', 'Source of Measurement'),
  algorithmName: dcm('111001', 'Algorithm Name'),
  algorithmVersion: dcm('111003', 'Algorithm Version'),
  algorithmParameters: dcm('111002', 'Algorithm Parameters'),
  segmentation: dcm('113076', 'Segmentation'),
  processedImage: dcm('121322', 'Source image for image processing operation'),
  artificialIntelligence: dcm('123110', 'Artificial Intelligence'),
  impression: dcm('121073', 'Impression'),
  recommendation: dcm('121075', 'Recommendation'),
} as const;

export const ENGLISH: Code = { value: 'en', scheme: 'RFC5646', meaning: 'English' };
export const LATERALITY = sct('272741003', 'Laterality');

export const SIDES = {
  left: sct('7771000', 'Left'),
  right: sct('24028007', 'Right'),
  both: sct('51440002', 'Bilateral'),
} as const;

export const SEVERITIES = {
  mild: sct('255604002', 'Mild'),
  moderate: sct('6736007', 'Moderate'),
  severe: sct('24484000', 'Severe'),
} as const;

export const URGENCIES = {
  routine: ownCode('ROUTINE', 'Routine'),
  soon: ownCode('SOON', 'Soon'),
  urgent: ownCode('URGENT', 'Urgent'),
  immediate: ownCode('IMMEDIATE', 'Immediate'),
} as const;

/** Concepts of this product. */
export const OWN = {
  notVerified: ownCode('NOT-VERIFIED', NOT_VERIFIED),
  notAssessed: ownCode('NOT-ASSESSED', 'Not assessed'),
  extent: ownCode('EXTENT', 'Radiographic extent (not the state of the patient)'),
  threshold: ownCode('THRESHOLD', 'Lowest probability at which the finding is reported'),
  limit: ownCode('LIMIT', 'Values above it are abnormal'),
  quality: ownCode('QUALITY', 'Quality of the measurement'),
  good: ownCode('GOOD', 'Good'),
  limited: ownCode('LIMITED', 'Limited'),
  warning: ownCode('WARNING', 'Warning'),
  urgency: ownCode('URGENCY', 'Urgency'),
  reason: ownCode('REASON', 'Reason'),
  algorithms: ownCode('ALGORITHMS', 'Algorithms that were used'),
  algorithm: ownCode('ALGORITHM', 'Algorithm'),
  comparison: ownCode('COMPARISON', 'Comparison with an earlier image'),
  change: ownCode('CHANGE', 'Change'),
  probabilities: ownCode('PROBABILITIES', 'Probabilities of all that was looked for'),
  label: ownCode('LABEL', 'What was looked for'),
  series: ownCode('SERIES', 'Series that was read'),
  images: ownCode('IMAGES', 'Images of the series'),
  slices: ownCode('SLICES', 'Slices along the axis'),
  assessedSlices: ownCode('ASSESSED-SLICES', 'Slices that were assessed'),
  keyImage: ownCode('KEY-IMAGE', 'Key image'),
  slice: ownCode('SLICE', 'Slice along the axis, from 1'),
  position: ownCode('POSITION', 'Position along the axis'),
  analysis: ownCode('ANALYSIS', 'Analysis of Wardbox'),
} as const;

/** CID 29, for what is read here. */
const MODALITIES: Readonly<Record<string, Code>> = {
  CR: dcm('CR', 'Computed Radiography'),
  DX: dcm('DX', 'Digital Radiography'),
  CT: dcm('CT', 'Computed Tomography'),
  MR: dcm('MR', 'Magnetic Resonance'),
};

export const modalityCode = (modality: string | undefined): Code | undefined =>
  modality === undefined ? undefined : MODALITIES[modality];

/** What was done, as far as the type of the image says it. */
export function procedureCode(imageType: string | undefined, modality: string | undefined): Code {
  if (imageType?.startsWith('head_ct') || imageType === 'ct_head') {
    return sct('303653007', 'CT of head');
  }
  if (imageType?.startsWith('chest_xray')) return ownCode('CHEST-XRAY', 'Chest radiography');
  if (imageType?.startsWith('brain_mr')) return ownCode('BRAIN-MR', 'MRI of brain');
  if (modality === 'CT') return sct('77477000', 'Computed tomography');
  return ownCode('IMAGING', 'Imaging procedure');
}

/** FHIR's names of code systems, and those of DICOM (PS3.16 chapter 8). */
const SCHEMES: Readonly<Record<string, string>> = {
  'http://snomed.info/sct': 'SCT',
  'http://loinc.org': 'LN',
  'http://radlex.org': 'RADLEX',
  'http://www.radlex.org': 'RADLEX',
};

/** A finding in its code system, otherwise by its label. */
export function findingCode({ label, finding, code }: Finding): Code {
  const scheme = code && SCHEMES[code.system];
  if (code === undefined || scheme === undefined) return ownCode(label, finding);
  return { value: code.code, scheme, meaning: code.display };
}

const UNITS: Readonly<Record<string, string>> = {
  '1': 'no units',
  mm: 'mm',
  '{pixels}': 'pixels',
  '%': 'percent',
};

/** A unit of UCUM. */
export const unitCode = (unit: string): Code => ({
  value: unit,
  scheme: 'UCUM',
  meaning: UNITS[unit] ?? unit,
});

const MAX_SHORT_CODE = 16;

/** An item of a code sequence. */
export const codeItem = ({ value, scheme, meaning }: Code): DataSet => ({
  // Code Value is an SH; longer ones have an attribute of their own.
  ...(value.length > MAX_SHORT_CODE ? { LongCodeValue: value } : { CodeValue: value }),
  CodingSchemeDesignator: scheme,
  CodeMeaning: meaning,
});

/** What the designators of coding schemes stand for (PS3.16 chapter 8). */
export const CODING_SCHEMES: readonly DataSet[] = [
  {
    CodingSchemeDesignator: PRIVATE_SCHEME,
    CodingSchemeName: 'Labels of installed models and concepts of Wardbox',
    CodingSchemeResponsibleOrganization: 'Wardbox',
  },
  {
    CodingSchemeDesignator: 'DCM',
    CodingSchemeRegistry: 'HL7',
    CodingSchemeUID: '1.2.840.10008.2.16.4',
    CodingSchemeName: 'DICOM Controlled Terminology',
  },
  {
    CodingSchemeDesignator: 'SCT',
    CodingSchemeRegistry: 'HL7',
    CodingSchemeUID: '2.16.840.1.113883.6.96',
    CodingSchemeName: 'SNOMED CT',
  },
  {
    CodingSchemeDesignator: 'UCUM',
    CodingSchemeRegistry: 'HL7',
    CodingSchemeUID: '2.16.840.1.113883.6.8',
    CodingSchemeName: 'Unified Code for Units of Measure',
  },
];

/** `cardiothoracic_ratio` → `Cardiothoracic ratio`. */
export const inWords = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

/** CID 7150. */
export const ANATOMICAL_STRUCTURE = sct('91723000', 'Anatomical Structure');

const LUNG = sct('39607008', 'Lung');
const STRUCTURES: Readonly<Record<string, { readonly code: Code; readonly modifier?: Code }>> = {
  heart: { code: sct('80891009', 'Heart') },
  lung: { code: LUNG },
  left_lung: { code: LUNG, modifier: SIDES.left },
  right_lung: { code: LUNG, modifier: SIDES.right },
};

/** What a model outlined, with the side of the patient where its name says it. */
export function structureCode(name: string): { readonly code: Code; readonly modifier?: Code } {
  return Object.hasOwn(STRUCTURES, name)
    ? (STRUCTURES[name] ?? { code: ownCode(name, inWords(name)) })
    : { code: ownCode(name, inWords(name)) };
}
