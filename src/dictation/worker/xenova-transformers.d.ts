// The library declares types only for its main entry, which loads networks.
declare module '@xenova/transformers/src/tokenizers.js' {
  export class WhisperTokenizer {
    constructor(tokenizer: object, config: object);
    encode(text: string, pair: null, options: { add_special_tokens: boolean }): number[];
    decode(
      tokens: number[],
      options: { skip_special_tokens: boolean; clean_up_tokenization_spaces: boolean },
    ): string;
  }
}
