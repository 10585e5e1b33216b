import { join } from 'node:path';
import {
  type Block,
  type Complain,
  readBlocks,
  valuesOf,
} from '../knowledge/build/diseases/blocks.js';
import {
  allows,
  isNoWorse,
  LIKELIHOODS,
  levelOf,
  type Rating,
  SEVERITIES,
  VERDICTS,
  type Verdict,
} from './policy.js';

/** The parts of the log, each a file of hazards, in the order of the page. */
export const PARTS = [
  { file: 'analyze', prefix: 'ANA', title: 'Analyze' },
  { file: 'transcribe', prefix: 'TRA', title: 'Transcribe' },
  { file: 'imaging', prefix: 'IMA', title: 'Imaging' },
  { file: 'risk', prefix: 'RIS', title: 'Risk' },
  { file: 'medications', prefix: 'MED', title: 'Medications' },
  { file: 'fhir', prefix: 'FHI', title: 'FHIR and filing' },
  { file: 'console', prefix: 'CON', title: 'The console' },
  { file: 'pacs', prefix: 'PAC', title: 'Images from modalities and PACS' },
  { file: 'shared', prefix: 'SHA', title: 'Shared by all' },
] as const;
export type PartFile = (typeof PARTS)[number]['file'];

/** How a control works: by the construction, by a check of it, or by what the user is told. */
export const CONTROL_KINDS = ['design', 'verification', 'information'] as const;
export type ControlKind = (typeof CONTROL_KINDS)[number];

/** A test that shows that a control works: its file and the title of a `describe` or an `it`. */
export interface Proof {
  readonly file: string;
  readonly title: string;
}

export interface Control {
  readonly kind: ControlKind;
  readonly text: string;
  readonly proofs: readonly Proof[];
}

/** What the hospital has to do, and who there. */
export interface HospitalDuty {
  readonly who: string;
  readonly what: string;
}

export interface Hazard {
  readonly part: PartFile;
  readonly id: string;
  readonly title: string;
  readonly effect: string;
  readonly causes: readonly string[];
  readonly before: Rating;
  readonly controls: readonly Control[];
  /** What nothing in the product controls, in words. */
  readonly uncontrolled: string | undefined;
  readonly after: Rating;
  readonly residual: string;
  readonly verdict: Verdict;
  readonly because: string;
  readonly duties: readonly HospitalDuty[];
  /** `file:line`. */
  readonly at: string;
}

const FOLDER = join(import.meta.dirname, 'hazards');
const KEYS: ReadonlySet<string> = new Set([
  'effect',
  'cause',
  'before',
  ...CONTROL_KINDS,
  'proof',
  'no_control',
  'after',
  'residual',
  'verdict',
  'hospital',
]);

const wordOf = <Word extends string>(words: readonly Word[], text: string): Word | undefined =>
  words.find((word) => word === text);

