import { SEVERITIES, type Severity, weightOf } from '../severity.js';
import {
  type MetabolismRules,
  type PartnerGrade,
  type Pathway,
  type Roles,
  TRANSPORTERS,
  type VictimGrade,
} from './schema.js';

/** The effect of one drug on another through a pathway. */
type Action = 'inhibition' | 'induction' | 'activation_blocked' | 'activation_induced';

export interface Path {
  readonly action: Action;
  /** Several if they combine. */
  readonly pathways: readonly Pathway[];
  readonly grade: PartnerGrade;
  readonly victimGrade: VictimGrade;
  /** The row of the matrix: narrow, critical … */
  readonly row: string;
  readonly severity: Severity;
}

const isTransporter = (pathway: Pathway) => (TRANSPORTERS as readonly Pathway[]).includes(pathway);

const marginOf = ({ margin }: Roles) => margin ?? 'usual';

function lossOf({ loss, margin }: Roles) {
  if (loss === 'critical') return 'critical';
  return margin !== 'narrow' && (margin === 'wide' || loss === 'low') ? 'low' : 'usual';
}

function inhibitionPath(
  victim: Roles,
  pathway: Pathway,
  grades: { readonly victimGrade: VictimGrade; readonly grade: PartnerGrade },
  rules: MetabolismRules,
): Path | undefined {
  const row = marginOf(victim);
  const table = isTransporter(pathway) ? rules.transporter_inhibition : rules.enzyme_inhibition;
  const severity = table[row][grades.victimGrade][grades.grade];
  return severity
    ? { action: 'inhibition', pathways: [pathway], ...grades, row, severity }
    : undefined;
}

function inductionPath(
  victim: Roles,
  pathway: Pathway,
  grades: { readonly victimGrade: VictimGrade; readonly grade: PartnerGrade },
  rules: MetabolismRules,
): Path | undefined {
  if (victim.activated_by === pathway) {
    const severity = victim.margin === 'narrow' ? rules.activation_induced[grades.grade] : null;
    if (!severity) return undefined;
    return {
      action: 'activation_induced',
      pathways: [pathway],
      ...grades,
      row: 'narrow',
      severity,
    };
  }
  const row = lossOf(victim);
  const table = isTransporter(pathway) ? rules.transporter_induction : rules.enzyme_induction;
  const severity = table[row][grades.victimGrade][grades.grade];
  return severity
    ? { action: 'induction', pathways: [pathway], ...grades, row, severity }
    : undefined;
}

function activationPath(
  victim: Roles,
  grade: PartnerGrade | undefined,
  rules: MetabolismRules,
): Path | undefined {
  const pathway = victim.activated_by;
  if (pathway === undefined || grade === undefined) return undefined;
  const row = victim.loss === 'critical' ? 'critical' : victim.margin === 'wide' ? 'wide' : 'usual';
  const severity = rules.activation_blocked[row][grade];
  if (!severity) return undefined;
  const victimGrade = victim.substrate?.[pathway] ?? 'minor';
  return { action: 'activation_blocked', pathways: [pathway], grade, victimGrade, row, severity };
}

const GRADES: readonly PartnerGrade[] = ['weak', 'moderate', 'strong'];
const VICTIM_GRADES: readonly VictimGrade[] = ['minor', 'moderate', 'sensitive'];

const atLeastModerate = ({ grade, victimGrade }: Path) =>
  grade !== 'weak' && victimGrade !== 'minor';

/** The more severe path first; at equal severity the one with higher grades. */
export function heavierFirst(one: Path, other: Path): number {
  return (
    weightOf(other.severity) - weightOf(one.severity) ||
    VICTIM_GRADES.indexOf(other.victimGrade) - VICTIM_GRADES.indexOf(one.victimGrade) ||
    GRADES.indexOf(other.grade) - GRADES.indexOf(one.grade) ||
    other.pathways.length - one.pathways.length ||
    one.pathways.join().localeCompare(other.pathways.join())
  );
}

/** Two moderate inhibitions of one victim combine to one step more, major at most. */
function addedUp(one: Path, other: Path): Path {
  const [heavier, lighter] = heavierFirst(one, other) <= 0 ? [one, other] : [other, one];
  const index = Math.max(SEVERITIES.indexOf(heavier.severity) - 1, SEVERITIES.indexOf('major'));
  const severity = SEVERITIES[index] ?? heavier.severity;
  const pathways = [...heavier.pathways, ...lighter.pathways];
  return { ...heavier, pathways, severity };
}

/** CYP3A4 with P-gp, or two enzymes, inhibited by the same drug. */
function together(inhibitions: readonly Path[], victim: Roles): Path[] {
  if (victim.margin === 'wide') return [];
  const strong = inhibitions.filter(atLeastModerate);
  const enzymes = strong.filter(({ pathways: [first] }) => first && !isTransporter(first));
  const [one, two] = [...enzymes].sort(heavierFirst);
  const cyp3a4 = strong.find(({ pathways: [first] }) => first === 'CYP3A4');
  const pgp = strong.find(({ pathways: [first] }) => first === 'P-gp');
  return [
    ...(one && two && one.severity === 'moderate' ? [addedUp(one, two)] : []),
    ...(cyp3a4 && pgp ? [addedUp(cyp3a4, pgp)] : []),
  ];
}

/**
 * Returns the relevant effects of `partner` on `victim`, most severe first. Inhibiting the enzyme
 * that forms an active product is loss of effect rather than rise of exposure.
 */
export function pathsOf(victim: Roles, partner: Roles, rules: MetabolismRules): Path[] {
  const inhibitions: Path[] = [];
  const others: Path[] = [];
  for (const [key, victimGrade] of Object.entries(victim.substrate ?? {})) {
    const pathway = key as Pathway;
    const inhibits = partner.inhibits?.[pathway];
    const induces = partner.induces?.[pathway];
    const inhibited =
      inhibits && pathway !== victim.activated_by
        ? inhibitionPath(victim, pathway, { victimGrade, grade: inhibits }, rules)
        : undefined;
    const induced =
      induces && inductionPath(victim, pathway, { victimGrade, grade: induces }, rules);
    if (inhibited) inhibitions.push(inhibited);
    if (induced) others.push(induced);
  }
  const blocked =
    victim.activated_by && activationPath(victim, partner.inhibits?.[victim.activated_by], rules);
  if (blocked) others.push(blocked);
  return [...inhibitions, ...together(inhibitions, victim), ...others].sort(heavierFirst);
}
