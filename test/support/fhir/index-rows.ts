import type { Resource } from '../../../src/fhir/resource.js';
import type { IndexRows } from '../../../src/store/fhir/rows.js';
import type { Database } from '../../../src/store/open.js';

/** `Patient/1 of live` → what it is found by, a text a row, in order and each once. */
export type Findings = ReadonlyMap<string, readonly string[]>;

const KEY = 'JOIN fhir_term k ON k.id = t.key';
const term = (column: string) => `JOIN fhir_term x ON x.id = t.${column}`;

/** As the tables hold them, with texts in place of numbers. */
const STORED = [
  `SELECT t.pk, json_array('token', k.text, x.text, t.code) AS row
   FROM fhir_token t ${KEY} ${term('system')}`,
  `SELECT t.pk, json_array('string', k.text, t.folded, t.value) AS row FROM fhir_string t ${KEY}`,
  `SELECT t.pk, json_array('reference', k.text, x.text, t.target) AS row
   FROM fhir_reference t ${KEY} ${term('type')}`,
  `SELECT t.pk, json_array('date', k.text, t.low, t.high) AS row FROM fhir_date t ${KEY}`,
  `SELECT t.pk, json_array('number', k.text, x.text, t.low, t.high) AS row
   FROM fhir_number t ${KEY} ${term('unit')}`,
].join(' UNION ALL ');

interface Current {
  readonly pk: number;
  readonly id: string;
  readonly space: string;
  readonly deleted: number;
  readonly body: string;
}

const inOrder = (rows: readonly string[]): readonly string[] => [...new Set(rows)].sort();

const texts = (mode: string, rows: IndexRows): readonly string[] =>
  inOrder(
    [
      ...rows.tokens.map((row) => ['token', row.parameter, row.system, row.code]),
      ...rows.strings.map((row) => ['string', row.parameter, row.folded, row.value]),
      ...rows.references.map((row) => ['reference', row.parameter, row.type, row.target]),
      ...rows.dates.map((row) => ['date', row.parameter, row.low, row.high]),
      ...rows.numbers.map((row) => ['number', row.parameter, row.unit, row.low, row.high]),
    ].map(([kind, parameter, ...rest]) => JSON.stringify([kind, `${mode}/${parameter}`, ...rest])),
  );

/** The index rows of a database, and those that its resources should have. */
export function findingsIn(
  database: Database,
  index: (resource: Resource) => IndexRows,
): { readonly stored: Findings; readonly extracted: Findings } {
  const all = database
    .prepare<[], Current>(
      `SELECT r.pk, r.id, s.text AS space, r.deleted, r.body
       FROM fhir_resource r JOIN fhir_term s ON s.id = r.space ORDER BY r.pk`,
    )
    .all();
  const rows = new Map<number, string[]>(all.map(({ pk }) => [pk, []]));
  for (const { pk, row } of database.prepare<[], { pk: number; row: string }>(STORED).all()) {
    // Numbers are written as JavaScript writes them.
    const text = JSON.stringify(JSON.parse(row));
    const known = rows.get(pk);
    if (known === undefined) rows.set(pk, [text]);
    else known.push(text);
  }
  const names = new Map(all.map(({ pk, id, space }) => [pk, `${space}/${id}`]));
  const stored = [...rows].map(
    ([pk, own]) => [names.get(pk) ?? `row ${pk}`, inOrder(own)] as const,
  );
  const extracted = all.map(({ id, space, deleted, body }) => {
    const [mode = ''] = space.split('/');
    const own = deleted === 1 ? [] : texts(mode, index(JSON.parse(body) as Resource));
    return [`${space}/${id}`, own] as const;
  });
  return { stored: new Map(stored), extracted: new Map(extracted) };
}
