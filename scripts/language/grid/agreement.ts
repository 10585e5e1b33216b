import type { Entity } from '../../../src/patient-record/language/entity.js';
import type { Mention, Sentence } from './generate.js';
import { allows, type Truth } from './template.js';

interface Counts {
  n: number;
  wrong: number;
  missed: number;
}

interface Failure {
  count: number;
  readonly example: string;
}

/** The entity that a name was read as: the exact one first, else the one that shares most of it. */
export function readMention(
  entities: readonly Entity[],
  mention: Pick<Mention, 'start' | 'end'>,
): Entity | undefined {
  const shared = (one: Entity) =>
    Math.min(one.end, mention.end) - Math.max(one.start, mention.start);
  const exact = (one: Entity) => one.start === mention.start && one.end === mention.end;
  return entities
    .filter((one) => shared(one) > 0)
    .sort(
      (x, y) =>
        Number(exact(y)) - Number(exact(x)) ||
        Number(x.type === 'anatomy') - Number(y.type === 'anatomy') ||
        shared(y) - shared(x),
    )[0];
}

const inWords = (truth: Truth) => (typeof truth === 'string' ? truth : truth.join(' or '));

/** Counts by family and variant, and the templates that fail. */
export class Tally {
  readonly counts = new Map<string, Counts>();
  readonly failures = new Map<string, Failure>();
  readonly #texts = new Set<string>();
  items = 0;

  get texts(): number {
    return this.#texts.size;
  }

  #count(key: string, read: 'right' | 'wrong' | 'missed'): void {
    const counts = this.counts.get(key) ?? { n: 0, wrong: 0, missed: 0 };
    counts.n += 1;
    if (read !== 'right') counts[read] += 1;
    this.counts.set(key, counts);
  }

  add(sentence: Sentence, mention: Mention, found: Entity | undefined): void {
    const { family, variant, template, text } = sentence;
    this.#texts.add(text);
    this.items += 1;
    const right = found !== undefined && allows(mention.truth, found.assertion);
    const read = found === undefined ? 'missed' : right ? 'right' : 'wrong';
    const row = mention.beside ? 'beside' : family;
    this.#count(`${row}\t${variant}`, read);
    this.#count(`all\t${variant}`, read);
    this.#count(`${row}\tall`, read);
    this.#count('all\tall', read);
    if (read === 'right') return;
    const said = found === undefined ? 'not found' : `${found.assertion} [${found.cue ?? '-'}]`;
    const where = mention.beside ? 'beside' : `{${mention.slot}}`;
    const key = `${family}\t${template.text}\t${variant}: ${where} ${inWords(mention.truth)} → ${said}`;
    const failure = this.failures.get(key) ?? { count: 0, example: text };
    failure.count += 1;
    this.failures.set(key, failure);
  }
}

/** A row for each family and variant; `beside` are the neutral sentences next to templates. */
export function* formatTallies(tally: Tally): Generator<string> {
  yield ['family', 'variant', 'n', 'wrong', 'wrong %', 'not found'].join('\t');
  for (const [key, { n, wrong, missed }] of [...tally.counts].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    yield [key, n, wrong, ((100 * wrong) / n).toFixed(1), missed].join('\t');
  }
}

/** Each failing template once, with the results of its variants. */
export function* formatFailures(tally: Tally): Generator<string> {
  let last = '';
  for (const [key, { count, example }] of [...tally.failures].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const [family, template, what] = key.split('\t');
    if (template !== last) yield `${family} | ${template}`;
    last = template ?? '';
    yield `    ${what} (${count}) e.g. ${JSON.stringify(example)}`;
  }
}
