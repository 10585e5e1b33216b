import type { Finding, ImagingResult, Measurement } from '../../imaging/schema.js';
import {
  type Coding,
  concept,
  type FiledResource,
  type FileFacts,
  hl7,
  LOINC,
  nameOf,
  note,
  opening,
  percent,
  quantity,
} from './coding.js';

const IMAGING = concept('Imaging', hl7('observation-category', 'imaging', 'Imaging'));
const PRESENT = { system: LOINC, code: 'LA9633-4', display: 'Present' };
const STUDY = { system: LOINC, code: '18748-4', display: 'Diagnostic imaging study' };

/** HL7 table 0074 by the modality of the DICOM header; radiology where the header has none. */
const SECTIONS: Readonly<Record<string, Coding>> = {
  CT: hl7('v2-0074', 'CT', 'CAT Scan'),
  MR: hl7('v2-0074', 'NMR', 'Nuclear Magnetic Resonance'),
};
const RADIOLOGY = hl7('v2-0074', 'RAD', 'Radiology');

const SIDES: Readonly<Record<string, string>> = {
  left: 'left side',
  right: 'right side',
  both: 'both sides',
};

const timesOf = ({ created_at }: ImagingResult) => ({
  effectiveDateTime: created_at,
  issued: created_at,
});

function findingOf(finding: Finding, result: ImagingResult, file: FileFacts): FiledResource {
  const { finding: name, code, side, probability, threshold, severity } = finding;
  const statement = `${name}: present, probability ${percent(probability)}.`;
  return {
    ...opening('Observation', result.analysis_id, file, [statement]),
    status: 'preliminary',
    category: [IMAGING],
    code: concept(name, ...(code ? [code] : [])),
    ...timesOf(result),
    valueCodeableConcept: concept('Present', PRESENT),
    interpretation: [concept('Positive', hl7('v3-ObservationInterpretation', 'POS', 'Positive'))],
    ...(side && { bodySite: concept(SIDES[side] ?? side) }),
    component: [
      { code: concept('Probability'), valueQuantity: quantity(probability, '1') },
      {
        code: concept('Probability from which it is reported'),
        valueQuantity: quantity(threshold, '1'),
      },
    ],
    ...note(severity === 'none' ? [] : [`Radiographic extent: ${severity}.`]),
  };
}

const words = (name: string): string => {
  const spaced = name.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

function measurementOf(
  measured: Measurement,
  result: ImagingResult,
  file: FileFacts,
): FiledResource {
  const { name, value, unit, limit, quality, remarks } = measured;
  const high = limit !== undefined && value > limit;
  return {
    ...opening('Observation', result.analysis_id, file, [`${words(name)}: ${value} ${unit}.`]),
    status: 'preliminary',
    category: [IMAGING],
    code: concept(words(name)),
    ...timesOf(result),
    valueQuantity: quantity(value, unit),
    ...(high && {
      interpretation: [concept('High', hl7('v3-ObservationInterpretation', 'H', 'High'))],
    }),
    ...(limit !== undefined && { referenceRange: [{ high: quantity(limit, unit) }] }),
    ...note([quality === 'limited' ? 'Of limited quality.' : '', ...remarks]),
  };
}

function reportOf(
  result: ImagingResult,
  observed: readonly FiledResource[],
  file: FileFacts,
): FiledResource {
  const { analysis_id, impression, recommendations, urgency, image, findings } = result;
  const lines = [
    impression,
    urgency === undefined ? '' : `Urgency: ${urgency.level} (${urgency.because}).`,
    ...recommendations,
  ].filter((line) => line !== '');
  const codes = findings.flatMap(({ finding, code }) => (code ? [concept(finding, code)] : []));
  return {
    ...opening('DiagnosticReport', analysis_id, file, lines),
    status: 'preliminary',
    category: [concept('Imaging', SECTIONS[image.modality ?? ''] ?? RADIOLOGY)],
    code: concept('Reading of a medical image', STUDY),
    ...timesOf(result),
    ...(observed.length > 0 && {
      result: observed.map((one) => ({ reference: nameOf(one) })),
    }),
    conclusion: lines.join('\n') || 'No impression.',
    ...(codes.length > 0 && { conclusionCode: codes }),
  };
}

/**
 * A reading of an image as FHIR resources: a DiagnosticReport, and an Observation for each finding
 * that is present (probability 0..1) and for each measurement.
 */
export function fromImaging(result: ImagingResult, file: FileFacts): FiledResource[] {
  const observed = [
    ...result.findings.map((finding) => findingOf(finding, result, file)),
    ...(result.measurements ?? []).map((measured) => measurementOf(measured, result, file)),
  ];
  return [reportOf(result, observed, file), ...observed];
}
