import { describe, expect, it } from 'vitest';
import { readWhisperSettings } from '../../../../../src/dictation/recognition/whisper/settings.js';
import { smallFiles, smallSettings } from './whisper-settings.js';

describe('readWhisperSettings', () => {
  it('brings together what four files say', () => {
    expect(smallSettings()).toMatchObject({
      window: 6,
      mels: 4,
      heads: 2,
      headSize: 4,
      startToken: 11,
      endToken: 10,
      firstTime: 18,
      noSpeechToken: 16,
      previousToken: 15,
      transcribeToken: 14,
      neverTokens: [9],
      neverFirstTokens: [0, 10],
      latestFirstTime: 50,
    });
    expect([...smallSettings().languages]).toEqual([
      ['en', 12],
      ['de', 13],
    ]);
  });

  it('leaves out heads that the network does not have', () => {
    expect(smallSettings().alignmentHeads).toEqual([
      { layer: 1, head: 0 },
      { layer: 1, head: 1 },
    ]);
  });

  it('knows a model of English alone, which has neither language nor task', () => {
    const files = smallFiles();
    files.generation.is_multilingual = false;
    const settings = readWhisperSettings(files);
    expect(settings.languages.size).toBe(0);
    expect(settings.transcribeToken).toBeUndefined();
  });

  it('lets generation_config.json go before config.json', () => {
    const files = smallFiles();
    files.config.eos_token_id = 3;
    files.generation.decoder_start_token_id = 12;
    expect(readWhisperSettings(files)).toMatchObject({ endToken: 10, startToken: 12 });
  });

  it.each([
    ['config', 'd_model', undefined, /config\.json: d_model/],
    ['config', 'd_model', 9, /whole heads/],
    ['config', 'num_mel_bins', 80, /num_mel_bins is not feature_size/],
    ['preprocessor', 'sampling_rate', 8_000, /must be 16000/],
    ['preprocessor', 'hop_length', 0, /a size is 0/],
    ['preprocessor', 'chunk_length', 61, /chunk_length/],
    ['generation', 'no_timestamps_token_id', 319, /no_timestamps_token_id/],
    ['generation', 'eos_token_id', -1, /eos_token_id/],
    ['tokenizer', 'added_tokens', 'many', /added_tokens is missing/],
    ['tokenizer', 'added_tokens', [{}], /no content or no id/],
  ] as const)('refuses %s with %s = %j', (file, field, value, message) => {
    const files = smallFiles();
    files[file][field] = value;
    expect(() => readWhisperSettings(files)).toThrow(message);
  });

  it('refuses what is no object', () => {
    expect(() => readWhisperSettings({ ...smallFiles(), config: [] })).toThrow(/config\.json/);
  });
});
