import fc from 'fast-check';
import type { TranscribeResult } from '../../../src/dictation/schema.js';
import { DANGER_GROUPS } from '../../../src/differential/danger/danger-group.js';
import type { AnalyzeResult } from '../../../src/differential/schema.js';
import type { ImagingResult } from '../../../src/imaging/schema.js';
import type { RiskResult } from '../../../src/scores/schema.js';

/** Words as they come: signs of XML and JSON, other scripts, control characters, nothing at all. */
const words = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('', ' ', '<b>&"\'</b>', '\u0000\u0007', 'fever\n\ncough', '&nbsp;', ']]>'),
);
const name = fc.constantFrom(
  'Pneumonia',
  'Sepsis',
  'Pulmonary embolism',
  'Chest pain <5 min & rest',
);
const icd10 = fc.constantFrom('J18.9', 'A41.9', 'I26', 'R07.4');
const probability = fc.oneof(
  fc.constantFrom(0, 1, 0.0001, 0.9999, 1e-7),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const lines = fc.array(words, { maxLength: 4 });
/** A list of anything that is empty: the mappings do not look into it. */
const none = fc.constant<never[]>([]);
const at = fc.constantFrom('2026-11-22T03:04:05.006Z', '2024-02-29T23:59:59.999Z');
const models = fc.array(
  fc.record({
    id: fc.constantFrom('disease-knowledge', 'chest_xray.v2', 'wav2vec'),
    version: fc.constantFrom('1.0.0', '2.3.1-rc.1'),
    backend: fc.constantFrom('cpu', 'rules'),
  }),
  { maxLength: 3 },
);
const notAssessed = fc.array(fc.record({ what: words, reason: words }), { maxLength: 2 });
const finite = fc.oneof(
  fc.integer({ min: -1_000, max: 100_000 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
);

const diagnosis = fc.record({
  diagnosis: name,
  icd10,
  probability,
  supporting: lines,
  against: lines,
  next_best_test: fc.option(words),
  sources: lines,
});

export const madeAnalysis: fc.Arbitrary<AnalyzeResult> = fc.record({
  analysis_id: fc.constant('an_00000000000000000000000000000001'),
  risk_score: probability,
  primary_diagnosis: fc.oneof(name, fc.constant('undetermined')),
  differential_diagnosis: lines,
  recommendations: lines,
  confidence_score: probability,
  urgency_level: fc.constantFrom('low' as const, 'moderate' as const, 'critical' as const),
  created_at: at,
  explanation: fc.record({
    findings: fc.array(
      fc.record({
        text: words,
        concept: fc.oneof(name, words),
        assertion: fc.constantFrom('present' as const, 'absent' as const, 'family' as const),
        field: fc.constantFrom('patient_data.symptoms.0', 'patient_data.vitals.heart_rate'),
      }),
      { maxLength: 6 },
    ),
    differential: fc.array(diagnosis, { maxLength: 8 }),
    together: none,
    must_not_miss: fc.array(
      fc.record({
        diagnosis: name,
        icd10,
        group: fc.constantFrom(...DANGER_GROUPS),
        because: words,
        excluded_by: words,
      }),
      { maxLength: 3 },
    ),
    urgency: none,
    scores: none,
    risk: fc.record({
      model: words,
      contributions: fc.array(
        fc.record({ feature: words, value: fc.oneof(words, finite), probability }),
        { maxLength: 3 },
      ),
    }),
    predictions: none,
    confidence: fc.record({ findings: fc.constant(0), unexplained: none, contradictions: none }),
  }),
  not_assessed: notAssessed,
  warnings: lines,
  models,
});

const box = fc.constant({ x: 0, y: 0, width: 10, height: 20 });

export const madeReading: fc.Arbitrary<ImagingResult> = fc.record(
  {
    analysis_id: fc.constant('im_00000000000000000000000000000002'),
    findings: fc.array(
      fc.record(
        {
          label: fc.constantFrom('pneumonia', 'effusion'),
          finding: fc.oneof(name, words),
          location: box,
          confidence: probability,
          severity: fc.constantFrom('none' as const, 'mild' as const, 'severe' as const),
          code: fc.constant({
            system: 'http://snomed.info/sct',
            code: '233604007',
            display: 'Pneumonia',
          }),
          side: fc.constantFrom('left' as const, 'right' as const, 'both' as const),
          probability,
          threshold: probability,
          locations: none,
        },
        {
          requiredKeys: [
            ...(['label', 'finding', 'location', 'confidence', 'severity'] as const),
            ...(['probability', 'threshold', 'locations'] as const),
          ],
        },
      ),
      { maxLength: 4 },
    ),
    impression: words,
    recommendations: lines,
    confidence_score: probability,
    created_at: at,
    image: fc.record(
      {
        width: fc.constant(10),
        height: fc.constant(20),
        photometric: fc.constant('MONOCHROME2'),
        bits_per_sample: fc.constant(8),
        format: fc.constant('dicom'),
        frames: fc.constant(1),
        frame: fc.constant(1),
        modality: fc.constantFrom('CT', 'MR', 'DX', 'US'),
      },
      {
        requiredKeys: [
          ...(['width', 'height', 'photometric', 'bits_per_sample'] as const),
          ...(['format', 'frames', 'frame'] as const),
        ],
      },
    ),
    urgency: fc.record({
      level: fc.constantFrom('routine' as const, 'immediate' as const),
      because: words,
      source: words,
    }),
    measurements: fc.array(
      fc.record(
        {
          name: fc.constantFrom('cardiothoracic_ratio', 'cardiac_diameter'),
          value: finite,
          unit: fc.constantFrom('1', 'mm', '{pixels}'),
          limit: finite,
          landmarks: none,
          quality: fc.constantFrom('good' as const, 'limited' as const),
          remarks: lines,
        },
        { requiredKeys: ['name', 'value', 'unit', 'landmarks', 'quality', 'remarks'] },
      ),
      { maxLength: 3 },
    ),
    not_assessed: notAssessed,
    warnings: lines,
    models,
  },
  {
    requiredKeys: [
      ...(['analysis_id', 'findings', 'impression', 'recommendations'] as const),
      ...(['confidence_score', 'created_at', 'image'] as const),
      ...(['not_assessed', 'warnings', 'models'] as const),
    ],
  },
);

const coding = fc.array(
  fc.record({ system: fc.constantFrom('ICD-10' as const, 'SYMP' as const), code: icd10 }),
  { maxLength: 2 },
);

export const madeTranscript: fc.Arbitrary<TranscribeResult> = fc.record({
  transcription_id: fc.constant('tr_00000000000000000000000000000003'),
  text: words,
  medical_entities: fc.array(
    fc.record({
      text: words,
      type: fc.constantFrom('condition' as const, 'symptom' as const),
      confidence: probability,
      start: fc.constant(0),
      end: fc.constant(1),
      assertion: fc.constantFrom(
        ...(['present', 'absent', 'possible', 'historical', 'family'] as const),
      ),
      normalized: fc.record({ name: fc.oneof(name, words), coding }),
    }),
    { maxLength: 6 },
  ),
  unverified: none,
  confidence_score: probability,
  duration: fc.constant(3),
  created_at: at,
  language: fc.constantFrom('en-US', 'de-DE'),
  words: none,
  segments: none,
  audio_accounting: fc.constant({ transcribed: 3, silence: 0, rejected: 0 }),
  audio: fc.constant({ format: 'wav', codec: 'pcm', sample_rate: 16_000, channels: 1 }),
  not_assessed: notAssessed,
  warnings: lines,
  models,
});

const score = fc.record(
  {
    score: fc.constantFrom('bmi', 'news2', 'mrs', 'due_date', 'ckd_epi_2021'),
    name,
    value: fc.oneof(finite, fc.constant('2026-03-31'), fc.constant('class B'), fc.constant(null)),
    unit: fc.constantFrom('{score}', 'kg/m2', '{date}', 'mL/min/{1.73_m2}', '%'),
    category: fc.option(words),
    interpretation: words,
    summary: words,
    risk: fc.record({ outcome: words, probability, horizon: words }),
    components: fc.array(
      fc.record({
        name: fc.constant('weight'),
        title: fc.constant('Body weight'),
        value: fc.constant(70),
        points: fc.constant(null),
        given: fc.constant(null),
        from: fc.constantFrom('Observation/o-1', 'derived from Observation/o-2, inputs.x'),
      }),
      { maxLength: 2 },
    ),
    missing: none,
    bounds: fc.constant(null),
    would_change: none,
    derived: none,
    reference: fc.constantFrom({ title: 'A paper', doi: '10.1000/1' }, { title: 'A guideline' }),
    references: none,
    warnings: lines,
  },
  {
    requiredKeys: [
      ...(['score', 'name', 'value', 'unit', 'category', 'interpretation', 'summary'] as const),
      ...(['components', 'missing', 'bounds', 'would_change', 'derived'] as const),
      ...(['reference', 'references', 'warnings'] as const),
    ],
  },
);

const prediction = fc.record({
  model: fc.constant('icu-mortality'),
  version: fc.constant('1.0.0'),
  outcome: fc.oneof(name, words),
  horizon: words,
  probability,
  interval: fc.record({ low: probability, high: probability, description: words }),
  reference_probability: probability,
  contributions: none,
  missing: none,
  valid_for: words,
  warnings: lines,
});

export const madeRisk: fc.Arbitrary<RiskResult> = fc.record({
  risk_id: fc.constant('rk_00000000000000000000000000000004'),
  scores: fc.array(score, { maxLength: 4 }),
  predictions: fc.array(prediction, { maxLength: 2 }),
  not_assessed: notAssessed,
  models,
  created_at: at,
});
