import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ClinicalLanguage } from '../../src/patient-record/language/create-clinical-language.js';
import type { Entity } from '../../src/patient-record/language/entity.js';

const vignette = z.object({
  chief_complaints: z.string(),
  presentation: z.string(),
  absent_findings: z.string(),
});

const AILS = new Set(['symptom', 'finding', 'condition', 'procedure', 'medication']);

/** The parts of a list that commas and full stops separate. */
const parts = (list: string) =>
  list
    .split(/[,.;]/)
    .map((part) => part.trim())
    .filter((part) => part.length > 2);

interface Part {
  readonly text: string;
  readonly start: number;
}

function partsOf(list: string): readonly Part[] {
  let from = 0;
  return parts(list).map((text) => {
    const start = list.indexOf(text, from);
    from = start + text.length;
    return { text, start };
  });
}

const inside = (entities: readonly Entity[], { text, start }: Part) =>
  entities.filter((one) => one.start < start + text.length && start < one.end);

/** Share of complaints and absent findings that are recognised, and their assertions. */
export function measureVignettes(
  language: ClinicalLanguage,
  path: string,
  errors: boolean,
): string[] {
  const rows = readFileSync(path, 'utf8').trim().split('\n');
  const counts = { complaints: 0, complaint: 0, absents: 0, absent: 0, entities: 0, read: 0 };
  const missed: string[] = [];
  for (const row of rows) {
    const { chief_complaints: complaints, absent_findings: absents } = vignette.parse(
      JSON.parse(row),
    );
    const found = language.read(complaints).entities.filter(({ type }) => AILS.has(type));
    for (const part of partsOf(complaints)) {
      counts.complaints += 1;
      if (inside(found, part).length > 0) counts.complaint += 1;
      else missed.push(part.text);
    }
    const denied = language.read(absents).entities.filter(({ type }) => AILS.has(type));
    for (const part of partsOf(absents)) {
      if (!/^(?:no|not)\b/i.test(part.text)) continue;
      counts.absents += 1;
      const named = inside(denied, part);
      if (named.length > 0) counts.absent += 1;
      else missed.push(part.text);
      counts.entities += named.length;
      counts.read += named.filter(({ assertion }) => assertion === 'absent').length;
      for (const one of named)
        if (one.assertion !== 'absent') missed.push(`${one.assertion}! ${part.text}`);
    }
  }
  const share = (n: number, of: number) => (n / of).toFixed(3);
  return [
    ...(errors ? [`  ${missed.join(' | ')}`] : []),
    `vignettes: complaints found ${share(counts.complaint, counts.complaints)}, n = ${counts.complaints}; ` +
      `absent findings found ${share(counts.absent, counts.absents)}, n = ${counts.absents}; ` +
      `of ${counts.entities} names in them read as absent ${share(counts.read, counts.entities)}`,
  ];
}
