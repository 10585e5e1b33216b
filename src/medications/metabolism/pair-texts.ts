import { capital, listed } from '../wording.js';
import type { Path } from './path.js';
import type { MetabolismRules, Pathway, Roles } from './schema.js';

interface Party {
  readonly name: string;
  readonly roles: Roles;
}

export interface EffectStatement {
  readonly title: string;
  readonly mechanism: string;
  readonly effect: string;
  readonly management: string;
}

const fill = (template: string, values: Readonly<Record<string, string>>) =>
  template.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);

const RISE = { 4: 'five-fold or more', 3: 'two- to five-fold', 2: 'up to about two-fold' } as const;
const FALL = { 4: 'by 80 % or more', 3: 'by half or more', 2: 'by less than half' } as const;

/** The expected extent: sensitive and strong 4, one of them a grade lower 3, otherwise 2. */
function sizeOf({ grade, victimGrade, action }: Path): string {
  const victim = { sensitive: 2, moderate: 1, minor: 0 }[victimGrade];
  const partner = { strong: 2, moderate: 1, weak: 0 }[grade];
  const size = Math.max(2, victim + partner) as 2 | 3 | 4;
  return (action === 'induction' ? FALL : RISE)[size];
}

function harmOf({ row, action }: Path): string {
  if (action === 'inhibition' && row === 'narrow') return ': toxicity, at a narrow margin';
  return action === 'induction' && row === 'critical' ? ': treatment may fail' : '';
}

function pathwayWords(pathways: readonly Pathway[], rules: MetabolismRules): string {
  return listed(pathways.map((pathway) => rules.pathway_words[pathway] ?? pathway));
}

/** The statement of the victim's label on a rise or fall, if the table has it. */
function adviceOf({ name, roles }: Party, { action, severity }: Path): string | undefined {
  // A dose limit of the label does not apply where the interaction is minor.
  if (severity === 'minor' || action.startsWith('activation')) return undefined;
  const advice = action === 'induction' ? roles.advice?.lowered : roles.advice?.raised;
  if (advice === undefined || advice.toLowerCase().startsWith(name)) return advice;
  return `${capital(name)}: ${advice}`;
}

/** Returns the texts on a drug that changes another. */
export function textsOf(
  partner: Party,
  victim: Party,
  path: Path,
  rules: MetabolismRules,
): EffectStatement {
  const texts = rules.texts[path.action];
  const values = {
    Perpetrator: capital(partner.name),
    perpetrator: partner.name,
    victim: victim.name,
    grade: path.grade,
    pathway: pathwayWords(path.pathways, rules),
    clears: path.pathways.length > 1 ? 'clear' : 'clears',
    size: sizeOf(path),
    harm: harmOf(path),
    days: String(partner.roles.persists_days ?? ''),
  };
  const lasts = partner.roles.persists_days !== undefined && path.severity !== 'minor';
  const management = [
    adviceOf(victim, path) ?? fill(texts.management[path.severity], values),
    ...(lasts ? [fill(rules.texts.lasts, values)] : []),
  ];
  return {
    title: texts.title,
    mechanism: fill(texts.mechanism, values),
    effect: fill(texts.effect, values),
    management: management.join(' '),
  };
}
