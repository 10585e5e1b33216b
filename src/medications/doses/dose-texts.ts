import type { Finding } from '../finding.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { capital } from '../wording.js';
import { numeral, written } from './amounts.js';
import { type Breach, intervalOf } from './compare-dose.js';

/** `dose.valproic-acid.daily`. */
export const ruleIdOf = (...parts: readonly string[]): string =>
  parts.map((part) => part.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')).join('.');

/** `twice a day`, `every 7 days`, `once a day`. */
export function timesPerDay(perDay: number): string {
  if (perDay < 0.95) return `every ${numeral(Number((1 / perDay).toPrecision(3)))} days`;
  if (Math.abs(perDay - 1) < 0.05) return 'once a day';
  if (Math.abs(perDay - 2) < 0.05) return 'twice a day';
  return `${numeral(Number(perDay.toPrecision(3)))} times a day`;
}

/** `1,000 mg 4 times a day is 4,000 mg a day`. */
function doseText(line: TakenIngredient, { what, amount, entry }: Breach): string {
  const { dose, frequency } = line;
  if (dose === undefined) return '';
  const one = written(dose.value, dose.unit);
  const perDay = frequency?.perDay;
  if (what === 'daily' || what === 'older') {
    const total = `${written(amount, entry.unit)} a day`;
    return perDay === undefined || perDay === 1
      ? total
      : `${one} ${timesPerDay(perDay)} is ${total}`;
  }
  return one;
}

/** `60 mg/kg at 45 kg = `, before the resulting limit. */
const because = ({ limits, what }: Breach): string => {
  const why = what === 'daily' || what === 'older' ? limits.why.daily : limits.why.single;
  return why === undefined ? '' : `${why} = `;
};

/** Suggests the probable intended amount: `did it mean 125 micrograms?` */
function likelySlip({ amount, entry }: Breach): string {
  const [low, high] = entry.usual ?? [0, 0];
  const fits = (by: number) => amount / by >= low * 0.5 && amount / by <= high * 1.5;
  const by = [10, 100, 1_000, 1e6].find(fits);
  if (by === undefined || high === 0) return '';
  const cause = by === 1_000 ? 'milligrams for micrograms' : `a factor of ${numeral(by)}`;
  return ` ${written(amount / by, entry.unit)} would be usual: ${cause}.`;
}

const usual = ({ entry }: Breach): string =>
  entry.usual === undefined
    ? ''
    : ` Usual single dose: ${numeral(entry.usual[0])} to ${written(entry.usual[1], entry.unit)}.`;

const noted = ({ entry }: Breach): string => (entry.note ? ` ${capital(entry.note)}.` : '');

function elsewhere({ what, entry }: Breach): string {
  const limit = what === 'single' || what === 'daily' ? entry.elsewhere?.[what] : undefined;
  if (limit === undefined || entry.elsewhere === undefined) return '';
  return ` Up to ${written(limit, entry.unit)} in ${entry.elsewhere.where}.`;
}

interface Words {
  readonly title: string;
  readonly mechanism: string;
  readonly management: string;
}

function intervalWords(name: string, line: TakenIngredient, breach: Breach): Words {
  const { entry, limit } = breach;
  const perDay = line.frequency?.perDay ?? 1 / (intervalOf(line.frequency ?? {}) ?? 1);
  const rule = limit === 7 ? 'once a week' : `every ${numeral(limit)} days`;
  return {
    title: `${name} ${timesPerDay(perDay)}: it is given ${rule}`,
    mechanism: `${line.dose ? written(line.dose.value, line.dose.unit) : name} ${timesPerDay(perDay)}; this product is given ${rule}.`,
    management:
      entry.over === 'contraindicated'
        ? `Stop and ask at once what has been taken. Prescribe ${rule} and name the weekday.${noted(breach)}`
        : `Correct the interval to ${rule}.${noted(breach)}`,
  };
}

function unitWords(name: string, line: TakenIngredient, breach: Breach): Words {
  const times = numeral(Number((breach.amount / breach.limit).toPrecision(2)));
  return {
    title: `${name} ${doseText(line, breach)}: probably a wrong unit or decimal point`,
    mechanism: `${doseText(line, breach)} is ${times} times the most at one time, ${because(breach)}${written(breach.limit, breach.entry.unit)}.`,
    management: `Do not give it: ask what was meant.${likelySlip(breach)}${usual(breach)}`,
  };
}

function excessWords(name: string, line: TakenIngredient, breach: Breach): Words {
  const { what, limit, limits, entry } = breach;
  const a = what === 'single' ? 'at one time' : 'a day';
  const older = what === 'older' && limits.older ? ` ${limits.older.why}` : '';
  const limitText = `${written(limit, entry.unit)} ${a}`;
  return {
    title: `${name} ${written(breach.amount, entry.unit)} ${a}: above the maximum${older}`,
    mechanism: `${doseText(line, breach)}; the maximum${older} is ${because(breach)}${limitText}.`,
    management: `${breach.ofDay ? 'If it is the total of a day, write how it is divided. ' : ''}Give ${limitText} at most.${elsewhere(breach)}${noted(breach)}`,
  };
}

const WORDS_FOR = {
  interval: intervalWords,
  unit: unitWords,
  single: excessWords,
  daily: excessWords,
  older: excessWords,
} as const;

/** Returns the alert on a line with a wrong dose. */
export function doseFinding(line: TakenIngredient, breach: Breach): Finding {
  const name = capital(line.ingredient);
  const { title, mechanism, management } = WORDS_FOR[breach.what](name, line, breach);
  return {
    kind: 'dose',
    severity: breach.severity,
    drugs: [line.ingredient],
    items: [line.item],
    title,
    mechanism,
    effect: 'Overdose: adverse effects rise with the dose.',
    management,
    evidence: 'established',
    ruleId: ruleIdOf('dose', line.ingredient, breach.what),
    sources: breach.entry.sources,
    topic: 'dose',
  };
}

/** Returns the alert on several lines whose total of one ingredient is too much. */
export function totalFinding(lines: readonly TakenIngredient[], breach: Breach): Finding {
  const [first] = lines;
  const ingredient = first?.ingredient ?? breach.entry.ingredient;
  const total = written(breach.amount, breach.entry.unit);
  const limitText = written(breach.limit, breach.entry.unit);
  const items = [...new Set(lines.map(({ item }) => item))];
  const older = breach.what === 'older' && breach.limits.older ? ` ${breach.limits.older.why}` : '';
  return {
    kind: 'dose',
    severity: breach.severity,
    drugs: [ingredient],
    items,
    title: `${capital(ingredient)} ${total} a day from ${items.length} products: above the maximum${older}`,
    mechanism: `The ${items.length} products together give ${total} a day; the maximum${older} is ${because(breach)}${limitText} a day.`,
    effect: 'Overdose: adverse effects rise with the dose.',
    management: `Stop one of the products; ${limitText} a day at most from all of them.${noted(breach)}`,
    evidence: 'established',
    ruleId: ruleIdOf('dose', ingredient, 'total'),
    sources: breach.entry.sources,
    topic: 'dose',
  };
}
