import { createPrivateKey, type KeyObject } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { LoadedConfig } from '../../appliance/config/load.js';
import { trustOf } from '../../appliance/package-sources.js';
import { examine } from '../../appliance/packages/examine.js';
import { prove } from '../../appliance/packages/trial.js';
import { AppError, messageOf } from '../../core/errors.js';
import { syncPath } from '../../core/sync-path.js';
import {
  PULL_RECIPES,
  type PullRecipe,
  pullManifest,
  pullUrl,
  SOURCE,
} from '../../inference/pull-recipes.js';
import { filesBelow } from '../../model-packages/declared-files.js';
import { MANIFEST, SIGNATURE } from '../../model-packages/folder.js';
import { signManifest } from '../../model-packages/seal.js';
import { writeBundle } from '../../model-packages/store/bundle.js';
import { drawGolden, type WhisperDraft } from '../../operations/model-worker/draw-golden.js';
import { type CommandContext, type CommonOptions, configFor } from '../context.js';
import { json, table } from '../output.js';
import { createProgress, type Progress } from '../progress.js';
import { fetchFile } from './fetch-file.js';

export interface PullOptions extends CommonOptions {
  readonly out?: string;
  readonly from?: string;
  readonly signKey?: string;
}

/** A downloaded file, and whether its SHA-256 was known beforehand. */
export interface FetchedFile {
  readonly file: string;
  readonly sha256: string;
  readonly expected: boolean;
}

interface PullResult {
  readonly files: readonly FetchedFile[];
  readonly backend: string;
  readonly sha256: string;
}

const MB = 1_000_000;

/** The card of the package, which documents its origin. */
function cardOf(recipe: PullRecipe, files: readonly FetchedFile[]): string {
  const { title, repository, revision, licence } = recipe;
  return [
    `# ${title}`,
    '',
    `Fetched from ${repository} at ${revision}. Licence: ${licence}.`,
    '',
    'General speech, not trained for medicine, not validated on patients: measure it on recordings',
    'of your own clinicians before anyone relies on it. Golden cases were drawn on the machine that',
    'made this package, from noise.',
    '',
    '| file | SHA-256 | |',
    '|---|---|---|',
    ...files.map(
      ({ file, sha256, expected }) =>
        `| ${file} | ${sha256} | ${expected ? 'as known before' : 'as it came from that commit'} |`,
    ),
    '',
  ].join('\n');
}

async function fetchAll(
  recipe: PullRecipe,
  folder: string,
  { from, progress }: { from: string; progress: Progress },
): Promise<FetchedFile[]> {
  const fetched: FetchedFile[] = [];
  const all = recipe.megabytes * MB;
  let before = 0;
  for (const file of recipe.files) {
    let own = 0;
    const onProgress = (bytes: number) => {
      own = bytes;
      progress.show(file.to, Math.min((before + bytes) / all, 1));
    };
    const { sha256: expected } = file;
    // Twice the size of all files: a download that never ends must not fill the disk.
    const options = { sha256: expected, maxBytes: 2 * all, onProgress };
    const sha256 = await fetchFile(pullUrl(recipe, file, from), join(folder, file.to), options);
    before += own;
    fetched.push({ file: file.to, sha256, expected: expected !== undefined });
  }
  return fetched;
}

export interface PullWork {
  readonly context: CommandContext;
  readonly config: LoadedConfig;
  /** The base URL of the files. */
  readonly from: string;
  readonly progress: Progress;
  readonly signKey: KeyObject | undefined;
}

/**
 * Makes a package from a recipe in one new file: downloaded, completed with golden cases, tried.
 *
 * @throws AppError when a file cannot be downloaded or differs, or when the package does not run
 */
export async function pull(recipe: PullRecipe, out: string, work: PullWork): Promise<PullResult> {
  const { context, config, progress, signKey } = work;
  const { environment, clock } = context;
  const scratch = mkdtempSync(join(dirname(out), '.wardbox-pull-'));
  try {
    const folder = join(scratch, recipe.id);
    const files = await fetchAll(recipe, folder, work);
    progress.show('computing golden cases');
    const draft = pullManifest(recipe) as unknown as WhisperDraft;
    const manifest = await drawGolden({ folder, draft }, environment);
    writeFileSync(join(folder, 'CARD.md'), cardOf(recipe, files));
    const declared = await filesBelow(folder);
    const text = `${JSON.stringify({ ...manifest, files: declared }, null, 2)}\n`;
    writeFileSync(join(folder, MANIFEST), text);
    if (signKey !== undefined) {
      writeFileSync(join(folder, SIGNATURE), signManifest(Buffer.from(text), signKey));
    }
    progress.show('trying the package');
    const { place } = await examine(folder, { ...trustOf(config), required: false });
    const backend = await prove(place, { config, environment });
    const bundle = join(scratch, 'bundle');
    const signature = signKey === undefined ? [] : [SIGNATURE];
    const names = [MANIFEST, ...signature, ...Object.keys(declared)];
    await writeBundle(bundle, folder, names, Math.floor(clock() / 1_000));
    renameSync(bundle, out);
    syncPath(dirname(out));
    return { files, backend, sha256: place.sha256 };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function recipeList(asJson: boolean): string {
  const facts = PULL_RECIPES.map(({ id, title, megabytes, licence, repository, revision }) => {
    return { id, title, megabytes, licence, repository, revision };
  });
  if (asJson) return json(facts);
  const rows = facts.map((one) => [one.id, one.megabytes, one.licence, one.title, one.repository]);
  return table(['RECIPE', 'MB', 'LICENCE', 'WHAT', 'FROM'], rows);
}

function privateKey(path: string | undefined): KeyObject | undefined {
  if (path === undefined) return undefined;
  try {
    const key = createPrivateKey(readFileSync(path));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw new AppError('validation_error', `${path} is not a private key: ${messageOf(cause)}.`);
  }
  throw new AppError('validation_error', `${path} is not an Ed25519 key.`);
}

const POSSIBLE = PULL_RECIPES.map(({ id }) => id).join(', ');

/** `wardbox models pull [RECIPE]`: on a machine with internet; installs nothing. */
export async function pullRecipe(
  context: CommandContext,
  id: string | undefined,
  options: PullOptions,
): Promise<void> {
  if (id === undefined) return context.output.out(recipeList(options.json === true));
  const recipe = PULL_RECIPES.find((one) => one.id === id);
  if (recipe === undefined) {
    throw new AppError('not_found', `There is no recipe ${id}; the recipes are ${POSSIBLE}.`);
  }
  const out = resolve(options.out ?? `${id}.wbm`);
  if (existsSync(out)) throw new AppError('conflict', `${out} already exists.`);
  const progress = createProgress();
  const config = configFor(context, options);
  const from = options.from ?? SOURCE;
  const signKey = privateKey(options.signKey);
  const work = { context, config, from, progress, signKey };
  const { files, backend, sha256 } = await pull(recipe, out, work).finally(progress.clear);
  if (options.json) return context.output.out(json({ file: out, id, sha256, backend, files }));
  const known = files.filter(({ expected }) => expected).length;
  context.output.out(
    [
      `${out}: ${recipe.title} from ${recipe.repository} at ${recipe.revision.slice(0, 12)}`,
      `${known} of ${files.length} files had known hashes and match them; all are in its CARD.md.`,
      `Tried on ${backend}. Next, on the appliance: wardbox models install ${id}.wbm`,
    ].join('\n'),
  );
}
