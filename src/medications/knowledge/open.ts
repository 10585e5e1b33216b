import type { Issue } from '../../core/errors.js';
import type { TablePart } from '../../core/join-tables.js';
import type { KnowledgePackage, KnowledgeStatus } from '../../model-packages/knowledge.js';
import type { PackageListing } from '../../model-packages/listing.js';
import type { Overlay } from '../overlay/overlays.js';
import { goldenFaults } from './golden.js';
import { MedicationKnowledge } from './knowledge.js';
import { danglingReferences } from './references.js';
import {
  DECISIONS,
  partsOf,
  readDecisions,
  readTables,
  strangeTables,
  type TableFiles,
} from './tables.js';

/** The opened packages of medication knowledge. */
export interface OpenedKnowledge {
  readonly statuses: readonly KnowledgeStatus[];
  /** Absent where no package can be used. */
  readonly knowledge?: MedicationKnowledge;
  readonly overlays: readonly AppliedOverlay[];
  /** Installed overlays that are not applied. */
  readonly missing: readonly string[];
}

export interface AppliedOverlay extends Overlay {
  readonly version: string;
}

const MAX_FAULTS_LISTED = 5;
/** At each start one in so many golden cases is checked; a package release checks all of them. */
const GOLDEN_STEP = 8;

function reasonOf(issues: readonly Issue[]): string {
  const list = issues.slice(0, MAX_FAULTS_LISTED).map(({ field, issue }) => `${field} ${issue}`);
  const more = issues.length - list.length;
  return `${list.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

/** A common package was validated when it was built; a hospital's overlay was not. */
const isCommon = ({ manifest }: KnowledgePackage) => manifest.kind === 'medication-knowledge';

function joinedParts(packages: readonly KnowledgePackage[]): TableFiles {
  const all = new Map<string, readonly TablePart[]>();
  for (const [name, parts] of packages.flatMap((one) => [...partsOf(one, isCommon(one))])) {
    if (Object.hasOwn(DECISIONS, name)) continue;
    all.set(name, [...(all.get(name) ?? []), ...parts]);
  }
  return all;
}

interface Fault {
  readonly reason: string;
}
type OpenResult = { readonly knowledge: MedicationKnowledge } | Fault;

type OverlayPackage = KnowledgePackage<
  Extract<KnowledgePackage['manifest'], { kind: 'medication-overlay' }>
>;
const isOverlay = (one: KnowledgePackage): one is OverlayPackage =>
  one.manifest.kind === 'medication-overlay';

function build(base: KnowledgePackage, overlays: readonly KnowledgePackage[]): OpenResult {
  const parts = joinedParts([base, ...overlays]);
  const issues = strangeTables(parts);
  const tables = readTables(parts, issues);
  if (tables === undefined) return { reason: reasonOf(issues) };
  const dangling = overlays.length > 0 ? danglingReferences(tables) : [];
  if (dangling.length > 0) return { reason: reasonOf(dangling) };
  const knowledge = new MedicationKnowledge(base.manifest, tables);
  // An overlay may deliberately deviate from the golden cases of the common package.
  const sample = overlays.length > 0 ? [] : tables.golden.filter((_, at) => at % GOLDEN_STEP === 0);
  const faults = goldenFaults(sample, knowledge.interactions);
  return faults.length > 0 ? { reason: reasonOf(faults) } : { knowledge };
}

/** Returns the decisions of an overlay, or why it cannot be used. */
function overlayOf({ manifest, ...rest }: OverlayPackage, baseId: string): AppliedOverlay | Fault {
  if (manifest.base !== baseId) return { reason: `Its base ${manifest.base} does not answer.` };
  const issues: Issue[] = [];
  const decisions = readDecisions(partsOf({ manifest, ...rest }, false), issues);
  if (issues.length > 0) return { reason: reasonOf(issues) };
  return { id: manifest.id, version: manifest.version, ...decisions };
}

const ready = ({ manifest, seal }: KnowledgePackage): KnowledgeStatus => ({
  state: 'ready',
  id: manifest.id,
  manifest,
  seal,
});
const unavailable = (id: string, reason: string): KnowledgeStatus => ({
  state: 'unavailable',
  id,
  reason,
});

interface Layers {
  readonly knowledge: MedicationKnowledge;
  readonly overlays: readonly AppliedOverlay[];
  readonly statuses: readonly KnowledgeStatus[];
}

/** Applies the overlays in order; a faulty one does not affect the others. */
function withOverlays(
  base: KnowledgePackage,
  common: MedicationKnowledge,
  found: readonly OverlayPackage[],
): Layers {
  let knowledge = common;
  const used: KnowledgePackage[] = [];
  const overlays: AppliedOverlay[] = [];
  const statuses = found.map((one) => {
    const { id } = one.manifest;
    const overlay = overlayOf(one, common.id);
    if ('reason' in overlay) return unavailable(id, overlay.reason);
    const built = build(base, [...used, one]);
    if ('reason' in built) return unavailable(id, built.reason);
    knowledge = built.knowledge;
    used.push(one);
    overlays.push(overlay);
    return ready(one);
  });
  return { knowledge, overlays, statuses };
}

/** Returns the first valid common package, and the state of all of them. */
function openCommon(found: readonly KnowledgePackage[]) {
  const statuses: KnowledgeStatus[] = [];
  let chosen: { base: KnowledgePackage; knowledge: MedicationKnowledge } | undefined;
  for (const base of found) {
    const { id } = base.manifest;
    const built: OpenResult = chosen
      ? { reason: `${chosen.base.manifest.id} answers already.` }
      : build(base, []);
    if ('reason' in built) statuses.push(unavailable(id, built.reason));
    else {
      chosen = { base, knowledge: built.knowledge };
      statuses.push(ready(base));
    }
  }
  return { statuses, chosen };
}

/**
 * Opens the installed packages: the common package, which must reproduce its golden cases, and the
 * overlays on top of it. Of several common packages the first valid one by name is used.
 */
export function openKnowledge(found: readonly PackageListing<KnowledgePackage>[]): OpenedKnowledge {
  const verified = found.flatMap((entry) => (entry.status === 'verified' ? [entry.package] : []));
  const quarantined = found.flatMap((entry): KnowledgeStatus[] =>
    entry.status === 'verified'
      ? []
      : [{ state: 'quarantined', id: entry.id, reason: entry.reason }],
  );
  const { statuses, chosen } = openCommon(
    verified.filter(({ manifest }) => manifest.kind === 'medication-knowledge'),
  );
  const laid = verified.filter(isOverlay);
  if (chosen === undefined) {
    const orphans = laid.map(({ manifest }) =>
      unavailable(manifest.id, 'Its base does not answer.'),
    );
    return { statuses: [...statuses, ...orphans, ...quarantined], overlays: [], missing: [] };
  }
  const layers = withOverlays(chosen.base, chosen.knowledge, laid);
  const missing = [...layers.statuses, ...quarantined].filter(({ state }) => state !== 'ready');
  return {
    statuses: [...statuses, ...layers.statuses, ...quarantined],
    knowledge: layers.knowledge,
    overlays: layers.overlays,
    missing: missing.map(({ id }) => id),
  };
}
