import type { Alert, MedicationsResult } from '../../medications/schema.js';
import type { FhirResource } from '../../patient-record/chart/schema.js';
import {
  AI_ASSERTED,
  type Coding,
  concept,
  type EarlierAlert,
  type FiledResource,
  type FileFacts,
  hl7,
  narrative,
  openingWithoutPatient,
} from './coding.js';
import { alertIdentifier, identitiesOf } from './earlier-alerts.js';
import { APPLIANCE, applianceDevice } from './provenance.js';

type Kind = Alert['kind'];
type Source = Alert['sources'][number];

/** Display of each code of HL7's ActCode, below ActSuppliedItemDetectedIssueCode. */
const ISSUES = {
  DRG: 'Drug Interaction Alert',
  COND: 'Condition Alert',
  ALGY: 'Allergy Alert',
  DUPTHPY: 'Duplicate Therapy Alert',
  DOSE: 'Dosage problem',
  PREG: 'Pregnancy Alert',
  LACT: 'Lactation Alert',
  AGE: 'Age Alert',
  OBSA: 'Observation Alert',
} as const;

const CODES: Readonly<Record<Kind, readonly [code: keyof typeof ISSUES, words: string]>> = {
  interaction: ['DRG', 'Interaction'],
  renal: ['COND', 'Kidney function'],
  hepatic: ['COND', 'Liver function'],
  contraindication: ['COND', 'Contraindication'],
  allergy: ['ALGY', 'Allergy'],
  duplicate_therapy: ['DUPTHPY', 'Duplicate therapy'],
  dose: ['DOSE', 'Dose'],
  pregnancy: ['PREG', 'Pregnancy'],
  lactation: ['LACT', 'Lactation'],
  age: ['AGE', 'Age'],
  qt: ['OBSA', 'QT interval'],
};

/** R4 has three degrees; `high`: may be life-threatening or do permanent harm. */
const SEVERITIES = {
  contraindicated: 'high',
  major: 'high',
  moderate: 'moderate',
  minor: 'low',
} as const;

const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
const ATC = 'http://www.whocc.no/atc';
const STORED = /^Medication(?:Statement|Request)\//;
const DOI = /^10\.\d{4,9}\//;

function codeOf({ kind }: Alert) {
  const [code, words] = CODES[kind];
  return concept(words, hl7('v3-ActCode', code, ISSUES[code]));
}

const linkOf = ({ url_or_doi }: Source): string =>
  DOI.test(url_or_doi) ? `https://doi.org/${url_or_doi}` : url_or_doi;

const sourceInWords = ({ name, year }: Source): string =>
  year === null ? name : `${name} (${year})`;

/** A medicine that only the request names. */
function medicationOf(item: string, id: string, { resolved }: MedicationsResult) {
  const lines = resolved.filter((one) => one.item === item);
  const [first] = lines;
  const isOne = lines.length === 1;
  const rxnorm = first?.rxcui === undefined ? [] : [{ system: RXNORM, code: first.rxcui }];
  // A drug with several codes has one for each use and route: none of them is known to be this one's.
  const { atc = [] } = first ?? {};
  const use = atc.length === 1 ? atc.map((code) => ({ system: ATC, code })) : [];
  const codings: Coding[] = isOne ? [...rxnorm, ...use] : [];
  return { resourceType: 'Medication', id, code: concept(first?.input ?? item, ...codings) };
}

/** The medicines that an alert is about: by their resource, or contained where the request states them. */
function implicatedBy({ items }: Alert, result: MedicationsResult) {
  const idOf = (item: string) => item.replaceAll('.', '-');
  const stated = items.filter((item) => !STORED.test(item));
  return {
    contained: stated.map((item) => medicationOf(item, idOf(item), result)),
    implicated: items.map((item) => ({
      reference: STORED.test(item) ? item : `#${idOf(item)}`,
    })),
  };
}

/** What a person reads: the issue, why, and what to do about it. */
function detailOf(alert: Alert): string[] {
  const { title, effect, mechanism, management, evidence, sources, involves_proposed } = alert;
  const others = (alert.also ?? []).map(
    (one) => `Also: ${one.title}. ${one.effect} ${one.management}`,
  );
  return [
    `${title} (${alert.severity}).`,
    ...(involves_proposed ? ['It is about a medicine that was proposed.'] : []),
    effect,
    `Mechanism: ${mechanism}`,
    `Management, not yet carried out: ${management}`,
    ...others,
    `Evidence: ${evidence}. Rule ${alert.rule_id}.`,
    `Sources: ${sources.map(sourceInWords).join('; ')}`,
  ];
}

