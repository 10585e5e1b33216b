import { z } from 'zod';
import { imageType, modality } from '../../../imaging/schema.js';

const code = z.string().min(1).max(64);
const codes = z.array(code).min(1).max(100).optional();
const pattern = z.string().min(1).max(256).optional();

/** How an image or a series is read, and what becomes of the answer. */
const reading = {
  image_type: imageType,
  modality: modality.optional().describe('default: that of the header'),
  options: z
    .strictObject({
      detect_abnormalities: z.boolean().default(true),
      measure_structures: z.boolean().default(false),
    })
    .prefault({}),
  priority: z
    .enum(['routine', 'urgent'])
    .default('routine')
    .describe('urgent: read before everything that is not'),
  results: z
    .array(z.enum(['structured_report', 'secondary_capture', 'segmentation']))
    .max(3)
    .default(['structured_report'])
    .describe('the DICOM objects that the answer is put into'),
  destinations: z
    .array(z.string().min(1).max(64))
    .max(20)
    .default([])
    .describe('names in pacs.destinations that the results are sent to'),
  prior: z
    .strictObject({
      from: z.string().min(1).max(64).describe('name in pacs.destinations'),
    })
    .optional()
    .describe('a film is compared with the last comparable one of the patient, fetched from there'),
};

/** The same without a rule: as a person orders it. */
export const readingSchema = z.strictObject(reading);

/** A rule of the configuration: which images are read, and as what. */
export const routeSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 small letters, digits and hyphens'),
  match: z
    .strictObject({
      modality: codes,
      body_part: codes.describe('Body Part Examined'),
      view: codes.describe('View Position'),
      series_description: pattern.describe('with * and ?'),
      station_name: pattern.describe('with * and ?'),
      calling_ae_title: codes,
    })
    .prefault({})
    .describe('all that are given must hold, in upper or lower case'),
  expected_images: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('of a series: with so many it is complete without further waiting'),
  ...reading,
});

export type Route = z.output<typeof routeSchema>;

const uid = z.string().min(1).max(64);

/** What a job has to read. */
export const readOrder = z.strictObject({
  study_uid: uid,
  series_uid: uid,
  instance_uid: uid.optional().describe('absent: the whole series'),
  route: z.string().optional(),
  ...reading,
  modality,
});

export type ReadOrder = z.output<typeof readOrder>;
