import { createHash } from 'node:crypto';
import { groupBy } from '../../core/group.js';
import type { HeldObject } from '../../core/held-object.js';
import type { ImagingResult } from '../../imaging/schema.js';
import {
  clean,
  concept,
  type FiledResource,
  type FileFacts,
  hl7,
  nameOf,
  narrative,
} from './coding.js';
import { fromImaging } from './from-imaging.js';
import type { AnsweredSource } from './provenance.js';

/** A study as far as its objects are held, results among them. */
export type StudyObjects = readonly [HeldObject, ...HeldObject[]];

const DICOM_UID = 'urn:dicom:uid';
const SOP_CLASS = 'urn:ietf:rfc:3986';
const DICOM = 'http://dicom.nema.org/resources/ontology/DCM';

/** An object identifier as a URI (RFC 3061), as FHIR writes the UIDs of DICOM. */
export const uidUrn = (uid: string): string => `urn:oid:${uid}`;

/** How a study is searched for: by the UID that its ImagingStudy has as an identifier. */
export const studyIdentifier = (studyUid: string) => ({
  system: DICOM_UID,
  value: uidUrn(studyUid),
});

const MAX_ID_DIGITS = 40;

/** The id of the ImagingStudy that Wardbox keeps of a study: always the same one. */
export function imagingStudyId(studyUid: string): string {
  const digest = createHash('sha256').update(studyUid).digest('hex');
  return `study-${digest.slice(0, MAX_ID_DIGITS)}`;
}

const DATE = /^(\d{4})(\d{2})(\d{2})$/;

/** The day of a study as FHIR writes it. Its time is left out: DICOM rarely names the time zone. */
function startedOf({ header }: HeldObject): { readonly started?: string } {
  const [, year, month, day] = DATE.exec(header.study.date ?? '') ?? [];
  return year === undefined ? {} : { started: `${year}-${month}-${day}` };
}

/** An optional text of a header; absent where it has no visible character. */
function textOf<K extends string>(name: K, text: string | undefined): { [N in K]?: string } {
  const cleaned = clean(text ?? '');
  return cleaned === '' ? {} : ({ [name]: cleaned } as { [N in K]?: string });
}

/** PS3.5 section 6.2: a code string without inner blanks, as all defined modalities are. */
const CODE_STRING = /^[A-Z0-9_]{1,16}$/;

function modalityOf({ header }: HeldObject) {
  const modality = header.series.modality?.trim() ?? '';
  return { system: DICOM, code: CODE_STRING.test(modality) ? modality : 'OT' };
}

function instanceOf({ instanceUid, sopClassUid, header }: HeldObject) {
  const { instanceNumber } = header;
  return {
    uid: instanceUid,
    sopClass: { system: SOP_CLASS, code: uidUrn(sopClassUid) },
    ...(instanceNumber !== undefined && instanceNumber >= 0 && { number: instanceNumber }),
  };
}

function seriesOf(objects: StudyObjects) {
  const [first] = objects;
  const { number, description, bodyPart } = first.header.series;
  const part = clean(bodyPart ?? '');
  return {
    uid: first.seriesUid,
    ...(number !== undefined && number >= 0 && { number }),
    modality: modalityOf(first),
    ...textOf('description', description),
    numberOfInstances: objects.length,
    ...(part !== '' && { bodySite: { display: part } }),
    instance: objects.map(instanceOf),
  };
}

/**
 * A DICOM study as an ImagingStudy: its series and instances by their UIDs, the result objects of Wardbox
 * among them. It lists what is held here, not what other archives may have of the study.
 *
 * @param subject `Patient/123`
 */
export function imagingStudyOf(objects: StudyObjects, subject: string): FiledResource {
  const [first] = objects;
  const { study } = first.header;
  const series = [...groupBy(objects, ({ seriesUid }) => seriesUid).values()].map(seriesOf);
  const modalities = new Map(series.map(({ modality }) => [modality.code, modality]));
  const accession = clean(study.accessionNumber ?? '');
  const named = [...modalities.keys()].join(', ');
  return {
    resourceType: 'ImagingStudy',
    id: imagingStudyId(first.studyUid),
    text: narrative([
      `Imaging study (${named}): ${series.length} series with ${objects.length} instances are held.`,
    ]),
    identifier: [
      studyIdentifier(first.studyUid),
      ...(accession === ''
        ? []
        : [
            {
              type: concept('Accession number', hl7('v2-0203', 'ACSN', 'Accession ID')),
              value: accession,
            },
          ]),
    ],
    status: 'available',
    modality: [...modalities.values()],
    subject: { reference: subject },
    ...startedOf(first),
    numberOfSeries: series.length,
    numberOfInstances: objects.length,
    ...textOf('description', study.description),
    series,
  };
}

/** A study as the source of an answer. */
export const studySource = ([{ studyUid }]: StudyObjects): AnsweredSource => ({
  identifier: studyIdentifier(studyUid),
  display: 'Images that a DICOM node has sent',
});

/** A reading of a study as FHIR resources: as of any image, with the ImagingStudy that it is about. */
export function fromStudy(
  result: ImagingResult,
  file: FileFacts,
  objects: StudyObjects,
): FiledResource[] {
  const study = imagingStudyOf(objects, file.subject);
  const reference = [{ reference: nameOf(study) }];
  const [report, ...observed] = fromImaging(result, file);
  return [
    study,
    ...(report === undefined ? [] : [{ ...report, imagingStudy: reference }]),
    ...observed.map((one) => ({ ...one, derivedFrom: reference })),
  ];
}
