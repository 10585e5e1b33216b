import type { AuditQuestion } from '../children/audit.js';
import type { Figure, Row } from '../figure.js';
import { startChild } from '../processes.js';
import { median, perSecond } from '../statistics.js';

const WARM_UP_MS = 300;
const ROUND_MS = 800;
const ROUNDS = 4;

const sides = [
  { what: 'audit appends, 1 writer', kind: 'append', writers: 1 },
  { what: 'audit appends, 64 writers at once', kind: 'append', writers: 64 },
  { what: 'bare better-sqlite3, one commit each, synchronous=FULL', kind: 'commit' },
  { what: 'encrypted, 1 writer', kind: 'encrypted', writers: 1 },
  { what: 'encrypted, 64 writers at once', kind: 'encrypted', writers: 64 },
] as const;

const twoPlaces = (ratio: number) => ratio.toFixed(2);

export const audit: Figure = {
  id: 'audit',
  title: 'Durable audit appends',
  async measure({ folder }) {
    const child = startChild('audit');
    const ask = (question: AuditQuestion) => child.ask<number>(question);
    const rates = sides.map(() => [] as number[]);
    try {
      await ask({ folder: folder('audit') });
      for (const { what: _, ...side } of sides) await ask({ ...side, forMs: WARM_UP_MS });
      for (let i = 0; i < ROUNDS; i += 1) {
        for (const [index, { what: _, ...side }] of sides.entries()) {
          rates[index]?.push(await ask({ ...side, forMs: ROUND_MS }));
        }
      }
    } finally {
      await child.end();
    }
    const medians = rates.map(median);
    const [
      single = Number.NaN,
      grouped = Number.NaN,
      bare = Number.NaN,
      encryptedSingle = Number.NaN,
      encryptedGrouped = Number.NaN,
    ] = medians;
    const rows: Row[] = sides.map(({ what }, index) => {
      const rate = medians[index] ?? Number.NaN;
      return { what, value: `${perSecond(rate)} (${(rate / bare).toFixed(2)}× bare)` };
    });
    const ratios = [encryptedSingle / single, encryptedGrouped / grouped].map(twoPlaces);
    rows.push({ what: 'encrypted ÷ not encrypted, 1 and 64 writers', value: ratios.join(', ') });
    const encrypted = { single: encryptedSingle, grouped: encryptedGrouped };
    return { rows, data: { single, grouped, bare, encrypted, rounds: rates } };
  },
};
