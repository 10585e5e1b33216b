import { z } from 'zod';

/** The part of R4 that OpenAPI describes; `$validate` and the CapabilityStatement cover the rest. */
export const resourceSchema = z
  .looseObject({ resourceType: z.string(), id: z.string().optional() })
  .describe('a resource of FHIR R4 (4.0.1)');

export const bundleSchema = z
  .looseObject({
    resourceType: z.literal('Bundle'),
    type: z.string(),
    entry: z.array(z.looseObject({})).optional(),
  })
  .describe('a Bundle of FHIR R4');

export const patchSchema = z
  .array(
    z.strictObject({
      op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
      path: z.string().describe('a JSON Pointer (RFC 6901)'),
      from: z.string().optional(),
      value: z.unknown().optional(),
    }),
  )
  .describe('a JSON Patch (RFC 6902)');

export const formSchema = z
  .looseObject({})
  .describe('search parameters, encoded as in a URL query');

export const outcomeSchema = z
  .strictObject({
    resourceType: z.literal('OperationOutcome'),
    issue: z
      .array(
        z.strictObject({
          severity: z.enum(['fatal', 'error', 'warning', 'information']),
          code: z.string(),
          diagnostics: z.string().optional(),
          expression: z.array(z.string()).optional(),
        }),
      )
      .min(1),
  })
  .describe('errors, warnings and information');

const exportedFiles = z.array(
  z.strictObject({
    type: z.string(),
    url: z.string(),
    count: z.number().describe('the resources in the file, one a line'),
  }),
);

const imported = z.array(
  z.strictObject({
    file: z.number().int().describe('its number in the request, from 1 on'),
    sha256: z.string(),
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int().describe('were stored with the same content'),
    removed: z.number().int(),
    refused: z.number().int(),
  }),
);

export const importManifestSchema = z
  .strictObject({
    transactionTime: z.string().describe('when the import was begun'),
    request: z.string(),
    requiresAccessToken: z.literal(true),
    output: exportedFiles,
    imported,
    error: exportedFiles.describe('an OperationOutcome for each line that was refused'),
  })
  .describe('what became of an import');

export const manifestSchema = z
  .strictObject({
    transactionTime: z.string().describe('the resources are those of this instant'),
    request: z.string(),
    requiresAccessToken: z.literal(true),
    output: exportedFiles,
    deleted: exportedFiles.describe('Bundles with a DELETE for each resource that is gone'),
    error: exportedFiles,
  })
  .describe('the files of an export (FHIR Bulk Data Access 2.0)');
