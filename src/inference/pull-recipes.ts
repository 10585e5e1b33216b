/** One file of a package and its source. */
export interface PullFile {
  /** Path in the repository. */
  readonly from: string;
  /** Name in the package folder. */
  readonly to: string;
  /** Where it has been looked up; else it is written into the manifest as it was fetched. */
  readonly sha256?: string;
}

/** How a bundle is made from a public source, on a machine with internet. */
export interface PullRecipe {
  /** The id of the package, and the argument of `wardbox models pull`. */
  readonly id: string;
  readonly title: string;
  /** At the source. */
  readonly repository: string;
  /** Commit, so that everyone fetches the same bytes. */
  readonly revision: string;
  readonly licence: string;
  /** Locales that the manifest names: a model of many languages may be given more by hand. */
  readonly languages: readonly string[];
  readonly input: { readonly mels: number; readonly frames: number };
  /** Megabytes of all files. */
  readonly megabytes: number;
  readonly files: readonly PullFile[];
}

const ENGLISH = ['en-US', 'en-GB', 'en-AU', 'en-CA', 'en-IE', 'en-NZ', 'en-IN', 'en-ZA'] as const;

const ENCODER = 'onnx/encoder_model_quantized.onnx';
const DECODER = 'onnx/decoder_model_merged_quantized.onnx';
const SETTINGS = [
  'config.json',
  'generation_config.json',
  'preprocessor_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
] as const;

/** The files of a quantised export, with the hashes that are known. */
function exportFiles(files: Readonly<Record<string, string>> = {}): PullFile[] {
  return [ENCODER, DECODER, ...SETTINGS].map((from) => {
    const sha256 = files[from];
    return { from, to: from, ...(sha256 !== undefined && { sha256 }) };
  });
}

/**
 * `_timestamped` exports have cross attentions as outputs, from which the times of words are
 * computed.
 */
export const PULL_RECIPES: readonly PullRecipe[] = [
  {
    id: 'whisper-tiny-en',
    title: 'Whisper tiny, English',
    repository: 'onnx-community/whisper-tiny.en_timestamped',
    revision: 'c91cb7ed90aa771df1581391a90f4a71535c7776',
    licence: 'MIT',
    languages: ENGLISH,
    input: { mels: 80, frames: 3_000 },
    megabytes: 44,
    files: exportFiles({
      [DECODER]: 'f2df67fbe1cf39c9b050d05029b55e217a9467f3453ae5110e2bcc0f5ba73652',
    }),
  },
  {
    id: 'whisper-base',
    title: 'Whisper base, many languages',
    repository: 'onnx-community/whisper-base_timestamped',
    revision: 'c2f58ba5d2abe7e879d4e8246f774164c5bb8438',
    licence: 'MIT',
    languages: ENGLISH,
    input: { mels: 80, frames: 3_000 },
    megabytes: 80,
    files: exportFiles(),
  },
  {
    id: 'whisper-small-en',
    title: 'Whisper small, English',
    repository: 'onnx-community/whisper-small.en_timestamped',
    revision: '1eed4a6b8cd9ada2ac3493a67cf657e3c220d7da',
    licence: 'MIT',
    languages: ENGLISH,
    input: { mels: 80, frames: 3_000 },
    megabytes: 252,
    files: exportFiles({
      [ENCODER]: 'f37219c0fb60c10c8ad3a986119c805e99622e946864f0fa8e3e0c393126e3e0',
    }),
  },
];

/** Where the repositories are; a mirror has them under the same paths. */
export const SOURCE = 'https://huggingface.co';

/** Where a file is fetched from. */
export function pullUrl(
  { repository, revision }: PullRecipe,
  { from }: PullFile,
  source: string = SOURCE,
): string {
  const path = [repository, 'resolve', revision, from].flatMap((part) => part.split('/'));
  return `${source.replace(/\/+$/, '')}/${path.map(encodeURIComponent).join('/')}`;
}

/** The manifest before sizes, hashes and golden cases: these come from the fetched files. */
export function pullManifest(recipe: PullRecipe): Readonly<Record<string, unknown>> {
  const { id, title, repository, revision, licence, languages, input } = recipe;
  const [config, generation, preprocessor, tokenizer, tokenizer_config] = SETTINGS;
  return {
    manifest_version: 1,
    id,
    version: '1.0.0',
    kind: 'speech-seq2seq',
    title,
    description: `${repository} at ${revision.slice(0, 12)}, quantised export of Whisper.`,
    licence,
    intended_use:
      'Drafts of dictations and conversations, to be read by the clinician. General speech: not ' +
      'trained for medicine, not validated on patients.',
    languages,
    input: { form: 'whisper', ...input },
    weights: ENCODER,
    more_graphs: { decoder: { weights: DECODER } },
    settings: { config, generation, preprocessor, tokenizer, tokenizer_config },
    confidence: { scale: 1, bias: 0 },
  };
}
