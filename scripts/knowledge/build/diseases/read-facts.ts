import type {
  ActionFacts,
  DiseaseFacts,
  FindingFacts,
  Measure,
  PresentationFacts,
  RangeFacts,
  RuleFacts,
  SourceFacts,
} from '../../../../src/differential/knowledge/schema.js';
import type { Limits } from '../../../../src/differential/probability/limits.js';
import { type Block, type Complain, itemsOf, valuesOf } from './blocks.js';
import type { PresentationNotes } from './danger-matrix.js';

type Loose<T> = { -readonly [K in keyof T]?: unknown };

const number = (text: string | undefined): number => Number((text ?? '').trim() || Number.NaN);

function strange(block: Block, known: readonly string[], complain: Complain): void {
  for (const [key] of block.lines) {
    if (!known.includes(key)) complain(block.at, `${key}: is no line of a ${block.kind}`);
  }
}

const some = <K extends string, T>(key: K, items: readonly T[]) =>
  items.length > 0 ? { [key]: items } : {};

/** `Name 2003 JAMA doi:10…`, `Name https://…` */
export function readSource(text: string): SourceFacts {
  const doi = /doi:\s*(10\.\S+)/i.exec(text)?.[1];
  const url = /https?:\/\/\S+/.exec(text)?.[0];
  const name = text
    .replace(/doi:\s*10\.\S+/i, '')
    .replace(/https?:\/\/\S+/, '')
    .trim();
  return { name: name || (doi ?? url ?? ''), ...(doi && { doi }), ...(url && { url }) };
}

const MEASURE = /^(\w+)\s*(>=|<=|>|<|=|high|low|very_high|very_low)\s*(.*)$/;

function readMeasure(text: string, at: string, complain: Complain): Measure[] {
  const [, variable, is, rest] = MEASURE.exec(text) ?? [];
  if (variable === undefined || is === undefined) {
    complain(at, `measure: ${text} is not understood`);
    return [];
  }
  const value = (rest ?? '').trim();
  const given = value === '' ? {} : { value: /^[-\d.]+$/.test(value) ? Number(value) : value };
  const asTruth = value === 'true' || value === 'false' ? { value: value === 'true' } : given;
  return [{ variable, is, ...asTruth } as Measure];
}

