import {
  Activity,
  Calculator,
  ClipboardCheck,
  Image,
  type LucideIcon,
  Mic,
  Pill,
  ScrollText,
  Server,
  Users,
} from 'lucide-preact';
import type { Session } from '../state/session.js';
import { text } from '../text/en.js';

/** A page of the navigation. */
export interface Page {
  /** Below the world: `image` in `/console/test/image`. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly icon: LucideIcon;
  /** Who has one of these scopes may use it. */
  readonly scopes: readonly string[];
}

export const PAGES: readonly Page[] = [
  { path: 'image', ...text.image, icon: Image, scopes: ['imaging'] },
  { path: 'dictate', ...text.dictate, icon: Mic, scopes: ['transcribe'] },
  { path: 'patients', ...text.patients, icon: Users, scopes: ['fhir.read'] },
  { path: 'analyze', ...text.analyze, icon: Activity, scopes: ['analyze'] },
  { path: 'risk', ...text.risk, icon: Calculator, scopes: ['risk'] },
  { path: 'medications', ...text.medications, icon: Pill, scopes: ['medications'] },
  { path: 'administration', ...text.administration, icon: Server, scopes: ['administration'] },
  { path: 'audit', ...text.audit, icon: ScrollText, scopes: ['audit.read'] },
].map(({ path, title, summary, icon, scopes }) => ({ path, title, summary, icon, scopes }));

/** The pages that a person may use. */
export function pagesFor({ scopes }: Session): readonly Page[] {
  return PAGES.filter((page) => page.scopes.some((scope) => scopes.includes(scope)));
}

export const HOME_ICON: LucideIcon = ClipboardCheck;
