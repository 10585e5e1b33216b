import type { Amount, Frequency, Manner, TakenIngredient } from './taken-ingredient.js';

/** The interpretation of a line, returned so that the writer can verify it. */
export interface LineInterpretation {
  readonly dose?: string;
  readonly route?: string;
  readonly frequency?: string;
  readonly rate?: string;
  readonly concentration?: string;
  /** `bolus`, `infusion over 30 min` */
  readonly manner?: string;
}

const WORDS: Readonly<Record<string, string>> = { ug: 'microgram', '[iU]': 'unit' };

/** `50 mg`, `2 tablet`. */
const amountWords = ({ value, unit }: Amount) =>
  `${value} ${WORDS[unit] ?? unit.replace(/[{}[\]]/g, '')}`;

const EVERY: Readonly<Record<number, string>> = { 1: 'daily', 2: 'every other day', 7: 'weekly' };

/** Days of a month, as in the reader of lines. */
const MONTH = 30.4;

function everyWords(days: number): string {
  const [aWeek, months] = [7 / days, days / MONTH];
  const isWhole = (value: number) => value >= 1 && Math.abs(value - Math.round(value)) < 1e-6;
  if (Number.isInteger(days)) return EVERY[days] ?? `every ${days} days`;
  if (isWhole(aWeek)) return `${Math.round(aWeek)} times a week`;
  if (!isWhole(months)) return `every ${Number(days.toPrecision(3))} days`;
  return Math.round(months) === 1 ? 'monthly' : `every ${Math.round(months)} months`;
}

function often({ perDay, everyDays, once, unclear }: Frequency): string | undefined {
  if (unclear) return 'not clear';
  if (once) return 'once';
  if (everyDays !== undefined) return everyWords(everyDays);
  if (perDay === undefined) return undefined;
  return perDay === 1 ? 'daily' : `${Number(perDay.toPrecision(3))} times a day`;
}

function frequencyWords(frequency: Frequency): string | undefined {
  const words = [often(frequency), frequency.asNeeded && 'as needed'].filter(Boolean);
  return words.length > 0 ? words.join(', ') : undefined;
}

const MANNER_WORDS: Readonly<Record<Manner, string>> = {
  bolus: 'bolus',
  slow: 'slow injection',
  infusion: 'infusion',
};

/** `30 min`, `8 h`, `45 s`. */
function durationWords(minutes: number): string {
  if (minutes < 1) return `${Math.round(minutes * 60)} s`;
  const rounded = (value: number) => Number(value.toPrecision(3));
  return minutes >= 120 ? `${rounded(minutes / 60)} h` : `${rounded(minutes)} min`;
}

/** Nothing where the line stated nothing but a name. */
export function interpretationOf({
  dose,
  route,
  frequency,
  rate,
  concentration,
  manner,
  minutes,
}: TakenIngredient): LineInterpretation | undefined {
  const often = frequency && frequencyWords(frequency);
  const lasting = minutes === undefined ? undefined : `over ${durationWords(minutes)}`;
  const how = [manner && MANNER_WORDS[manner], lasting].filter(Boolean).join(' ');
  const understood = {
    ...(dose && { dose: amountWords(dose) }),
    ...(route && { route: route.replaceAll('_', '-') }),
    ...(often !== undefined && { frequency: often }),
    ...(rate && rate !== dose && { rate: amountWords(rate) }),
    ...(concentration && { concentration: `${amountWords(concentration)}/mL` }),
    ...(how !== '' && { manner: how }),
  };
  return Object.keys(understood).length > 0 ? understood : undefined;
}
