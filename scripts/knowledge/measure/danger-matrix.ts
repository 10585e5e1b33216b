/**
 * Which dangerous diseases can open which presentation, and what was decided.
 *
 *     npx tsx scripts/knowledge/measure/danger-matrix.ts [--presentation ID] [--all]
 *
 * By presentation, the cells that are open: neither considered nor left out; `--all` adds those that are decided, with
 * the reason of those that are left out.
 */
import { parseArgs } from 'node:util';
import { groupBy } from '../../../src/core/group.js';
import { openCells } from '../build/diseases/danger-matrix.js';
import { readTables } from '../build/diseases/read-tables.js';

const { values } = parseArgs({
  options: { presentation: { type: 'string' }, all: { type: 'boolean', default: false } },
});
const { tables, notes } = readTables();
const open = groupBy(openCells(tables, notes), ({ presentation }) => presentation.id);
const dangerous = new Set(
  tables.diseases.flatMap(({ id, danger }) =>
    danger === 'serious' || danger === 'deadly' ? [id] : [],
  ),
);
let yes = 0;
let no = 0;
let undecided = 0;
for (const { id, name, when, consider } of tables.presentations) {
  const cells = (open.get(id) ?? []).toSorted((a, b) => b.share - a.share);
  const considered = consider.filter(({ disease }) => dangerous.has(disease));
  const omissions = notes.get(id)?.omissions ?? [];
  yes += considered.length;
  no += omissions.flatMap(({ diseases }) => diseases).length;
  undecided += cells.length;
  if (values.presentation !== undefined && values.presentation !== id) continue;
  if (cells.length === 0 && !values.all) continue;
  console.log(`${id} | ${name} | ${when.join(' ')}`);
  for (const { disease, finding, share } of cells) {
    console.log(`  open ${disease.id} (${disease.danger}, ${finding} ${share})`);
  }
  if (!values.all) continue;
  console.log(`  yes ${considered.map(({ disease }) => disease).join(' ')}`);
  for (const { diseases, why } of omissions) console.log(`  no ${diseases.join(' ')}: ${why}`);
}
console.log(`considered ${yes}, left out ${no}, open ${undecided}`);
