import type { DescribedObject } from '../../../core/received-object.js';
import type { Level, SearchEntry } from './search-entry.js';

type Value = string | number | undefined;

/** An attribute that can be matched and is returned (PS3.18 tables 10.6.1-5 and 10.6.3-3 to -5). */
export interface SearchAttribute {
  /** Eight upper-case hexadecimal digits. */
  readonly tag: string;
  readonly keyword: string;
  readonly vr: string;
  readonly level: Level;
  /** Returned without a value where there is none. */
  readonly required: boolean;
  /** Whether it can be searched by. */
  readonly isKey: boolean;
  readonly values: (entry: SearchEntry) => readonly Value[];
}

type One = (entry: SearchEntry) => Value;

const row =
  (level: Level, required: boolean, isKey: boolean) =>
  (tag: string, vr: string, keyword: string, value: One): SearchAttribute => ({
    tag,
    keyword,
    vr,
    level,
    required,
    isKey,
    values: (entry) => [value(entry)],
  });

const studyKey = row('study', true, true);
const studyFact = row('study', true, false);
const moreOfStudy = row('study', false, true);
const seriesKey = row('series', true, true);
const seriesFact = row('series', true, false);
const moreOfSeries = row('series', false, true);
const instanceKey = row('instance', true, true);
const instanceFact = row('instance', false, false);
const moreOfInstance = row('instance', false, true);

/** Of reports alone. */
function verificationOf({ report }: DescribedObject): string | undefined {
  return report && (report.verified ? 'VERIFIED' : 'UNVERIFIED');
}

export const SEARCH_ATTRIBUTES: readonly SearchAttribute[] = [
  studyKey('00080020', 'DA', 'StudyDate', ({ header }) => header.study.date),
  studyKey('00080030', 'TM', 'StudyTime', ({ header }) => header.study.time),
  studyKey('00080050', 'SH', 'AccessionNumber', ({ header }) => header.study.accessionNumber),
  studyFact('00080056', 'CS', 'InstanceAvailability', () => 'ONLINE'),
  {
    tag: '00080061',
    keyword: 'ModalitiesInStudy',
    vr: 'CS',
    level: 'study',
    required: true,
    isKey: true,
    values: ({ study }) => study.modalities,
  },
  studyKey(
    '00080090',
    'PN',
    'ReferringPhysicianName',
    ({ header }) => header.study.referringPhysician,
  ),
  moreOfStudy('00081030', 'LO', 'StudyDescription', ({ header }) => header.study.description),
  studyKey('00100010', 'PN', 'PatientName', ({ header }) => header.patient.name),
  studyKey('00100020', 'LO', 'PatientID', ({ header }) => header.patient.id),
  moreOfStudy('00100021', 'LO', 'IssuerOfPatientID', ({ header }) => header.patient.issuer),
  studyKey('00100030', 'DA', 'PatientBirthDate', ({ header }) => header.patient.birthDate),
  studyKey('00100040', 'CS', 'PatientSex', ({ header }) => header.patient.sex),
  studyKey('0020000D', 'UI', 'StudyInstanceUID', ({ study }) => study.uid),
  studyKey('00200010', 'SH', 'StudyID', ({ header }) => header.study.id),
  studyFact('00201206', 'IS', 'NumberOfStudyRelatedSeries', ({ study }) => study.series),
  studyFact('00201208', 'IS', 'NumberOfStudyRelatedInstances', ({ study }) => study.instances),
  seriesKey('00080060', 'CS', 'Modality', ({ header }) => header.series.modality),
  moreOfSeries('00081010', 'SH', 'StationName', ({ header }) => header.series.stationName),
  moreOfSeries('0008103E', 'LO', 'SeriesDescription', ({ header }) => header.series.description),
  moreOfSeries('00180015', 'CS', 'BodyPartExamined', ({ header }) => header.series.bodyPart),
  seriesKey('0020000E', 'UI', 'SeriesInstanceUID', ({ series }) => series?.uid),
  seriesKey('00200011', 'IS', 'SeriesNumber', ({ header }) => header.series.number),
  seriesFact('00201209', 'IS', 'NumberOfSeriesRelatedInstances', ({ series }) => series?.instances),
  instanceKey('00080016', 'UI', 'SOPClassUID', ({ instance }) => instance?.sopClassUid),
  instanceKey('00080018', 'UI', 'SOPInstanceUID', ({ instance }) => instance?.uid),
  instanceKey('00200013', 'IS', 'InstanceNumber', ({ header }) => header.instanceNumber),
  instanceFact('00280008', 'IS', 'NumberOfFrames', ({ header }) => header.frames),
  instanceFact('00280010', 'US', 'Rows', ({ header }) => header.rows),
  instanceFact('00280011', 'US', 'Columns', ({ header }) => header.columns),
  instanceFact('00280100', 'US', 'BitsAllocated', ({ header }) => header.bitsAllocated),
  moreOfInstance('0040A493', 'CS', 'VerificationFlag', ({ header }) => verificationOf(header)),
];

const DEPTH: Readonly<Record<Level, number>> = { study: 0, series: 1, instance: 2 };

/** Whether an attribute belongs to a level or to one above it. */
export const isWithin = ({ level }: SearchAttribute, searched: Level): boolean =>
  DEPTH[level] <= DEPTH[searched];

const BY_NAME = new Map(
  SEARCH_ATTRIBUTES.flatMap((one) => [
    [one.tag, one] as const,
    [one.keyword.toUpperCase(), one] as const,
  ]),
);

/** @param name a keyword, or eight hexadecimal digits */
export const searchAttribute = (name: string): SearchAttribute | undefined =>
  BY_NAME.get(name.toUpperCase());
