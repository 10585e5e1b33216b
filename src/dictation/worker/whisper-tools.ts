import { deflateSync } from 'node:zlib';
import type { WhisperTokenizer } from '../recognition/whisper/listener.js';

/** Unchanged text: other code handles spaces and special tokens. */
const DECODE = { skip_special_tokens: false, clean_up_tokenization_spaces: false } as const;

type Json = Readonly<Record<string, unknown>>;

/** Newer files hold each merge as a pair, which the library does not read. */
function withOldMerges(tokenizer: Json): Json {
  const model = tokenizer.model as Json | undefined;
  if (!Array.isArray(model?.merges)) return tokenizer;
  const merges = model.merges.map((merge: unknown) =>
    Array.isArray(merge) ? merge.join(' ') : merge,
  );
  return { ...tokenizer, model: { ...model, merges } };
}

/**
 * The tokenizer of a model from its two files, as they were read and verified; nothing is read from
 * disk or the network. The part of the library that is loaded brings ONNX Runtime with it (native
 * and WebAssembly), which a worker has loaded by then anyway; its code for networks and images is
 * not loaded.
 *
 * @param tokenizer content of `tokenizer.json`
 * @param config content of `tokenizer_config.json`
 */
export async function openWhisperTokenizer(
  tokenizer: Json,
  config: Json,
): Promise<WhisperTokenizer> {
  const { WhisperTokenizer: Library } = await import('@xenova/transformers/src/tokenizers.js');
  const opened = new Library(withOldMerges(tokenizer), config);
  return {
    encode: (text) => opened.encode(text, null, { add_special_tokens: false }),
    // The library does not accept an empty list.
    decode: (tokens) => (tokens.length === 0 ? '' : opened.decode([...tokens], DECODE)),
  };
}

/** Number of bytes after compression with zlib, as with Python's `zlib.compress`. */
export function deflatedSize(bytes: Uint8Array): number {
  return deflateSync(bytes).length;
}
