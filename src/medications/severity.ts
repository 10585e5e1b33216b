import { ALERT_SEVERITIES, type AlertSeverity } from '../core/alert-severity.js';

/** Severities of alerts, most severe first. */
export const SEVERITIES = ALERT_SEVERITIES;
export type Severity = AlertSeverity;

/** 4 for contraindicated down to 1 for minor. */
export const weightOf = (severity: Severity): number => 4 - SEVERITIES.indexOf(severity);

export const heaviest = (severities: readonly Severity[]): Severity | undefined =>
  SEVERITIES.find((severity) => severities.includes(severity));

/** One step milder; minor stays minor. */
export const milder = (severity: Severity): Severity =>
  SEVERITIES[Math.min(SEVERITIES.indexOf(severity) + 1, 3)] ?? 'minor';

/** At equal severity, findings with a dose come before those that only contraindicate. */
export const KINDS = [
  'interaction',
  'renal',
  'hepatic',
  'contraindication',
  'allergy',
  'duplicate_therapy',
  'dose',
  'pregnancy',
  'lactation',
  'age',
  'qt',
] as const;
export type Kind = (typeof KINDS)[number];

export const EVIDENCE = ['established', 'probable', 'theoretical'] as const;
export type Evidence = (typeof EVIDENCE)[number];
