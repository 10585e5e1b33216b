import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { LoadedConfig } from '../../appliance/config/load.js';
import { storeIn, trustOf } from '../../appliance/package-sources.js';
import { examine } from '../../appliance/packages/examine.js';
import { listEverything } from '../../appliance/packages/list-packages.js';
import { prove } from '../../appliance/packages/trial.js';
import { AppError, messageOf } from '../../core/errors.js';
import { signedBy, type Trust } from '../../model-packages/seal.js';
import type { InstalledPackage } from '../../model-packages/sources.js';
import { unpackBundle } from '../../model-packages/store/bundle.js';
import { readState, versionsOf } from '../../model-packages/store/state.js';
import { type CommandContext, type CommonOptions, configFor, EXIT } from '../context.js';
import { json, table } from '../output.js';
import { createProgress } from '../progress.js';

export interface VerifyOptions extends CommonOptions {
  readonly golden?: true;
}

/** The verification of one version of a package. */
interface VersionReport {
  readonly what: string;
  readonly version: string | null;
  readonly state: 'sound' | 'damaged';
  readonly signed: string | null;
  /** Whether it is the active version. */
  readonly active: boolean;
  /** The backend that reproduced its golden cases, where that was requested. */
  readonly golden: string | null;
  readonly reason: string | null;
}

interface Question {
  readonly config: LoadedConfig;
  readonly context: CommandContext;
  readonly golden: boolean;
}

async function verdictOf(
  what: string,
  dir: string,
  { active, trust, question }: { active: boolean; trust: Trust; question: Question },
): Promise<VersionReport> {
  try {
    const { place, seal } = await examine(dir, trust);
    const known = { what, version: place.version, active, signed: signedBy(seal) };
    return await tried(known, place, question);
  } catch (error) {
    const unknown = { version: null, signed: null, golden: null };
    return { what, active, ...unknown, state: 'damaged', reason: messageOf(error) };
  }
}

/** Verifies a package in a file, before it is installed. */
async function judgeFile(file: string, question: Question): Promise<VersionReport> {
  const scratch = mkdtempSync(join(tmpdir(), 'wardbox-package-'));
  try {
    const maxBytes = question.config.models.package_mb * 1024 * 1024;
    await unpackBundle(resolve(file), scratch, { maxBytes });
    const trust = trustOf(question.config);
    return await verdictOf(file, scratch, { active: false, trust, question });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw error;
    const unknown = { version: null, active: false, signed: null, golden: null };
    return { what: file, ...unknown, state: 'damaged', reason: messageOf(error) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Runs the golden cases of an intact package, where that was requested. */
async function tried(
  known: Omit<VersionReport, 'golden' | 'state' | 'reason'>,
  place: InstalledPackage,
  { config, context, golden }: Question,
): Promise<VersionReport> {
  try {
    const { environment } = context;
    const backend = golden ? await prove(place, { config, environment }) : null;
    return { ...known, golden: backend, state: 'sound', reason: null };
  } catch (error) {
    return { ...known, golden: null, state: 'damaged', reason: messageOf(error) };
  }
}

/** The active packages of the folders and of the store. */
async function judgeActive(question: Question, id: string | undefined): Promise<VersionReport[]> {
  const verdicts: VersionReport[] = [];
  for (const entry of await listEverything(question.config)) {
    if (id !== undefined && entry.id !== id) continue;
    if (entry.status !== 'verified') {
      const { id: what, reason } = entry;
      const unknown = { version: null, signed: null, golden: null };
      verdicts.push({ what, active: true, ...unknown, state: 'damaged', reason });
      continue;
    }
    const { manifest, seal, dir } = entry.package;
    const { version, kind } = manifest;
    const known = { what: entry.id, version, active: true, signed: signedBy(seal) };
    const place = { id: entry.id, dir, version, kind, sha256: seal.sha256 };
    verdicts.push(await tried(known, place, question));
  }
  return verdicts;
}

/** Versions of the store that a rollback leads to. */
async function judgeOthers(question: Question, id: string | undefined): Promise<VersionReport[]> {
  const store = storeIn(question.config);
  const trust = trustOf(question.config);
  const verdicts: VersionReport[] = [];
  for (const [what, { active }] of Object.entries(readState(store).packages)) {
    if (id !== undefined && what !== id) continue;
    const versions = versionsOf(store, what);
    const others = existsSync(versions) ? readdirSync(versions) : [];
    for (const folder of others.filter((name) => name !== active.folder)) {
      const dir = join(versions, folder);
      const plain = { ...question, golden: false };
      verdicts.push(await verdictOf(what, dir, { active: false, trust, question: plain }));
    }
  }
  return verdicts;
}

/** `wardbox models verify [ID or FILE]`: every hash and every signature, old versions too. */
export async function verify(
  context: CommandContext,
  what: string | undefined,
  options: VerifyOptions,
): Promise<void> {
  const config = configFor(context, options);
  const question = { config, context, golden: options.golden === true };
  const progress = createProgress();
  progress.show('checking');
  const isFile = what !== undefined && (what.includes('/') || what.endsWith('.wbm'));
  const verdicts = isFile
    ? [await judgeFile(what, question)]
    : [...(await judgeActive(question, what)), ...(await judgeOthers(question, what))];
  progress.clear();
  if (verdicts.length === 0) throw new AppError('not_found', `There is no package ${what}.`);
  if (verdicts.some(({ state }) => state === 'damaged')) context.exitCode = EXIT.notIntact;
  if (options.json) return context.output.out(json(verdicts));
  const rows = verdicts.map((one) => [
    one.what,
    one.version,
    one.state,
    one.signed,
    one.active ? 'yes' : 'no',
    one.golden,
    one.reason,
  ]);
  const head = ['PACKAGE', 'VERSION', 'STATE', 'SIGNED', 'ANSWERS', 'GOLDEN', 'REASON'];
  context.output.out(table(head, rows));
}
