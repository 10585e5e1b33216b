import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  deflatedSize,
  openWhisperTokenizer,
} from '../../../../../src/dictation/worker/whisper-tools.js';
import { WHISPER_DIGITS } from '../../../../support/whisper-fixture.js';

const json = async (name: string) => JSON.parse(await readFile(join(WHISPER_DIGITS, name), 'utf8'));
const file = await json('tokenizer.json');
const config = await json('tokenizer_config.json');
const tokenizer = await openWhisperTokenizer(file, config);

describe('openWhisperTokenizer', () => {
  it.each([' one two', ' seven zero nine', 'Grüße, 5 % – 37.5 °C', ' a  b\n'])(
    'gives %j back',
    (text) => {
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    },
  );

  it('puts no special token in', () => {
    const tokens = tokenizer.encode(' one seven');
    expect(tokens).toHaveLength(3);
    expect(Math.max(...tokens)).toBeLessThan(file.added_tokens[0].id);
  });

  it('reads files in which merges are pairs', async () => {
    const merges = file.model.merges.map((merge: string) => merge.split(' '));
    const paired = await openWhisperTokenizer(
      { ...file, model: { ...file.model, merges } },
      config,
    );
    expect(paired.encode(' one two zero')).toEqual(tokenizer.encode(' one two zero'));
  });

  it('gives nothing for nothing, and marks broken letters', () => {
    expect(tokenizer.decode([])).toBe('');
    expect(tokenizer.decode(tokenizer.encode('ü').slice(0, 1))).toBe('\ufffd');
  });
});

describe('deflatedSize', () => {
  it('is that of zlib', () => {
    // len(zlib.compress(b'a' * 1000)) in Python
    expect(deflatedSize(Buffer.alloc(1_000, 'a'))).toBe(17);
  });
});
