import type { Manifest } from '../../store/backup/schema.js';

/** A backup and its location. */
export interface BackupSummary {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly manifest: Manifest;
}

const MIB = 1024 * 1024;

/** For machines. */
export function described({ file, bytes, sha256, manifest }: BackupSummary) {
  const { parts, ...facts } = manifest;
  return { file, bytes, sha256, ...facts, parts: parts.map(({ name }) => name) };
}

/** Describes the point in time of a backup and the state of its audit log. */
export function pointInTime(manifest: Manifest): string[] {
  const { made_at, version, schema, audit, counts, encryption } = manifest;
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { records, newest_at, head, broken } = audit;
  return [
    `Point in time    ${made_at}`,
    `Made by          version ${version}, tables ${schema}, ${rows.toLocaleString('en')} rows`,
    ...(encryption === undefined ? [] : [`Encrypted        with the key ${encryption.key_id}`]),
    `Audit            ${records} records${newest_at === null ? '' : ` until ${newest_at}`}`,
    `Audit head       ${head}`,
    ...(broken === undefined ? [] : [`NOT INTACT       the audit log was broken at ${broken}`]),
  ];
}

/** For a person. */
export function report(
  { file, bytes, sha256, manifest }: BackupSummary,
  removed: readonly string[],
) {
  const { parts, elsewhere } = manifest;
  const aside = elsewhere.map((name) => `Not in it        ${name}`);
  return [
    `Backup           ${file} (${(bytes / MIB).toFixed(1)} MiB, ${parts.length} files)`,
    `Digest           sha256:${sha256}`,
    ...pointInTime(manifest),
    ...aside,
    ...removed.map((name) => `Removed          ${name}`),
  ].join('\n');
}
