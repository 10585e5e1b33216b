import { count, MIB, section } from './section.js';

export const limits = section({
  header_bytes: count(8_192, 262_144)
    .default(16_384)
    .describe('the headers of a request, with its address'),
  imaging_body_bytes: count(1_024, 256 * MIB)
    .default(90 * MIB)
    .describe('JSON with an image in it'),
  imaging_form_bytes: count(1_024, 16_384 * MIB)
    .default(768 * MIB)
    .describe('a form with an image, or with all images of a series; at most spool_bytes'),
  data_body_bytes: count(1_024, 256 * MIB)
    .default(16 * MIB)
    .describe('a request without an image: risk'),
  image_file_bytes: count(1_024, 128 * MIB).default(64 * MIB),
  image_megapixels: count(1, 400).default(100),
  audio_body_bytes: count(1_024, 1_024 * MIB)
    .default(201 * MIB)
    .describe('a form with a recording in it'),
  audio_seconds: count(1, 86_400).default(14_400).describe('maximum duration of a recording'),
  spool_bytes: count(1_024, 65_536 * MIB)
    .default(1_024 * MIB)
    .describe('files of forms on the disk, encrypted, while they are read'),
  uploads_in_flight_bytes: count(1_024, 4_096 * MIB)
    .default(360 * MIB)
    .describe('request bodies held at the same time; beyond this, 503 with Retry-After'),
  answers_in_flight_bytes: count(1_048_576, 4_096 * MIB)
    .default(256 * MIB)
    .describe(
      'answers that clients have not fetched; beyond this, 503, and the slowest clients are disconnected',
    ),
});

export const rateLimits = section({
  per_minute: count(1, 1_000_000).default(600).describe('for keys without a limit of their own'),
});
