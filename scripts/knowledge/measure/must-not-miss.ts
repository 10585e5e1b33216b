/**
 * How many of the serious disorders of a presentation are named.
 *
 *     npx tsx scripts/knowledge/measure/must-not-miss.ts FILE… [--cases]
 *
 * A file is a list of presentations, `== words of the patient | age | sex`, each with its serious disorders, one a
 * line, further names after a slash. A disorder is named where a dangerous cause or a shown disease of the
 * differential has all words of one of its names.
 */
import { parseArgs } from 'node:util';
import type { DiseaseFacts } from '../../../src/differential/knowledge/schema.js';
import { readTables } from '../build/diseases/read-tables.js';
import { openTables } from './cases.js';
import { answerTo, isNamed, readList } from './serious-disorders.js';
import { shareText } from './share.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: 'boolean', default: false } },
});
const knowledge = await openTables(readTables().tables);
for (const file of positionals) {
  let all = 0;
  let asDanger = 0;
  let named = 0;
  let unknown = 0;
  const lengths: number[] = [];
  for (const one of readList(file)) {
    const { findings, dangers, shown } = answerTo(knowledge, one);
    lengths.push(dangers.length);
    const missed: string[] = [];
    for (const disorder of one.disorders) {
      const has = (disease: DiseaseFacts) => isNamed(disorder, disease);
      all += 1;
      asDanger += Number(dangers.some(has));
      if ([...dangers, ...shown].some(has)) named += 1;
      else {
        const known = knowledge.tables.diseases.filter(has).map(({ id }) => id);
        if (known.length === 0) unknown += 1;
        missed.push(
          known.length === 0
            ? `${disorder[0]} [NO SUCH DISEASE]`
            : `${disorder[0]} [${known.slice(0, 4)}]`,
        );
      }
    }
    if (values.cases) {
      console.log(
        `${one.text} | ${one.age} ${one.gender} | ${findings.join(' ')} | ${dangers.length} listed`,
      );
      for (const disorder of missed) console.log(`    ${disorder}`);
    }
  }
  lengths.sort((a, b) => a - b);
  console.log(
    `${file}: named ${shareText({ hits: named, all: all })}, as a dangerous cause ${shareText({ hits: asDanger, all: all })}, not in the knowledge ${unknown}; dangerous causes told: median ${lengths[lengths.length >> 1]}, at most ${lengths.at(-1)}`,
  );
}