/** The two halves of a line around its first bar. */
function halves(text: string): readonly [string, string] {
  const at = text.indexOf('|');
  return at === -1 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** Reads one block; complains of what is missing or malformed. */
class HazardReader {
  readonly #block: Block;
  readonly #complain: (fault: string) => void;

  constructor(block: Block, complain: Complain) {
    this.#block = block;
    this.#complain = (fault) => complain(block.at, fault);
  }

  read(part: PartFile, prefix: string): Hazard {
    const [id = '', title = ''] = this.#block.heading;
    if (!new RegExp(`^${prefix}-\\d\\d$`).test(id)) this.#complain(`"${id}" is no id of ${part}`);
    if (title === '') this.#complain('has no title');
    for (const [key] of this.#block.lines) {
      if (!KEYS.has(key)) this.#complain(`"${key}" is no key`);
    }
    const [word, because] = halves(this.#one('verdict'));
    return {
      part,
      id,
      title,
      effect: this.#one('effect'),
      causes: this.#some('cause'),
      before: this.#rating('before'),
      controls: this.#controls(),
      uncontrolled: valuesOf(this.#block, 'no_control')[0],
      after: this.#rating('after'),
      residual: this.#one('residual'),
      verdict: wordOf(VERDICTS, word) ?? this.#unknown('verdict', word, 'unacceptable'),
      because: because === '' ? this.#unknown('verdict', 'no reason', '') : because,
      duties: this.#some('hospital').map((text) => {
        const [who, what] = halves(text);
        if (what === '') this.#complain(`"${who}" has nothing to do`);
        return { who, what };
      }),
      at: this.#block.at,
    };
  }

  #unknown<Value>(key: string, text: string, instead: Value): Value {
    this.#complain(`${key}: ${text}`);
    return instead;
  }

  #one(key: string): string {
    const [value, ...others] = valuesOf(this.#block, key);
    if (value === undefined || value === '') return this.#unknown(key, 'is missing', '');
    if (others.length > 0) this.#complain(`${key}: stands more than once`);
    return value;
  }

  #some(key: string): readonly string[] {
    const values = valuesOf(this.#block, key);
    if (values.length === 0) this.#complain(`${key}: is missing`);
    return values;
  }

  #rating(key: string): Rating {
    const text = this.#one(key);
    const [first = '', second = ''] = text.split(',').map((word) => word.trim());
    const severity = wordOf(SEVERITIES, first);
    const likelihood = wordOf(LIKELIHOODS, second);
    if (severity !== undefined && likelihood !== undefined) return { severity, likelihood };
    const worst: Rating = { severity: 'catastrophic', likelihood: 'very high' };
    return this.#unknown(key, `"${text}" is no severity and likelihood`, worst);
  }

  /** A proof belongs to the control before it. */
  #controls(): readonly Control[] {
    const controls: { kind: ControlKind; text: string; proofs: Proof[] }[] = [];
    for (const [key, value] of this.#block.lines) {
      const kind = wordOf(CONTROL_KINDS, key);
      if (kind !== undefined) controls.push({ kind, text: value, proofs: [] });
      if (key !== 'proof') continue;
      const [file, title] = halves(value);
      const control = controls.at(-1);
      if (control === undefined) this.#complain(`${title} proves no control`);
      else control.proofs.push({ file, title });
    }
    return controls;
  }
}

/** What is wrong with a hazard by the rules of the log. */
function faultsOf(hazard: Hazard): string[] {
  const { before, after, verdict, controls, uncontrolled } = hazard;
  const level = levelOf(after);
  const faults: (readonly [boolean, string])[] = [
    [!isNoWorse(after, before), 'its residual risk is above the initial one'],
    [!allows(level, verdict), `a risk of level ${level} cannot be ${verdict}`],
    [
      uncontrolled === undefined && !controls.some(({ proofs }) => proofs.length > 0),
      'it has neither a control with a test nor a line no_control',
    ],
    [
      controls.length === 0 && levelOf(before) !== level,
      'its risk falls though nothing controls it',
    ],
  ];
  return faults.filter(([holds]) => holds).map(([, text]) => text);
}

/**
 * Reads all hazards, in the order of the page.
 *
 * @param complain is told of each fault, with its file and line
 */
export function readHazards(complain: Complain, folder = FOLDER): readonly Hazard[] {
  const blocks = readBlocks(folder, complain, new Set(['hazard']));
  const hazards = PARTS.flatMap(({ file, prefix }) =>
    blocks
      .filter(({ at }) => at.startsWith(`${file}.txt:`))
      .map((block) => new HazardReader(block, complain).read(file, prefix)),
  );
  const ids = new Set<string>();
  for (const hazard of hazards) {
    if (ids.has(hazard.id)) complain(hazard.at, `${hazard.id} is there twice`);
    ids.add(hazard.id);
    for (const fault of faultsOf(hazard)) complain(hazard.at, `${hazard.id}: ${fault}`);
  }
  return hazards;
}