/** An alert with its identity, and what an earlier check has filed of it. */
interface IdentifiedAlert {
  readonly alert: Alert;
  readonly identity: string;
  readonly earlier: EarlierAlert | undefined;
}

function issueOf(
  { alert, identity, earlier }: IdentifiedAlert,
  result: MedicationsResult,
  file: FileFacts,
): FiledResource {
  const lines = detailOf(alert);
  const { contained, implicated } = implicatedBy(alert, result);
  const { because = [], severity, sources } = alert;
  const [source] = sources;
  const opening = openingWithoutPatient('DetectedIssue', result.check_id, file, lines);
  return {
    ...opening,
    ...(earlier !== undefined && { id: earlier.id }),
    identifier: [...opening.identifier, alertIdentifier(identity)],
    contained: [applianceDevice(file.version), ...contained],
    status: 'preliminary',
    code: codeOf(alert),
    severity: SEVERITIES[severity],
    patient: { reference: file.subject },
    identifiedDateTime: result.created_at,
    author: { reference: `#${APPLIANCE}` },
    implicated,
    ...(because.length > 0 && { evidence: [{ code: because.map((reason) => concept(reason)) }] }),
    detail: lines.join('\n'),
    ...(source !== undefined && { reference: linkOf(source) }),
  };
}

/**
 * Whether an alert has ended: a medicine that it implicates is not taken any more. That it is not found for
 * another reason proves nothing: a laboratory value may have become too old.
 */
function hasEnded({ isTaken, resource }: EarlierAlert, result: MedicationsResult): boolean {
  const { safety, resolved, not_assessed = [] } = result;
  if (isTaken || resource.status !== 'preliminary') return false;
  const named = new Set([
    ...resolved.map(({ item }) => item),
    ...[...not_assessed, ...safety.not_judged].map(({ what }) => what),
  ]);
  const wasReadWhole = !named.has('MedicationRequest') && !named.has('MedicationStatement');
  const list = Array.isArray(resource.implicated) ? (resource.implicated as FhirResource[]) : [];
  const implicated = list.map(({ reference }) => String(reference));
  return (
    wasReadWhole &&
    implicated.every((reference) => STORED.test(reference)) &&
    implicated.some((reference) => !named.has(reference))
  );
}

/** An alert whose medicine has been stopped: it was right when it was found. */
function endedIssue({ id, resource }: EarlierAlert, { created_at }: MedicationsResult) {
  const { meta, text, ...rest } = resource;
  const detail = typeof resource.detail === 'string' ? resource.detail : '';
  const lines = [
    `A medicine that it is about is not taken any more, by the check of ${created_at}.`,
    detail,
  ];
  return {
    ...rest,
    resourceType: 'DetectedIssue',
    id,
    meta: { security: [AI_ASSERTED] },
    text: narrative(lines.flatMap((line) => line.split('\n'))),
    status: 'cancelled',
    detail: lines.join('\n'),
  };
}

/**
 * The alerts of a check as DetectedIssues, one each, which a repeated check updates; those of an earlier
 * check that have ended are `cancelled`. `mitigation` stays empty: it states what a person has done about
 * an issue, and of such an issue nothing is filed any more.
 */
export function fromMedications(result: MedicationsResult, file: FileFacts): FiledResource[] {
  const { alerts: earlier = new Map<string, EarlierAlert>() } = file;
  const identities = identitiesOf(result.alerts);
  const found = result.alerts.map((alert, n): IdentifiedAlert => {
    const identity = identities[n] ?? '';
    return { alert, identity, earlier: earlier.get(identity) };
  });
  const ended = [...earlier].flatMap(([identity, one]) =>
    !identities.includes(identity) && hasEnded(one, result) ? [endedIssue(one, result)] : [],
  );
  return [
    ...found.filter((one) => !one.earlier?.isTaken).map((one) => issueOf(one, result, file)),
    ...ended,
  ];
}
