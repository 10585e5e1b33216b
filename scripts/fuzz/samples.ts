import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { greyPicture } from '../../test/support/pictures.js';
import { glideSamples } from '../samples/audio/glide.js';
import { wavFile } from '../samples/audio/wav-file.js';
import { createBrainSlice } from '../samples/head/brain-mri.js';
import { encodeSliceDicom, encodeSlicePng } from '../samples/head/encode.js';
import { createHeadCtSlice } from '../samples/head/head-ct.js';
import { BREATHLESS_PATIENT } from '../samples/invented-breathless-patient.js';
import { MEDICATION_LIST } from '../samples/invented-medication-list.js';
import { patientFile } from '../samples/invented-patient-file.js';
import { WARD_PATIENT } from '../samples/invented-ward-patient.js';
import { type Content, type Draft, draft, type FormFile } from './draft.js';

const SAMPLES = join(import.meta.dirname, '..', 'samples');
/** Some day; the samples are the same whenever they are made. */
const DAY = Date.UTC(2026, 0, 15);
const RATE = 16_000;

/** Part of every free text: it must not appear in any log. */
export const MARKER = 'Qvorbel';

const json = (value: unknown): { content: Content } => ({ content: { kind: 'json', value } });
const fhirJson = { 'content-type': 'application/fhir+json' };

function capabilities(): Draft[] {
  const patient_data = {
    ...BREATHLESS_PATIENT,
    symptoms: [...BREATHLESS_PATIENT.symptoms, `Seen by ${MARKER} before.`],
  };
  return [
    draft('analyze', 'POST', '/analyze', json({ patient_data })),
    draft(
      'analyze',
      'POST',
      '/analyze',
      json({ patient_data: WARD_PATIENT, specialty: 'emergency' }),
    ),
    draft('analyze', 'POST', '/analyze', json({ subject: 'Patient/fuzz' })),
    draft('risk', 'POST', '/risk', json({ patient_data: WARD_PATIENT })),
    draft('risk', 'POST', '/risk', json({ score: 'bmi', inputs: { weight: 80, height: 1.8 } })),
    draft(
      'risk',
      'POST',
      '/risk',
      json({ scores: ['news2', 'qsofa'], patient_data: WARD_PATIENT }),
    ),
    draft('medications', 'POST', '/medications', json(MEDICATION_LIST)),
    draft(
      'entities',
      'POST',
      '/entities',
      json({ text: `${MARKER} has no fever; 5 mg bisoprolol daily.` }),
    ),
    draft('listings', 'GET', '/risk/scores'),
    draft('listings', 'GET', '/risk/scores/news2'),
    draft('listings', 'GET', '/models'),
  ];
}

async function pictures(): Promise<Draft[]> {
  const film = await readFile(join(SAMPLES, 'films', 'pneumonia.jpg'));
  const ct = createHeadCtSlice({ seed: 1, size: 96, lesion: true });
  const mri = createBrainSlice({ seed: 1, size: 96, lesion: true });
  const files: readonly (readonly [Buffer, string, string])[] = [
    [await greyPicture(64, 64).png().toBuffer(), 'chest_xray', 'CR'],
    [film, 'chest_xray', 'DX'],
    [encodeSliceDicom(ct), 'head_ct', 'CT'],
    [await encodeSlicePng(mri), 'brain_mri', 'MR'],
  ];
  return files.flatMap(([bytes, image_type, modality]) => {
    const image_data = bytes.toString('base64');
    const analysis_options = { measure_structures: true, return_probabilities: true };
    const fields = [
      ['image_type', image_type],
      ['modality', modality],
      ['analysis_options', JSON.stringify(analysis_options)],
      ['image', { filename: 'a.bin', bytes }],
    ] as const;
    return [
      draft(
        'imaging',
        'POST',
        '/imaging',
        json({ image_data, image_type, modality, analysis_options }),
      ),
      draft('imaging', 'POST', '/imaging', { content: { kind: 'form', fields } }),
    ];
  });
}

async function recordings(): Promise<Draft[]> {
  const wav = wavFile([glideSamples(0.4, RATE)], { rate: RATE, tag: 1, bits: 16 });
  const opus = await readFile(join(SAMPLES, 'dictations', 'ward-round.opus'));
  // A recording of a minute would take most of the time: its beginning is enough.
  const files: FormFile[] = [
    { filename: 'a.wav', bytes: wav },
    { filename: 'a.opus', bytes: opus.subarray(0, 6_000) },
  ];
  return files.map((file) => {
    const fields = [
      ['audio', file],
      ['language', 'en-US'],
      ['return_entities', 'true'],
    ] as const;
    return draft('transcribe', 'POST', '/transcribe', { content: { kind: 'form', fields } });
  });
}

const patient = {
  resourceType: 'Patient',
  id: 'fuzz',
  identifier: [{ system: 'urn:oid:2.999.1', value: 'F-1' }],
  name: [{ family: MARKER, given: ['Ada'] }],
  gender: 'female',
  birthDate: '1959-03-02',
};
const observation = {
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
  subject: { reference: 'Patient/fuzz' },
  effectiveDateTime: '2026-01-15T08:00:00Z',
  valueQuantity: { value: 88, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
};

function fhir(): Draft[] {
  const write = (method: string, path: string, value: unknown) =>
    draft('fhir write', method, path, { ...json(value), headers: fhirJson });
  const read = (path: string, query: Draft['query'] = []) =>
    draft('fhir read', 'GET', path, { query });
  const patch = [{ op: 'replace', path: '/gender', value: 'other' }];
  return [
    write('PUT', '/fhir/Patient/fuzz', patient),
    write('POST', '/fhir/Patient', patient),
    write('POST', '/fhir/Observation', observation),
    write('POST', '/fhir', patientFile(DAY)),
    write('POST', '/fhir/Observation/$validate', observation),
    draft('fhir write', 'PATCH', '/fhir/Patient/fuzz', {
      ...json(patch),
      headers: { 'content-type': 'application/json-patch+json' },
    }),
    draft('fhir write', 'DELETE', '/fhir/Observation', { query: [['code', 'none']] }),
    read('/fhir/Patient/fuzz'),
    read('/fhir/Patient/fuzz/_history'),
    read('/fhir/Patient/fuzz/_history/1'),
    read('/fhir/Patient/fuzz/$everything'),
    read('/fhir/metadata'),
    read('/fhir/Patient', [
      ['name', 'ada'],
      ['birthdate', 'lt2000'],
      ['_sort', '-birthdate'],
    ]),
    read('/fhir/Observation', [
      ['patient', 'Patient/fuzz'],
      ['code', '8867-4'],
      ['_include', 'Observation:subject'],
    ]),
    read('/fhir/Observation', [
      ['subject:Patient.name', 'ada'],
      ['value-quantity', 'gt80'],
      ['_count', '5'],
    ]),
    read('/fhir/Patient', [
      ['_has:Observation:patient:code', '8867-4'],
      ['_total', 'accurate'],
    ]),
    read('/fhir/AuditEvent', [['_count', '3']]),
  ];
}

/** Good requests of every operation, by which the others are made. All are of invented people. */
export async function makeSamples(): Promise<readonly Draft[]> {
  const open = [draft('open', 'GET', '/healthz'), draft('open', 'GET', '/readyz')];
  return [...capabilities(), ...(await pictures()), ...(await recordings()), ...fhir(), ...open];
}