/** Semicolons inside quotes end nothing. */
const patterns = (block: Block, key: string) => itemsOf(block, key, /;(?=(?:[^"]*"[^"]*")*[^"]*$)/);

export function readFinding(block: Block, complain: Complain): Loose<FindingFacts> {
  strange(block, ['in', 'say', 'unless', 'measure', 'same', 'one_of'], complain);
  const [id, name, kind, leak] = block.heading;
  const measures = valuesOf(block, 'measure').flatMap((text) =>
    text.split(';').flatMap((one) => readMeasure(one.trim(), block.at, complain)),
  );
  const [same] = itemsOf(block, 'same', /[\s,]+/);
  const [oneOf] = itemsOf(block, 'one_of', /[\s,]+/);
  return {
    id,
    name,
    kind,
    leak: number(leak),
    ...some('in', itemsOf(block, 'in', /[\s,]+/)),
    ...some('say', patterns(block, 'say')),
    ...some('unless', wordsIn(valuesOf(block, 'unless').join(' '))),
    ...some('measure', measures),
    ...(same && { same }),
    ...(oneOf && { one_of: oneOf }),
  };
}

/** Words, and phrases in quotes. */
const wordsIn = (text: string): string[] =>
  [...text.matchAll(/"([^"]+)"|([^\s"/,;]+)/g)]
    .map(([, quoted, bare]) => (quoted ?? bare ?? '').trim())
    .filter((word) => word !== '');

const UNIT_MINUTES: Readonly<Record<string, number>> = {
  min: 1,
  minute: 1,
  minutes: 1,
  h: 60,
  hour: 60,
  hours: 60,
  day: 1440,
  days: 1440,
  week: 10_080,
  weeks: 10_080,
  month: 43_200,
  months: 43_200,
};
const SPOKEN_MINUTES: readonly (readonly [RegExp, number])[] = [
  [/immediate|at once|now|without delay|straight away/, 0],
  [/urgent/, 60],
  [/today|same day|this visit/, 720],
  [/tomorrow|next day/, 1440],
  [/soon|days/, 4320],
  [/routine|weeks|later/, 20_160],
];

/** Minutes of `now`, `within 10 min`, `in 3 weeks`, `today`. */
function minutesOf(text: string): number | undefined {
  const said = text.toLowerCase();
  const [, count, unit] = /(\d+)\s*(min|minutes?|h|hours?|days?|weeks?|months?)\b/.exec(said) ?? [];
  if (count !== undefined && unit !== undefined) return Number(count) * (UNIT_MINUTES[unit] ?? 1);
  return SPOKEN_MINUTES.find(([words]) => words.test(said))?.[1];
}

const UNKNOWN_TIME = 4320;

/** The lines of actions: `drug` gives a medicine, `first` comes before all others. */
const ACTION_LINES: Readonly<Record<string, Pick<ActionFacts, 'medicine' | 'first'>>> = {
  do: {},
  drug: { medicine: true },
  first: { first: true },
  first_drug: { medicine: true, first: true },
};

function readAction(text: string, kind: Pick<ActionFacts, 'medicine' | 'first'>): ActionFacts {
  const [what = '', within = 'soon', source] = text.split('|').map((part) => part.trim());
  return {
    text: what,
    within,
    minutes: minutesOf(within) ?? UNKNOWN_TIME,
    ...(source && { source }),
    ...kind,
  };
}

const actionsOf = (block: Block): ActionFacts[] =>
  block.lines.flatMap(([key, value]) => {
    const kind = ACTION_LINES[key];
    return kind === undefined ? [] : [readAction(value, kind)];
  });

/** `a .3, b .05` → {a: 0.3, b: 0.05}. */
function readShares(block: Block, key: string, complain: Complain): Record<string, number> {
  const shares: Record<string, number> = {};
  for (const item of itemsOf(block, key, ',')) {
    const [, name, share] = /^([a-z_0-9]+)[\s:=]+([\d.]+)$/.exec(item) ?? [];
    if (name === undefined || share === undefined) {
      complain(block.at, `${key}: ${item} is not understood`);
    } else if (Object.hasOwn(shares, name)) complain(block.at, `${key}: ${name} is doubled`);
    else shares[name] = number(share);
  }
  return shares;
}

const within = (value: number): number => Math.min(0.99, Math.max(0.002, value));

function readSex(text: string): { F: number; M: number } | undefined {
  const [, sex, times] = /^([FM])\s*(only|[\d.]+)$/.exec(text.trim()) ?? [];
  if (sex === undefined || times === undefined) return undefined;
  if (times === 'only') return sex === 'F' ? { F: 1, M: 0 } : { F: 0, M: 1 };
  // The rate is that of both together: a ratio moves weight from one to the other.
  const ratio = number(times);
  const more = (2 * ratio) / (1 + ratio);
  const less = 2 / (1 + ratio);
  return sex === 'F' ? { F: more, M: less } : { F: less, M: more };
}

function readTest(text: string): object {
  const [name, figures = ''] = text.split('|').map((part) => part.trim());
  const sens = /sens\s*([\d.]+)/.exec(figures)?.[1];
  const spec = /spec\s*([\d.]+)/.exec(figures)?.[1];
  return {
    name,
    ...(sens && { sens: within(number(sens)) }),
    ...(spec && { spec: within(number(spec)) }),
  };
}

function readCourse(block: Block, complain: Complain): object {
  const course = readShares(block, 'course', complain);
  if (Object.keys(course).length === 0) return {};
  return { course: { hours: 0, days: 0, weeks: 0, months: 0, ...course } };
}

function readAges(block: Block, complain: Complain): object {
  const ages = itemsOf(block, 'age', ',').map((item) => {
    const [age, factor] = item.split(/[\s:]+/).map(number);
    if (!Number.isFinite(age) || !Number.isFinite(factor)) complain(block.at, `age: ${item}`);
    return [age, factor] as const;
  });
  return some(
    'age',
    ages.toSorted(([a = 0], [b = 0]) => a - b),
  );
}

const DISEASE_LINES =
  'also danger care rate age sex course setting find never needs test excluded_by excludes_if_absent leads_to do drug specialty src'.split(
    ' ',
  );

export function readDisease(block: Block, complain: Complain): Loose<DiseaseFacts> {
  strange(block, DISEASE_LINES, complain);
  const [id, name, icd10] = block.heading;
  const one = (key: string) => valuesOf(block, key)[0]?.trim();
  const sexText = one('sex');
  const sex = sexText === undefined ? undefined : readSex(sexText);
  if (sexText !== undefined && sex === undefined) complain(block.at, `sex: ${sexText}`);
  const setting = readShares(block, 'setting', complain);
  const leads = readShares(block, 'leads_to', complain);
  const find = readShares(block, 'find', complain);
  const excludedBy = one('excluded_by');
  const specialty = one('specialty')?.split(/[\s,;]+/)[0];
  return {
    id,
    name,
    icd10: icd10?.split(/[\s,;–-]/)[0],
    ...some('also', itemsOf(block, 'also', ';')),
    danger: one('danger')?.split(/\s/)[0],
    care: one('care')?.split(/\s/)[0],
    rate: number(one('rate')?.split(/\s/)[0]),
    ...readAges(block, complain),
    ...(sex && { sex }),
    ...readCourse(block, complain),
    ...(Object.keys(setting).length > 0 && { setting }),
    find: Object.fromEntries(Object.entries(find).map(([key, p]) => [key, within(p)])),
    ...some('never', itemsOf(block, 'never', /[\s,;]+/)),
    ...some(
      'needs',
      itemsOf(block, 'needs', /[\s,;]+/).map((row) => row.split('|')),
    ),
    ...some('tests', valuesOf(block, 'test').map(readTest)),
    ...(excludedBy && { excluded_by: excludedBy }),
    ...some('excludes_if_absent', itemsOf(block, 'excludes_if_absent', /[\s,;]+/)),
    ...(Object.keys(leads).length > 0 && { leads_to: leads }),
    ...some('actions', actionsOf(block)),
    ...(specialty && { specialty }),
    sources: itemsOf(block, 'src', ';').map(readSource),
  };
}

const AGES = /^(\d*\.?\d*)\s*-\s*(\d*\.?\d*)$/;

function ageLimits(text: string | undefined): Pick<Limits, 'from_age' | 'to_age'> {
  const [, from, to] = AGES.exec(text?.trim() ?? '') ?? [];
  return { ...(from && { from_age: number(from) }), ...(to && { to_age: number(to) }) };
}

/** The ages that both limits leave. */
function narrowed(usual: Limits, own: Limits): Pick<Limits, 'from_age' | 'to_age'> {
  const from = Math.max(usual.from_age ?? 0, own.from_age ?? 0);
  const to = Math.min(
    usual.to_age ?? Number.POSITIVE_INFINITY,
    own.to_age ?? Number.POSITIVE_INFINITY,
  );
  return { ...(from > 0 && { from_age: from }), ...(Number.isFinite(to) && { to_age: to }) };
}

const idsAfter = (limits: readonly string[], word: string): object => {
  const line = limits.find((limit) => limit.startsWith(`${word} `));
  return line === undefined ? {} : { [word]: line.slice(word.length + 1).split(/[\s,]+/) };
};

/** `disease_id | F | 50- | if a b`, `disease_id | ask c` */
function readConsidered(text: string, { sex: usualSex, ...usualAges }: Limits): object {
  const [disease, ...limits] = text.split('|').map((part) => part.trim());
  const sex = limits.find((limit) => limit === 'F' || limit === 'M') ?? usualSex;
  const ages = limits.find((limit) => AGES.test(limit));
  return {
    disease,
    ...(sex && { sex }),
    ...narrowed(usualAges, ageLimits(ages)),
    ...idsAfter(limits, 'if'),
    ...idsAfter(limits, 'ask'),
  };
}

/** Who a presentation is for, and what it leaves out: for the builder alone. */
export function readPresentationNotes(block: Block): PresentationNotes {
  const [sex] = itemsOf(block, 'sex', /[\s,]+/);
  return {
    limits: {
      ...((sex === 'F' || sex === 'M') && { sex }),
      ...ageLimits(valuesOf(block, 'age')[0]),
    },
    omissions: valuesOf(block, 'not').map((value) => {
      const [ids = '', why = ''] = value.split('|').map((part) => part.trim());
      return { diseases: ids.split(/[\s;]+/).filter((id) => id !== ''), why };
    }),
  };
}

/** Each cause has the sex of its presentation where it states none, and no other ages than it. */
export function readPresentation(block: Block, complain: Complain): Loose<PresentationFacts> {
  strange(block, ['when', 'sex', 'age', 'consider', 'not', 'src'], complain);
  const [id, name] = block.heading;
  const { limits } = readPresentationNotes(block);
  return {
    id,
    name,
    when: itemsOf(block, 'when', /[\s,]+/),
    consider: itemsOf(block, 'consider', ';').map((text) => readConsidered(text, limits)),
    sources: itemsOf(block, 'src', ';').map(readSource),
  };
}

export function readRule(block: Block, complain: Complain): Loose<RuleFacts> {
  strange(block, ['when', 'age', 'sex', 'course', ...Object.keys(ACTION_LINES), 'src'], complain);
  const [id, name, level] = block.heading;
  const [sex] = itemsOf(block, 'sex', /[\s,]+/);
  return {
    id,
    name,
    level,
    when: itemsOf(block, 'when', ',').map((row) => row.split(/[\s|]+/)),
    ...ageLimits(valuesOf(block, 'age')[0]),
    ...(sex && { sex }),
    ...some('course', itemsOf(block, 'course', /[\s,]+/)),
    ...some('actions', actionsOf(block)),
    sources: itemsOf(block, 'src', ';').map(readSource),
  };
}

/** A complaint is a rule of urgency for a complaint about which nothing else is known. */
export const readComplaint = (block: Block, complain: Complain): Loose<RuleFacts> => ({
  ...readRule(block, complain),
  basis: 'complaint',
});

export function readRange(block: Block, complain: Complain): Loose<RangeFacts> {
  const keys = ['low', 'high', 'very_low', 'very_high'] as const;
  strange(block, [...keys, 'src'], complain);
  const [variable, from, sex] = block.heading;
  const limits = keys.flatMap((key) => {
    const [value] = valuesOf(block, key);
    return value === undefined ? [] : [[key, number(value)] as const];
  });
  return {
    variable,
    from_age: number(from),
    ...(sex && { sex }),
    ...Object.fromEntries(limits),
    sources: itemsOf(block, 'src', ';').map(readSource),
  };
}

/** `name = a/b/"c d"` → the name and its alternatives. */
export function readWords(block: Block, complain: Complain): readonly [string, string[]] {
  const [, name = '', rest = ''] = /^(\w+)\s*=\s*(.*)$/.exec(block.heading.join(' ')) ?? [];
  const words = wordsIn(rest);
  if (name === '' || words.length === 0) complain(block.at, 'is no set of words');
  return [name, words];
}
