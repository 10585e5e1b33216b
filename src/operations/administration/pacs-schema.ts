import { z } from 'zod';
import { time } from './common-schema.js';

const stuckItem = z.strictObject({
  study_instance_uid: z.string(),
  series_instance_uid: z.string(),
  sop_instance_uid: z.string().nullable().describe('where one image is read by itself'),
  from: z.string().describe('AE title of the node, or STOW-RS'),
  modality: z.string().nullable(),
  objects: z.int(),
  last_received_at: time,
  state: z.string().describe('`unroutable`, `failed`, or that of a reading that was not filed'),
  reason: z.string().nullable().describe('why it is unroutable, or has failed'),
  not_filed: z.string().nullable().describe('why the reading was not filed with its patient'),
});

export const pacsStatus = z.strictObject({
  listener: z.strictObject({
    state: z
      .enum(['off', 'listening', 'not_listening'])
      .describe('`off`: the configuration names no port'),
    port: z.int().nullable(),
    tls: z.boolean(),
    peers: z.int().describe('nodes of this world that may connect'),
    ae_title: z.string(),
  }),
  held: z
    .strictObject({ objects: z.int(), bytes: z.int(), limit_bytes: z.int() })
    .describe('of both worlds'),
  received_in_a_day: z.int().describe('objects of the last 24 hours that are held'),
  items: z
    .strictObject({
      receiving: z.int(),
      waiting: z.int(),
      reading: z.int(),
      read: z.int(),
      not_assessed: z.int(),
      unroutable: z.int(),
      failed: z.int(),
    })
    .describe('images and series that are held and are to be read, by what became of them'),
  sends: z
    .array(
      z.strictObject({
        destination: z.string(),
        waiting: z.int(),
        retrying: z.int().describe('of those that wait: tried before, without success'),
        failed: z.int().describe('refused, or given up'),
        sent: z.int(),
        oldest_at: time.nullable().describe('since when the oldest one waits'),
      }),
    )
    .describe('results on their way, by destination'),
  stuck: z
    .array(stuckItem)
    .describe(
      'unroutable, failed, or not filed where readings are filed: what came last first, at most 50',
    ),
});
export type PacsStatus = z.output<typeof pacsStatus>;
