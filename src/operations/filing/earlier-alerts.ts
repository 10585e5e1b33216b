import { createHash } from 'node:crypto';
import type { Alert } from '../../medications/schema.js';
import { codingsOf } from '../../patient-record/chart/record/observations.js';
import type { FhirResource } from '../../patient-record/chart/schema.js';
import { AI_ASSERTED, type EarlierAlert, type EarlierAlerts } from './coding.js';

/** Identifies an alert on one patient, in whichever check: an identifier that all its versions have. */
const ALERT_SYSTEM = 'urn:oid:2.25.206878512068338611225809518116284008889';

/** What alerts are about: one rule and its drugs; a further line with the same drug is a further alert. */
export function identitiesOf(alerts: readonly Alert[]): string[] {
  const seen = new Map<string, number>();
  return alerts.map(({ kind, rule_id, drugs }) => {
    const about = JSON.stringify([kind, rule_id, [...drugs].sort()]);
    const nth = seen.get(about) ?? 0;
    seen.set(about, nth + 1);
    return createHash('sha256').update(`${about} ${nth}`).digest('hex');
  });
}

export const alertIdentifier = (identity: string) => ({ system: ALERT_SYSTEM, value: identity });

const OWN_STATUSES = ['preliminary', 'cancelled'];

function isTaken({ meta, status, mitigation }: FhirResource): boolean {
  const labels = codingsOf({ coding: (meta as FhirResource | undefined)?.security });
  const isAsserted = labels.some(({ code }) => code === AI_ASSERTED.code);
  return !isAsserted || mitigation !== undefined || !OWN_STATUSES.includes(String(status));
}

function earlierAlert(resource: FhirResource): [string, EarlierAlert][] {
  const identifiers = Array.isArray(resource.identifier) ? resource.identifier : [];
  const own = (identifiers as FhirResource[]).find(({ system }) => system === ALERT_SYSTEM);
  if (typeof own?.value !== 'string') return [];
  const { versionId } = (resource.meta ?? {}) as FhirResource;
  const alert = {
    id: String(resource.id),
    version: Number(versionId),
    isTaken: isTaken(resource),
    resource,
  };
  return [[own.value, alert]];
}

/**
 * The alerts among the DetectedIssues of a patient. Of several with one identity the one counts that a
 * person has taken over, if any.
 */
export function earlierAlerts(issues: readonly FhirResource[]): EarlierAlerts {
  const found = issues.flatMap(earlierAlert);
  const order = (one: EarlierAlert) => (one.isTaken ? 1 : 0);
  return new Map(found.toSorted(([, a], [, b]) => order(a) - order(b)));
}

/** The same alerts in the same versions: nothing was filed or changed meanwhile. */
export const stateOf = (alerts: EarlierAlerts): string =>
  [...alerts.values()]
    .map(({ id, version }) => `${id}/${version}`)
    .sort()
    .join();
