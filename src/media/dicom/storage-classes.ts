import { TRANSFER_SYNTAXES } from './transfer-syntax.js';

/** SOP classes of images that are stored (PS3.4 section B.5), with their names. */
const IMAGES: readonly (readonly [uid: string, name: string])[] = [
  ['1.2.840.10008.5.1.4.1.1.1', 'Computed Radiography Image'],
  ['1.2.840.10008.5.1.4.1.1.1.1', 'Digital X-Ray Image, for presentation'],
  ['1.2.840.10008.5.1.4.1.1.1.1.1', 'Digital X-Ray Image, for processing'],
  ['1.2.840.10008.5.1.4.1.1.2', 'CT Image'],
  ['1.2.840.10008.5.1.4.1.1.2.1', 'Enhanced CT Image'],
  ['1.2.840.10008.5.1.4.1.1.2.2', 'Legacy Converted Enhanced CT Image'],
  ['1.2.840.10008.5.1.4.1.1.4', 'MR Image'],
  ['1.2.840.10008.5.1.4.1.1.4.1', 'Enhanced MR Image'],
  ['1.2.840.10008.5.1.4.1.1.4.4', 'Legacy Converted Enhanced MR Image'],
  ['1.2.840.10008.5.1.4.1.1.7', 'Secondary Capture Image'],
  ['1.2.840.10008.5.1.4.1.1.7.2', 'Multi-frame Grayscale Byte Secondary Capture Image'],
  ['1.2.840.10008.5.1.4.1.1.7.3', 'Multi-frame Grayscale Word Secondary Capture Image'],
  ['1.2.840.10008.5.1.4.1.1.7.4', 'Multi-frame True Color Secondary Capture Image'],
];

/** Those of reports, in which a person may verify a result. */
const REPORTS: readonly (readonly [uid: string, name: string])[] = [
  ['1.2.840.10008.5.1.4.1.1.88.11', 'Basic Text SR'],
  ['1.2.840.10008.5.1.4.1.1.88.22', 'Enhanced SR'],
  ['1.2.840.10008.5.1.4.1.1.88.33', 'Comprehensive SR'],
  ['1.2.840.10008.5.1.4.1.1.88.34', 'Comprehensive 3D SR'],
];

/** UID → name of all SOP classes that are stored. */
export const STORAGE_CLASSES: ReadonlyMap<string, string> = new Map([...IMAGES, ...REPORTS]);

const REPORT_UIDS = new Set(REPORTS.map(([uid]) => uid));

export const isReportClass = (sopClassUid: string): boolean => REPORT_UIDS.has(sopClassUid);

/** JPIP objects only point to their pixels. */
const hasPixels = ({ name }: { readonly name: string }) => !name.startsWith('JPIP');

/** Transfer syntaxes whose pixels can be decoded. */
export const DECODED_SYNTAXES: ReadonlySet<string> = new Set(
  TRANSFER_SYNTAXES.filter(
    (syntax) => (syntax.encapsulated ? syntax.decode !== undefined : true) && hasPixels(syntax),
  ).map(({ uid }) => uid),
);
