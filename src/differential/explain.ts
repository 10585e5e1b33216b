import type { RiskResult } from '../scores/schema.js';
import type { PatientAssessment } from './assessment/assess-patient.js';
import { dangerGroup } from './danger/danger-group.js';
import type { Danger } from './danger/must-not-miss.js';
import type { EvidenceItem } from './evidence/evidence-item.js';
import type { FindingTree } from './knowledge/finding-tree.js';
import type { DiseaseKnowledge } from './knowledge/knowledge.js';
import type { SourceFacts } from './knowledge/schema.js';
import type { Contribution, Differential, RankedDisease } from './probability/diagnostician.js';
import { bestTestFor } from './recommend/next-test.js';
import type { AnalyzeResult } from './schema.js';

type Explanation = AnalyzeResult['explanation'];

const SHOWN = 10;
/** Less probable diseases are not shown after the first few. */
const MIN_SHOWN = 0.01;
const ALWAYS_SHOWN = 5;
/** From this logarithm of a likelihood ratio on, evidence is shown. */
const SAYS_SOMETHING = 0.25;
const MAX_REASONS = 8;
/** Diseases in which those to be shown are looked for. */
const MAX_CONSIDERED = 40;
const isSupport = ({ finding, weight }: Contribution) => finding >= 0 && weight >= SAYS_SOMETHING;
const COURSE_NAME = 'how long it has lasted';

/** As shown: four decimals, 0..1. */
export const asProbability = (value: number): number =>
  Math.min(1, Math.max(0, Math.round(value * 1e4) / 1e4));

function nameOf(tree: FindingTree, { finding, absent }: Contribution): string {
  if (finding < 0) return COURSE_NAME;
  const name = tree.findings[finding]?.name ?? '';
  return absent ? `no ${name.toLowerCase()}` : name;
}

function reasons(
  tree: FindingTree,
  contributions: readonly Contribution[],
  sign: 1 | -1,
): string[] {
  return contributions
    .filter(({ weight }) => weight * sign >= SAYS_SOMETHING)
    .toSorted((a, b) => (b.weight - a.weight) * sign || a.finding - b.finding)
    .slice(0, MAX_REASONS)
    .map((one) => nameOf(tree, one));
}

const sourceLine = ({ name, doi, url }: SourceFacts): string =>
  [name, doi === undefined ? url : `doi:${doi}`].filter((part) => part !== undefined).join(' ');

/**
 * The diseases of the differential that are shown: those that some evidence supports. Where nothing
 * was understood there are none, and not the diseases that are frequent in everybody.
 */
export function shownOf({ ranked, contributionsOf }: Differential): readonly RankedDisease[] {
  return ranked
    .slice(0, MAX_CONSIDERED)
    .filter(({ disease }) => contributionsOf(disease).some(isSupport))
    .filter(({ probability }, n) => n < ALWAYS_SHOWN || probability >= MIN_SHOWN)
    .slice(0, SHOWN);
}

function explainDifferential(tree: FindingTree, differential: Differential) {
  return shownOf(differential).map((one) => {
    const { disease, probability } = one;
    const contributions = differential.contributionsOf(disease);
    return {
      diagnosis: disease.name,
      icd10: disease.icd10,
      probability: asProbability(probability),
      supporting: reasons(tree, contributions, 1),
      against: reasons(tree, contributions, -1),
      next_best_test: bestTestFor(one) ?? null,
      sources: disease.sources.map(sourceLine),
    };
  });
}

/** What lists a dangerous cause, and what is still to be asked. */
function reasonOf(because: readonly string[], ask: readonly string[]): string {
  const listed = because.join(', ') || 'dangerous, and not excluded';
  return ask.length === 0 ? listed : `${listed}; ask for: ${ask.join(', ').toLowerCase()}`;
}

const explainDangers = (dangers: readonly Danger[]): Explanation['must_not_miss'] =>
  dangers.map(({ disease, because, ask }) => ({
    diagnosis: disease.name,
    icd10: disease.icd10,
    group: dangerGroup(disease.icd10),
    because: reasonOf(because, ask),
    excluded_by: disease.excluded_by ?? disease.tests?.[0]?.name ?? 'examination by a doctor',
  }));

/** The findings that were understood, each once. */
function explainFindings(understood: readonly EvidenceItem[]): Explanation['findings'] {
  const seen = new Set<string>();
  return understood.flatMap(({ finding, text, assertion, field }) => {
    const key = `${finding.id} ${assertion} ${field} ${text.toLowerCase()}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const ofRelatives = finding.kind === 'family' && { of_relatives: true as const };
    return [{ text, concept: finding.name, assertion, ...ofRelatives, field }];
  });
}

/** Returns the explanation of the answer: sufficient to reproduce it. */
export function explain(
  { diagnostician, reader: { tree } }: DiseaseKnowledge,
  judgement: PatientAssessment,
  { scores, predictions }: Pick<RiskResult, 'scores' | 'predictions'>,
  riskModel: string,
): Explanation {
  const { read, together } = judgement;
  const names = (numbers: readonly number[]) =>
    numbers.map((number) => tree.findings[number]?.name ?? '');
  const second = together && diagnostician.diseases.find(({ id }) => id === together.disease);
  return {
    findings: explainFindings(read.understood),
    differential: explainDifferential(tree, judgement.differential),
    together:
      second === undefined
        ? []
        : [
            {
              diagnosis: second.name,
              icd10: second.icd10,
              explains: names(together?.explains ?? []),
            },
          ],
    must_not_miss: explainDangers(judgement.dangers),
    urgency: judgement.urgency.fired.map(({ rule, level, firedBy, source }) => ({
      rule,
      level,
      source,
      fired_by: [...firedBy],
    })),
    scores: [...scores],
    risk: {
      model: riskModel,
      contributions: judgement.risk.parts.map((part) => ({
        ...part,
        probability: asProbability(part.probability),
      })),
    },
    predictions: [...predictions],
    confidence: {
      findings: read.present.size + read.absent.size,
      unexplained: names(judgement.unexplained),
      contradictions: [...judgement.contradictions],
    },
  };
}
