import { contradictoryFacts } from '../patient-record/chart/contradictions.js';
import { withDerived } from '../patient-record/chart/derive.js';
import type { Chart, Fact } from '../patient-record/chart/fact.js';
import type { NotAssessed } from './finding.js';

/** What values of a request are computed with. */
const PERSON = ['age', 'sex', 'weight', 'height'];
const FOLLOWS = 'it follows from what the request states';

/** Variables that the values of the request give: eGFR from creatinine, with age and sex of the record. */
function derivedFrom(sent: Chart, stored: Chart): ReadonlySet<string> {
  const person = PERSON.flatMap((name) => {
    const facts = sent.has(name) ? undefined : stored.get(name);
    return facts === undefined ? [] : [[name, facts] as const];
  });
  const of = (chart: Chart) => [...withDerived(chart).keys()].filter((name) => !chart.has(name));
  const byPersonAlone = new Set(of(new Map(person)));
  return new Set(of(new Map([...sent, ...person])).filter((name) => !byPersonAlone.has(name)));
}

/** A chart of two sources, and the values of the second that contradict the first. */
export interface JoinedChart {
  readonly chart: Chart;
  readonly left: readonly NotAssessed[];
}

/**
 * Adds the values of a record to those of a request. Of one variable the request's value counts, and a
 * recorded value that contradicts the request is left out.
 */
export function joinCharts(sent: Chart, stored: Chart): JoinedChart {
  const derived = derivedFrom(sent, stored);
  const left: NotAssessed[] = [];
  let added: [string, readonly Fact[]][] = [];
  for (const [name, facts] of stored) {
    if (sent.has(name)) continue;
    if (!derived.has(name)) added.push([name, facts]);
    else
      left.push(
        ...facts.map(({ from }) => ({
          what: from,
          reason: FOLLOWS,
          affectsSafety: false as const,
        })),
      );
  }
  for (;;) {
    const chart: Chart = new Map([...sent, ...added]);
    const fromRecord = new Set(added.flatMap(([, facts]) => facts));
    const clash = contradictoryFacts(chart).find(({ facts }) =>
      facts.some((fact) => fromRecord.has(fact)),
    );
    if (clash === undefined) return { chart, left };
    const out = clash.facts.filter((fact) => fromRecord.has(fact));
    const others = clash.facts.filter((fact) => !fromRecord.has(fact)).map(({ from }) => from);
    const reason = others.length === 0 ? clash.issue : `contradicts ${others.join(', ')}`;
    left.push(...out.map(({ from }) => ({ what: from, reason })));
    added = added.filter(([, facts]) => !facts.some((fact) => out.includes(fact)));
  }
}
