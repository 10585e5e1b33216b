import { type Driver, type DriverContext, driverOf } from './drivers.js';
import type { Filter } from './filter.js';
import { type Conjunct, conjunctsOf, holds, type StatementContext, spaceOf } from './predicates.js';
import { allOf, type Sql, sql } from './sql.js';

/** A plan to find resources: those of `source` that meet the remaining conditions. */
export interface Plan {
  /** Selects `pk`, without duplicates. */
  readonly source: Sql;
  readonly rest: readonly Conjunct[];
  /** The source is the whole type. */
  readonly scan: boolean;
}

export interface PlanRequest {
  readonly filter: Filter;
  readonly type: string;
  /** Rows are read in the order of the result, and only the first of them. */
  readonly streaming: boolean;
}

/** Row counts that decide between sources. */
export interface RowLimits {
  /** Few enough that no other source is counted. */
  readonly few: number;
  /** So many that a source is read in order rather than collected first. */
  readonly many: number;
}

export interface RowCounter extends RowLimits {
  /** The number of rows of a source, counted up to a limit. */
  count(source: Sql, limit: number): number;
}

/** The driver with the fewest rows, or the first that streams where all have many. */
function choose(drivers: readonly Driver[], streaming: boolean, weighing: RowCounter) {
  const [first, ...others] = [...drivers].sort((a, b) => a.rank - b.rank);
  if (first === undefined) return undefined;
  // There is nothing to compare it with, and it need not be collected.
  if (others.length === 0 && (first.ordered || !streaming)) return first;
  let best: { driver: Driver; rows: number } | undefined;
  for (const driver of [first, ...others]) {
    const limit = best?.rows ?? weighing.many;
    const rows = weighing.count(driver.source(), limit);
    if (rows < limit) best = { driver, rows };
    if (best !== undefined && best.rows <= weighing.few) break;
  }
  if (best !== undefined) return best.driver;
  return streaming ? [first, ...others].find(({ ordered }) => ordered) : first;
}

function wholeType(type: string, making: StatementContext): Sql {
  const space = spaceOf(making, type) ?? -1;
  return sql`SELECT pk FROM fhir_resource INDEXED BY fhir_resource_space
    WHERE space = ${space} AND deleted = 0`;
}

export function planFor(
  { filter, type, streaming }: PlanRequest,
  making: StatementContext,
  weighing: RowCounter,
): Plan {
  const planning: DriverContext = {
    making,
    found(inner, of) {
      const question = { filter: inner, type: of, streaming: false };
      return selected(planFor(question, making, weighing), of, making);
    },
  };
  const conjuncts = conjunctsOf(filter);
  const drivers = conjuncts.flatMap((one) => driverOf(one, type, planning) ?? []);
  const driver = choose(drivers, streaming, weighing);
  if (driver === undefined) return { source: wholeType(type, making), rest: conjuncts, scan: true };
  const rest = conjuncts.filter((one) => one !== driver.filter);
  const rows = driver.source();
  return {
    source: driver.ordered ? rows : sql`SELECT DISTINCT pk FROM (${rows})`,
    rest,
    scan: false,
  };
}

/** Conditions tested on each row of a plan, the time limit of the search first. */
export function conditionsOf({ rest }: Plan, pk: Sql, type: string, making: StatementContext): Sql {
  return allOf([
    // A call costs as much as a probe: one row in 64 suffices.
    sql`(${pk} & 63 OR fhir_in_time(${pk}))`,
    ...rest.map((conjunct) => holds(conjunct, { pk, type }, making)),
  ]);
}

/** SQL for all rows that a plan finds. */
export function selected(plan: Plan, type: string, making: StatementContext): Sql {
  const from = making.alias();
  const pk = sql`${from}.pk`;
  return sql`SELECT ${pk} AS pk FROM (${plan.source}) ${from}
    WHERE ${conditionsOf(plan, pk, type, making)}`;
}
