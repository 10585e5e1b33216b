import type { ImagingResult } from '../../../src/imaging/schema.js';

/** An answer to a chest film, with everything that an answer can have but a series. */
export const FILM_RESULT: ImagingResult = {
  analysis_id: 'im_0123456789abcdef',
  findings: [
    {
      label: 'effusion',
      finding: 'Pleural effusion',
      location: { x: 10, y: 30, width: 20, height: 15 },
      confidence: 0.83,
      severity: 'mild',
      code: { system: 'http://snomed.info/sct', code: '60046008', display: 'Pleural effusion' },
      side: 'right',
      probability: 0.83,
      threshold: 0.31,
      locations: [
        { x: 10, y: 30, width: 20, height: 15 },
        { x: 40, y: 34, width: 8, height: 6 },
      ],
    },
    {
      label: 'covid19',
      finding: 'COVID-19 pneumonia',
      location: { x: 0, y: 0, width: 64, height: 64 },
      confidence: 0.61,
      severity: 'none',
      code: {
        system: 'http://snomed.info/sct',
        code: '882784691000119100',
        display: 'Pneumonia caused by severe acute respiratory syndrome coronavirus 2',
      },
      probability: 0.61,
      threshold: 0.4,
      locations: [],
    },
    {
      label: 'nodule_of_another_hospital',
      finding: 'Nodule – ≥ 8 mm',
      location: { x: 5, y: 6, width: 7, height: 8 },
      confidence: 0.55,
      severity: 'severe',
      side: 'both',
      probability: 0.55,
      threshold: 0.5,
      locations: [{ x: 5, y: 6, width: 7, height: 8 }],
    },
  ],
  impression: 'Right pleural effusion, mild. COVID-19 pneumonia is possible.',
  recommendations: ['Lateral film.', 'Ultrasound of the right hemithorax.'],
  confidence_score: 0.83,
  created_at: '2026-03-01T10:00:00.000Z',
  image: {
    width: 64,
    height: 64,
    photometric: 'MONOCHROME2',
    bits_per_sample: 16,
    format: 'dicom',
    frames: 1,
    frame: 1,
    modality: 'CR',
    view: 'PA',
  },
  urgency: { level: 'urgent', because: 'pleural effusion', source: 'BTS 2023' },
  measurements: [
    {
      name: 'cardiothoracic_ratio',
      value: 0.5312,
      unit: '1',
      limit: 0.5,
      landmarks: [
        { name: 'heart_right', x: 20.5, y: 40.1 },
        { name: 'heart_left', x: 44, y: 41 },
        { name: 'chest_wall_right', x: 8, y: 45 },
        { name: 'chest_wall_left', x: 56.2, y: 45 },
      ],
      quality: 'limited',
      remarks: ['The film is rotated.'],
    },
    {
      name: 'cardiac_diameter',
      value: 23.5,
      unit: '{pixels}',
      landmarks: [
        { name: 'heart_right', x: 20.5, y: 40.1 },
        { name: 'heart_left', x: 44, y: 41 },
      ],
      quality: 'good',
      remarks: [],
    },
  ],
  comparison: {
    prior: { analysis_id: 'im_00', created_at: '2026-02-01T10:00:00.000Z' },
    changes: [
      {
        name: 'effusion',
        previous: 0.2,
        current: 0.83,
        change: 0.63,
        trend: 'new',
        within_noise: false,
      },
      {
        name: 'cardiothoracic_ratio',
        previous: 0.53,
        current: 0.5312,
        change: 0.0012,
        trend: 'unchanged',
        within_noise: true,
      },
    ],
  },
  probabilities: { effusion: 0.83, covid19: 0.61, pneumothorax: 0.0213 },
  outlines: [
    {
      structure: 'heart',
      rings: [
        [
          [20, 20],
          [44, 20],
          [44, 50],
          [20, 50],
        ],
        [
          [28, 30],
          [36, 30],
          [36, 40],
          [28, 40],
        ],
      ],
    },
    {
      structure: 'left_lung',
      rings: [
        [
          [46.3, 10.2],
          [60.7, 12],
          [58, 50.5],
          [45.1, 48],
        ],
      ],
    },
  ],
  not_assessed: [{ what: 'nodule', reason: 'the model is too uncertain' }],
  warnings: ['The image was compressed with loss: fine detail may be missing.'],
  models: [
    { id: 'chest-xray-triage', version: '3.1.0', backend: 'cpu' },
    { id: 'chest-xray-anatomy', version: '2.0.0', backend: 'cpu' },
  ],
};

/** The answer to an image that no model was made for. */
export const REFUSED_RESULT: ImagingResult = {
  analysis_id: 'im_fedcba9876543210',
  findings: [],
  impression: 'Not assessed: the image is a colour picture.',
  recommendations: ['Check that the right image was sent.'],
  confidence_score: 0,
  created_at: '2026-03-01T10:00:00.000Z',
  image: FILM_RESULT.image,
  not_assessed: [{ what: 'chest_xray', reason: 'the image is a colour picture' }],
  warnings: [],
  models: [],
};

/**
 * The answer to a head CT of twelve slices.
 *
 * @param instances SOP Instance UIDs of its slices along the axis
 */
export function seriesResult(instances: readonly string[]): ImagingResult {
  const along = instances.map((_, at) => (at === 1 ? null : Math.min(1, at / 14)));
  return {
    ...REFUSED_RESULT,
    analysis_id: 'im_series',
    findings: [
      {
        label: 'haemorrhage',
        finding: 'Intracranial haemorrhage',
        location: { x: 12, y: 14, width: 10, height: 9 },
        confidence: 0.78,
        severity: 'none',
        code: {
          system: 'http://snomed.info/sct',
          code: '1386000',
          display: 'Intracranial hemorrhage',
        },
        probability: 0.78,
        threshold: 0.5,
        locations: [{ x: 12, y: 14, width: 10, height: 9 }],
        slice: instances.length,
      },
    ],
    impression: 'Intracranial haemorrhage is likely.',
    confidence_score: 0.78,
    image: { ...REFUSED_RESULT.image, modality: 'CT' },
    urgency: { level: 'immediate', because: 'haemorrhage', source: 'ACR 2014' },
    not_assessed: [{ what: 'slice 2', reason: 'the image is blank' }],
    models: [{ id: 'head-ct-haemorrhage', version: '1.1.0', backend: 'cpu' }],
    series: {
      images: instances.length + 2,
      slices: instances.length,
      assessed: instances.length - 1,
      orientation: 'axial',
      spacing_mm: 5,
      positions_mm: instances.map((_, at) => at * 5),
      reasons: ['the soft kernel'],
      probabilities: { haemorrhage: along },
      shown_slice: instances.length,
      key_images: [instances.length, instances.length - 1].map((slice) => ({
        label: 'haemorrhage',
        slice,
        position_mm: (slice - 1) * 5,
        sop_instance_uid: instances[slice - 1] ?? '',
        probability: along[slice - 1] ?? 0,
      })),
    },
  };
}
