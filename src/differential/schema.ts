import { z } from 'zod';
import { file, filed, readFrom, subject, toFile } from '../core/common-fields/schema.js';
import { patientData } from '../patient-record/chart/schema.js';
import { SPECIALTIES, specialtyOf } from '../patient-record/chart/specialty.js';
import { DANGER_GROUPS } from './danger/danger-group.js';
import { URGENCIES } from './knowledge/schema.js';

export const ANALYSIS_TYPES = [
  'comprehensive',
  'risk_assessment',
  'differential',
  'triage',
] as const;
export type AnalysisType = (typeof ANALYSIS_TYPES)[number];

const folded = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const analysisType = z
  .string()
  .transform(folded)
  .pipe(z.enum(ANALYSIS_TYPES, `must be one of ${ANALYSIS_TYPES.join(', ')}`))
  .default('comprehensive');

const specialty = z
  .string()
  .transform((text) => specialtyOf(text) ?? text)
  .pipe(z.enum(SPECIALTIES, `must be one of ${SPECIALTIES.join(', ')}`))
  .default('general');

const SAYS_NOTHING = 'must hold vitals, symptoms or lab_results';

type SentPatientData = z.output<typeof patientData>;

function saysSomething(data: SentPatientData): boolean {
  if (data.resourceType === 'Bundle') return data.entry.length > 0;
  const { vitals = {}, symptoms = [], lab_results = {}, observations = [] } = data;
  const hasSymptoms = symptoms.some((line) => line.trim() !== '');
  const measured = [vitals, lab_results].some((values) => Object.keys(values).length > 0);
  return hasSymptoms || measured || observations.length > 0;
}

const MAX_CORRECTIONS = 200;

const correction = z.strictObject({
  finding: z.string().min(1).max(200).describe('a `concept` of `explanation.findings`'),
  assertion: z
    .enum(['present', 'absent', 'unknown'])
    .describe('unknown: the finding does not count, and is listed under `not_assessed`'),
});
export type Correction = z.output<typeof correction>;

export const analyzeRequest = z.strictObject({
  patient_data: patientData
    .refine(saysSomething, SAYS_NOTHING)
    .describe('demographics, vitals, symptoms, lab_results …; at least one of the last three'),
  imaging_analysis_ids: z
    .array(z.string().min(1).max(80))
    .max(10, 'must hold at most 10 ids')
    .optional()
    .describe('earlier answers of POST /v1/imaging of this patient, while they are stored'),
  corrections: z
    .array(correction)
    .max(MAX_CORRECTIONS, `must hold at most ${MAX_CORRECTIONS} findings`)
    .optional()
    .describe('by a person: they replace what was read from words; values of fields stay'),
  analysis_type: analysisType.describe(ANALYSIS_TYPES.join(', ')),
  specialty: specialty.describe('specialty of the reader: its diseases count a little more'),
});
export type AnalyzeRequest = z.output<typeof analyzeRequest>;

/**
 * The request body; with a subject, the data may be omitted and are read from the patient's stored
 * record.
 */
export const analyzeBody = analyzeRequest
  .extend({
    patient_data: analyzeRequest.shape.patient_data.optional(),
    subject: subject.describe(
      'Patient/<id> of /v1/fhir: the answer is filed there; without patient_data the data are read ' +
        'from there too; needs fhir.write, and fhir.read to read',
    ),
    file,
  })
  .superRefine(({ patient_data, subject }, context) => {
    if (patient_data !== undefined || subject !== undefined) return;
    context.addIssue({ code: 'custom', path: ['patient_data'], message: 'is required' });
  });

const probability = z.number().min(0).max(1);
const lines = z.array(z.string());

const differentialEntry = z.strictObject({
  diagnosis: z.string(),
  icd10: z.string(),
  probability,
  supporting: lines.describe('supporting evidence, strongest first'),
  against: lines.describe('opposing evidence, strongest first'),
  next_best_test: z.string().nullable(),
  sources: lines,
});

const explanation = z.strictObject({
  findings: z.array(
    z.strictObject({
      text: z.string().describe('the words, or the value, from which it was read'),
      concept: z.string(),
      assertion: z.enum(['present', 'absent', 'possible', 'historical', 'family', 'hypothetical']),
      of_relatives: z
        .literal(true)
        .optional()
        .describe('a statement on the family, denied or not: none on the patient'),
      field: z.string(),
    }),
  ),
  differential: z.array(differentialEntry),
  together: z
    .array(z.strictObject({ diagnosis: z.string(), icd10: z.string(), explains: lines }))
    .describe('a second disease for findings that the first does not explain'),
  must_not_miss: z
    .array(
      z.strictObject({
        diagnosis: z.string(),
        icd10: z.string(),
        group: z.enum(DANGER_GROUPS),
        because: z.string(),
        excluded_by: z.string(),
      }),
    )
    .describe('dangerous causes that the evidence does not exclude, however unlikely'),
  urgency: z.array(
    z.strictObject({
      rule: z.string(),
      level: z.enum(URGENCIES),
      fired_by: lines,
      source: z.string(),
    }),
  ),
  scores: z.array(z.looseObject({ score: z.string(), name: z.string() })).describe('as in /risk'),
  risk: z.strictObject({
    model: z.string(),
    contributions: z.array(
      z.strictObject({
        feature: z.string(),
        value: z.union([z.string(), z.number()]),
        probability,
      }),
    ),
  }),
  predictions: z.array(z.looseObject({ model: z.string() })).describe('as in /risk'),
  confidence: z.strictObject({ findings: z.int(), unexplained: lines, contradictions: lines }),
});

export const analyzeResult = z.strictObject({
  analysis_id: z.string(),
  risk_score: probability.describe('probability of serious deterioration'),
  primary_diagnosis: z
    .string()
    .describe(
      'first disease of the differential; "undetermined" when the evidence does not support one',
    ),
  differential_diagnosis: lines.describe('most likely first'),
  recommendations: lines.describe('soonest first'),
  confidence_score: probability.describe('probability that the primary diagnosis is right'),
  urgency_level: z
    .enum([...URGENCIES, 'not_assessed'])
    .describe(
      'how soon the patient must be seen: five levels from `critical` to `non_urgent`; `not_assessed` when too little was understood',
    ),
  created_at: z.iso.datetime(),
  explanation,
  not_assessed: z.array(z.strictObject({ what: z.string(), reason: z.string() })),
  warnings: lines,
  models: z.array(z.strictObject({ id: z.string(), version: z.string(), backend: z.string() })),
  read_from: readFrom,
  filed,
  to_file: toFile,
});
export type AnalyzeResult = z.output<typeof analyzeResult>;
