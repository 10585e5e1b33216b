import { amountIn, isRate, written } from '../doses/amounts.js';
import { bodyFor, type Person, personOf } from '../doses/limits.js';
import type { Finding, Findings } from '../finding.js';
import { type GateContext, holds } from '../gate.js';
import { foldDrugName } from '../ingredients/ingredients.js';
import { type Classes, rulesByIngredient } from '../knowledge/classes.js';
import type { Patient } from '../patient.js';
import type { Amount, TakenIngredient } from '../taken-ingredient.js';
import { capital } from '../wording.js';
import type { AdministrationRule, Limit } from './schema.js';

/** Tolerance for rounding. */
const SLACK = 1.05;
const MINUTES_AN_HOUR = 60;

type Units = AdministrationRule['units'];

/** The rate at which a line is given: stated, or that of a dose and its duration. */
function rateOf({ rate, dose, minutes }: TakenIngredient): Amount | undefined {
  if (rate !== undefined) return rate;
  if (dose !== undefined && isRate(dose.unit)) return dose;
  if (dose === undefined || minutes === undefined || minutes <= 0) return undefined;
  return { value: (dose.value * MINUTES_AN_HOUR) / minutes, unit: `${dose.unit}/h` };
}

/**
 * The amount in the unit of a limit where it exceeds it; the weight of an adult who was not
 * weighed counts as three times the usual one.
 */
function excess(
  amount: Amount | undefined,
  limit: Limit,
  person: Person,
  units: Units,
): Amount | undefined {
  if (amount === undefined) return undefined;
  const exact = amountIn(amount, limit.unit, person.body, units);
  const found = exact.ok
    ? exact
    : amountIn(amount, limit.unit, bodyFor(amount.unit, person), units);
  return found.ok && found.value > limit.over * SLACK
    ? { value: exact.ok ? found.value : amount.value, unit: exact.ok ? limit.unit : amount.unit }
    : undefined;
}

/** The shape of `amountIn` for amounts in a mL. */
const perMl = (limit: Limit): Limit => ({ ...limit, unit: limit.unit.replace(/\/mL$/, '') });

const isFast = ({ manner, minutes }: TakenIngredient, below: number): boolean =>
  minutes === undefined ? manner === 'bolus' : minutes * SLACK < below;

const isPlain = ({ manner, minutes, rate, dose, concentration }: TakenIngredient): boolean =>
  manner !== 'infusion' &&
  !(dose && isRate(dose.unit)) &&
  minutes === undefined &&
  rate === undefined &&
  !concentration;

/** What a rule finds wrong with a line: in words where it is an amount. */
interface Match {
  readonly given?: string;
}

const NO_MATCH = undefined;

/** Whether the stated route, form, product and manner are those of a rule. */
function isGivenAs(rule: AdministrationRule, line: TakenIngredient): boolean {
  const { route, manner, salt, brand, madeFor } = line;
  const tests: ReadonlyArray<readonly [condition: unknown, holds: () => boolean]> = [
    [rule.routes, () => route !== undefined && (rule.routes?.includes(route) ?? false)],
    [rule.other_than, () => route !== undefined && !rule.other_than?.includes(route)],
    [rule.not_routes, () => route === undefined || !rule.not_routes?.includes(route)],
    [rule.release, () => line.release === rule.release],
    [rule.not_manner, () => manner === undefined || !rule.not_manner?.includes(manner)],
    [rule.made_for, () => madeFor === rule.made_for],
    [rule.manner, () => manner !== undefined && (rule.manner?.includes(manner) ?? false)],
    [rule.salts, () => salt !== undefined && (rule.salts?.includes(salt) ?? false)],
    [
      rule.brands,
      () =>
        brand !== undefined &&
        (rule.brands?.some((one) => foldDrugName(one) === foldDrugName(brand)) ?? false),
    ],
    [rule.undiluted, () => line.undiluted === true],
    [rule.unqualified, () => isPlain(line)],
    [rule.below_minutes, () => isFast(line, rule.below_minutes ?? 0)],
  ];
  return tests.every(([condition, isMet]) => condition === undefined || isMet());
}

/** Whether a rule holds for a line. */
function matchOf(
  rule: AdministrationRule,
  line: TakenIngredient,
  person: Person,
): Match | undefined {
  if (!isGivenAs(rule, line)) return NO_MATCH;
  const { units } = rule;
  const concentration = rule.concentration && {
    amount: line.concentration,
    limit: perMl(rule.concentration),
    suffix: '/mL',
  };
  const amounts = [
    rule.dose && { amount: line.dose, limit: rule.dose, suffix: '' },
    rule.rate && { amount: rateOf(line), limit: rule.rate, suffix: '' },
    concentration,
  ].filter((one) => one !== undefined);
  const given: string[] = [];
  for (const { amount, limit, suffix } of amounts) {
    const over = excess(amount, limit, person, units);
    if (over === undefined) return NO_MATCH;
    given.push(`${written(over.value, over.unit)}${suffix}`);
  }
  return given.length > 0 ? { given: given.join(', ') } : {};
}

function toFinding(rule: AdministrationRule, line: TakenIngredient, { given }: Match): Finding {
  const fill = (text: string) =>
    text.replaceAll('{drugs}', line.ingredient).replaceAll('{given}', given ?? '');
  return {
    kind: 'dose',
    severity: rule.severity,
    drugs: [line.ingredient],
    items: [line.item],
    title: capital(fill(rule.title)),
    mechanism: fill(rule.mechanism),
    effect: rule.effect,
    management: fill(rule.management),
    evidence: rule.evidence,
    ruleId: rule.id,
    sources: rule.sources,
    topic: 'dose',
  };
}

/**
 * Builds the check of how drugs are given: routes, manner, rate, concentration and volume. A rule
 * holds only where the line states what the rule is about.
 */
export function createAdministrationCheck(rules: readonly AdministrationRule[], classes: Classes) {
  const byIngredient = rulesByIngredient(classes, rules);
  const general = rules.filter(({ drugs }) => drugs === undefined);

  function isBeside(rule: AdministrationRule, line: TakenIngredient, context: GateContext) {
    if (rule.beside === undefined) return true;
    const others = context.taken.filter(
      ({ item, ingredient }) => item === line.item && ingredient !== line.ingredient,
    );
    return others.some(({ ingredient }) =>
      rule.beside?.some((selector) => classes.matches(selector, ingredient)),
    );
  }

  return (taken: readonly TakenIngredient[], patient: Patient): Findings => {
    const person = personOf(patient);
    const context: GateContext = { patient, taken, matches: classes.matches };
    const findings = taken.flatMap((line) =>
      [...(byIngredient.get(line.ingredient) ?? []), ...general].flatMap((rule) => {
        const match = matchOf(rule, line, person);
        if (match === undefined || !isBeside(rule, line, context)) return [];
        if (rule.when && holds(rule.when, context) !== true) return [];
        if (rule.unless && holds(rule.unless, context) === true) return [];
        return [toFinding(rule, line, match)];
      }),
    );
    return { findings, notAssessed: [] };
  };
}
