import type { LetterToSound } from './lexicon.js';
import { phoneToken } from './phones.js';
import { type SpellingNetwork, seenLetters, symbolLogProbabilities } from './spelling-network.js';

/** Number of hypotheses kept after each letter, and of symbols tried for each. */
const BEAM = 4;
const MAX_WAYS = 3;
/** ln of the minimum probability relative to the best. */
const MIN = Math.log(0.1);
/** Maximum length of a word in letters. */
const MAX_LETTERS = 60;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MAX = 4_096;

const fault = (what: string) => new RangeError(`letter-to-sound: ${what}`);

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null) throw fault(`${name} is not an object`);
  return value as Fields;
}

function count(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX) {
    throw fault(`${name} is not a count`);
  }
  return value;
}

function symbolTokens(value: unknown): readonly number[] {
  if (typeof value !== 'string') throw fault('a symbol is not text');
  if (value === '') return [];
  return value.split(' ').map((name) => {
    const token = phoneToken(name);
    if (token === undefined) throw fault('a symbol names an unknown phone');
    return token;
  });
}

/** Weights of one table: eight bits each, with one scale. */
function table(tables: Fields, name: string, length: number): Float32Array {
  const { scale, codes } = fieldsOf(tables[name], name);
  if (typeof scale !== 'number' || !Number.isFinite(scale)) throw fault(`${name} has no scale`);
  if (typeof codes !== 'string' || !BASE64.test(codes)) throw fault(`${name} has no weights`);
  const bytes = Buffer.from(codes, 'base64');
  if (bytes.length !== length) throw fault(`${name} has ${bytes.length} weights, not ${length}`);
  return Float32Array.from(new Int8Array(bytes), (code) => code * scale);
}

function bias(biases: Fields, name: string, length: number): Float32Array {
  const values = biases[name];
  if (!Array.isArray(values) || values.length !== length || !values.every(Number.isFinite)) {
    throw fault(`${name} has not ${length} biases`);
  }
  return Float32Array.from(values as number[]);
}

/**
 * Reads what `scripts/train/dictation/letter_to_sound.py` wrote.
 *
 * @param json the file's text.
 * @throws RangeError naming the fault.
 */
export function parseLetterToSound(json: string): SpellingNetwork {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw fault('it is not JSON');
  }
  const fields = fieldsOf(parsed, 'it');
  const { version, letters, symbols: names } = fields;
  if (version !== 1) throw fault('of another version');
  if (typeof letters !== 'string' || new Set(letters).size !== letters.length || letters === '') {
    throw fault('letters are not distinct');
  }
  if (!Array.isArray(names) || names.length === 0) throw fault('no symbols');
  const sizes = ['window', 'history', 'hidden', 'middle'].map((name) => count(fields, name));
  const [window = 1, history = 1, hidden = 1, middle = 1] = sizes;
  const [tables, biases] = [fieldsOf(fields.tables, 'tables'), fieldsOf(fields.biases, 'biases')];
  return {
    letters,
    window,
    history,
    hidden,
    middle,
    symbols: names.map(symbolTokens),
    letterRows: table(tables, 'letters', (2 * window + 1) * (letters.length + 1) * hidden),
    beforeRows: table(tables, 'before', history * (names.length + 1) * hidden),
    middleRows: table(tables, 'middle', middle * hidden),
    outRows: table(tables, 'out', names.length * middle),
    bias: bias(biases, 'letters', hidden),
    middleBias: bias(biases, 'middle', middle),
    outBias: bias(biases, 'out', names.length),
  };
}

/** The symbols chosen so far, and ln P of them. */
interface Path {
  readonly symbols: readonly number[];
  readonly score: number;
}

const byScore = (a: Path, b: Path) => b.score - a.score;

function extend(network: SpellingNetwork, seen: Float32Array, path: Path): readonly Path[] {
  return [...symbolLogProbabilities(network, seen, path.symbols)]
    .map((score, symbol) => ({ symbols: [...path.symbols, symbol], score: path.score + score }))
    .sort(byScore)
    .slice(0, BEAM);
}

/** Merges hypotheses with the same phones and adds their probabilities. */
function merge(network: SpellingNetwork, paths: readonly Path[]) {
  const ways = new Map<string, { phones: readonly number[]; p: number }>();
  for (const { symbols, score } of paths) {
    const phones = symbols.flatMap((symbol) => network.symbols[symbol] ?? []);
    const key = phones.join(' ');
    const p = (ways.get(key)?.p ?? 0) + Math.exp(score);
    if (phones.length > 0) ways.set(key, { phones, p });
  }
  return [...ways.values()].sort((a, b) => b.p - a.p);
}

/**
 * Pronounces words by their letters: up to three sequences of CTC tokens, the likeliest first, each
 * at least a tenth as likely. A word with other characters than `[a-z']`, or of more than 60
 * letters, has none.
 */
export function createLetterToSound(network: SpellingNetwork): LetterToSound {
  return (word) => {
    const letters = [...word].map((letter) => network.letters.indexOf(letter));
    if (letters.length === 0 || letters.length > MAX_LETTERS || letters.includes(-1)) return [];
    let paths: readonly Path[] = [{ symbols: [], score: 0 }];
    for (let at = 0; at < letters.length; at += 1) {
      const seen = seenLetters(network, letters, at);
      paths = paths
        .flatMap((path) => extend(network, seen, path))
        .sort(byScore)
        .slice(0, BEAM);
    }
    const ways = merge(network, paths);
    const minProbability = (ways[0]?.p ?? 0) * Math.exp(MIN);
    return ways
      .filter(({ p }) => p >= minProbability)
      .slice(0, MAX_WAYS)
      .map(({ phones }) => phones);
  };
}
