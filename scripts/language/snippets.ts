import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ClinicalLanguage } from '../../src/patient-record/language/create-clinical-language.js';
import type { EntityType, TextSource } from '../../src/patient-record/language/entity.js';
import { agreement, inWords, NONE, sum } from './agreement.js';

/** Texts annotated by hand: `marked` in the order of the text. */
const snippet = z.object({
  text: z.string(),
  kind: z.enum(['note', 'dictation', 'dialogue']),
  marked: z.array(
    z.object({ type: z.string(), assertion: z.string().optional(), text: z.string() }),
  ),
});

type Snippet = z.infer<typeof snippet>;

/** One note a line, what it names in brackets with its type: `no [fever|symptom]`. */
const readLine = (line: string): Snippet => ({
  kind: 'note',
  text: line.replace(/\[([^|\]]+)\|[^\]]*\]/g, '$1'),
  marked: [...line.matchAll(/\[([^|\]]+)\|([^\]|]*)\]/g)].map(([, text = '', type = '']) => ({
    text,
    type,
  })),
});

function readSnippets(path: string): readonly Snippet[] {
  const content = readFileSync(path, 'utf8');
  if (path.endsWith('.txt')) return content.trim().split('\n').map(readLine);
  return z.array(snippet).parse(JSON.parse(content));
}

const GROUPS: readonly (readonly [string, ReadonlySet<string>])[] = [
  ['symptoms, findings, conditions', new Set<EntityType>(['symptom', 'finding', 'condition'])],
  ['medications', new Set<EntityType>(['medication'])],
  ['procedures', new Set<EntityType>(['procedure'])],
];

/** Spans and assertions on texts that were annotated by hand. */
export function measureSnippets(
  language: ClinicalLanguage,
  path: string,
  errors: boolean,
): string[] {
  const snippets = readSnippets(path);
  const totals = GROUPS.map(() => NONE);
  let asserted = 0;
  let right = 0;
  const lines: string[] = [];
  snippets.forEach(({ text, kind, marked }, at) => {
    const lower = text.toLowerCase();
    let from = 0;
    const gold = marked.map((one) => {
      const start = lower.indexOf(one.text.toLowerCase(), from);
      if (start < 0) throw new RangeError(`snippet ${at}: an annotation is not in its text`);
      from = start + one.text.length;
      return { ...one, start, end: from };
    });
    const { entities } = language.read(text, { source: kind satisfies TextSource });
    GROUPS.forEach(([, types], n) => {
      const a = gold.filter((one) => types.has(one.type));
      const b = entities.filter((one) => types.has(one.type));
      totals[n] = sum(totals[n] ?? NONE, agreement(a, b));
      for (const one of errors ? b : []) {
        if (!a.some((other) => other.start < one.end && one.start < other.end)) {
          lines.push(`  #${at} invented ${one.type} ${one.text}`);
        }
      }
    });
    for (const one of gold) {
      const types = GROUPS.find(([, group]) => group.has(one.type))?.[1];
      const found = entities.find(
        (other) =>
          types?.has(other.type) === true && other.start < one.end && one.start < other.end,
      );
      if (found === undefined) {
        if (errors) lines.push(`  #${at} missed ${one.type} ${one.text}`);
        continue;
      }
      if (one.assertion === undefined) continue;
      asserted += 1;
      if (found.assertion === one.assertion) right += 1;
      else if (errors) {
        lines.push(
          `  #${at} ${one.text}: ${one.assertion}, read ${found.assertion} (${found.cue ?? ''})`,
        );
      }
    }
  });
  return [
    ...lines,
    ...GROUPS.map(([name], n) => `annotated by hand, ${name}: ${inWords(totals[n] ?? NONE)}`),
    `annotated by hand, assertion: ${(right / Math.max(1, asserted)).toFixed(3)}, n = ${asserted} in ${snippets.length} texts`,
  ];
}
