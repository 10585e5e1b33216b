import type { Finding, Findings } from '../finding.js';
import type { Patient } from '../patient.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { capital } from '../wording.js';
import { ruleIdOf } from './dose-texts.js';
import { has, personOf } from './limits.js';
import { adjustmentOf, linesOnRoutes, management, verbOf } from './organ.js';
import type { DoseEntry, HepaticEntry } from './schema.js';

interface Liver {
  readonly class: 'A' | 'B' | 'C';
  readonly description: string;
}

/** Child–Pugh class; cirrhosis without one is at least A, and B once it has decompensated. */
function liverOf(patient: Patient): Liver | undefined {
  const { hepaticClass } = patient;
  if (hepaticClass !== undefined) {
    return { class: hepaticClass, description: `Child–Pugh ${hepaticClass}` };
  }
  if (has(patient, 'hepatic-severe')) return { class: 'C', description: 'severe liver impairment' };
  const cirrhotic = has(patient, 'cirrhosis', 'cirrhosis');
  // Ascites alone may be cardiac; the condition of that name states that it is hepatic.
  const ascites = cirrhotic && has(patient, 'cirrhosis-ascites', 'ascites_present');
  if (ascites || has(patient, 'cirrhosis-ascites')) {
    return { class: 'B', description: 'cirrhosis with ascites' };
  }
  if (has(patient, 'hepatic-encephalopathy')) {
    return { class: 'B', description: 'hepatic encephalopathy' };
  }
  return cirrhotic ? { class: 'A', description: 'cirrhosis' } : undefined;
}

/** Reports drugs whose dose or use depends on liver function. */
export function createLiverCheck(
  hepaticOf: (ingredient: string) => HepaticEntry | undefined,
  entriesOf: (ingredient: string) => readonly DoseEntry[],
) {
  return (taken: readonly TakenIngredient[], patient: Patient): Findings => {
    const liver = liverOf(patient);
    if (liver === undefined) return { findings: [], notAssessed: [] };
    const person = personOf(patient);
    const findings: Finding[] = [];
    for (const ingredient of new Set(taken.map((line) => line.ingredient))) {
      const entry = hepaticOf(ingredient);
      const advice = entry?.classes[liver.class];
      if (entry === undefined || advice === undefined) continue;
      const all = taken.filter((line) => line.ingredient === ingredient);
      const lines = linesOnRoutes(all, entry.routes, entriesOf(ingredient));
      if (lines.length === 0) continue;
      const found = adjustmentOf(advice, entry.unit, lines, entriesOf(ingredient), person, false);
      if (found === undefined) continue;
      findings.push({
        kind: 'hepatic',
        severity: found.severity,
        drugs: [ingredient],
        items: [...new Set(lines.map(({ item }) => item))],
        title: `${capital(ingredient)}, ${liver.description}: ${verbOf(advice)}`,
        mechanism: 'The liver clears the drug or is harmed by it.',
        effect: 'The drug accumulates, or the liver gets worse.',
        management: management(advice, found),
        evidence: 'established',
        ruleId: ruleIdOf('hepatic', ingredient),
        sources: entry.sources,
        topic: 'liver',
        because: [liver.description],
      });
    }
    return { findings, notAssessed: [] };
  };
}
