import { z } from 'zod';

// The common parts of the manifests of all packages.

export const text = z.string().trim().min(1);
export const packageId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be lower-case letters, digits, dashes');

const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** A path below the package folder; every part begins with a letter or digit, so never `..`. */
export const fileName = z
  .string()
  .max(200)
  .regex(FILE_NAME, 'must be a relative path below the package folder');

const fileEntry = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'),
  bytes: z.int().min(0),
});
const declaredFiles = z.record(fileName, fileEntry);
export type DeclaredFiles = z.infer<typeof declaredFiles>;

export const packageFacts = {
  manifest_version: z.literal(1),
  id: packageId,
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'must be a version such as 1.0.0'),
  title: text,
  description: text,
  licence: text,
  intended_use: text,
  files: declaredFiles,
};

/** The content of `model.json.sig`. */
export const signatureSchema = z.strictObject({
  format: z.literal('wardbox-signature-1'),
  /** SHA-256 of the public key in DER, hex. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  /** Ed25519 over the exact bytes of the manifest, base64. */
  signature: z.base64().length(88),
});

/** Knowledge tables that rules are read from, by their purpose. */
const knowledge = {
  ...packageFacts,
  /** Files that together form one table: arrays are concatenated, records merged. */
  tables: z.record(z.string(), z.array(fileName).min(1)),
};

/** Medicines: names, interactions, contraindications, doses. */
const medicationKnowledge = z.strictObject({
  ...knowledge,
  kind: z.literal('medication-knowledge'),
  /** Of the tables: they were validated when the package was built, so not at every start. */
  format: z.literal(1),
});

/** A hospital's own rules, severities and suppressions on top of another package. */
const medicationOverlay = z.strictObject({
  ...knowledge,
  kind: z.literal('medication-overlay'),
  /** The package that it changes. */
  base: packageId,
});

/** Clinical language: words for symptoms, findings, diseases, cues of negation, headings. */
const clinicalLanguage = z.strictObject({
  ...knowledge,
  kind: z.literal('clinical-language'),
  format: z.literal(1),
});

/** Diseases: findings in words, probabilities, dangers, rules of urgency, recommendations. */
const diseaseKnowledge = z.strictObject({
  ...knowledge,
  kind: z.literal('disease-knowledge'),
  format: z.literal(1),
});

/** The manifest `model.json` of a package of knowledge. */
export const knowledgeManifestSchema = z.discriminatedUnion('kind', [
  medicationKnowledge,
  medicationOverlay,
  clinicalLanguage,
  diseaseKnowledge,
]);
export type KnowledgeManifest = z.infer<typeof knowledgeManifestSchema>;

const KNOWLEDGE_KINDS: ReadonlySet<unknown> = new Set(
  knowledgeManifestSchema.options.map(({ shape }) => shape.kind.value),
);

/** Whether packages of a kind hold knowledge and no weights. */
export const isKnowledgeKind = (kind: unknown): boolean => KNOWLEDGE_KINDS.has(kind);

/** Whether any manifest is that of a knowledge package, without weights. */
export function isKnowledge(manifest: unknown): manifest is Readonly<Record<string, unknown>> {
  return isKnowledgeKind((manifest as { kind?: unknown } | null)?.kind);
}
