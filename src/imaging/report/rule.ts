import type { SourceId } from './sources.js';
import type { Laterality, Level, ReportFinding, ReportPatient, Severity } from './types.js';

export interface Advice {
  readonly level: Level;
  /** A sentence without its full stop; the sources and the stop are appended. */
  readonly text: string;
  readonly sources: readonly [SourceId, ...SourceId[]];
  /** Whether it requires an X-ray or a CT, so that a pregnancy matters. */
  readonly ionising?: true;
}

export interface Grade {
  readonly level: Level;
  /** Follows "because". */
  readonly because: string;
  readonly source: SourceId;
}

/** A finding with its rule; several labels of one meaning are one finding. */
export interface FindingMatch {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly probability: number;
  readonly side: Laterality | undefined;
  readonly measured: ReportFinding['measured'];
  /** "slice 14 of 32"; absent for a single image. */
  readonly where?: string | undefined;
}

export interface RuleContext {
  readonly patient: ReportPatient;
  /** Whether a rule's finding is among those reported. */
  readonly has: (ruleId: string) => boolean;
}

/** The wording of one finding, its urgency and advice. */
export interface Rule {
  readonly id: string;
  /** As `keyOf` writes them. */
  readonly labels: readonly string[];
  /** Findings of a family are one statement: the first of the family's rules leads it. */
  readonly family: string;
  readonly noun: string;
  readonly plural?: string;
  /** Takes "a" or "an". */
  readonly countable?: true;
  /** Has a left and a right. */
  readonly sided?: true;
  readonly extent?: Extent;
  /** Its absence is reported even when there are other findings. */
  readonly keyNegative?: true;
  /** Unspecific within its family; in a list of absences: "or other …". */
  readonly unspecific?: string;
  /** The unspecific finding may be of any family. */
  readonly coversAll?: true;
  /** The urgency of an unsure finding, where one level below the finding's own is too low. */
  readonly inDoubt?: Level;
  grade(found: FindingMatch, circumstances: RuleContext): Grade;
  advice(found: FindingMatch, circumstances: RuleContext): readonly Advice[];
}

type Words = readonly [mild: string, moderate: string, severe: string];

/** Whether the words for the extent come before or after the noun. */
export interface Extent {
  readonly before?: Words;
  readonly after?: Words;
}

export const SIZE: Extent = { before: ['small', 'moderate', 'large'] };
export const DEGREE: Extent = { before: ['mild', 'moderate', 'marked'] };
export const DEGREE_OF: Extent = { before: ['mildly', 'moderately', 'markedly'] };
export const SPREAD: Extent = {
  after: ['of limited extent', 'of moderate extent', 'of large extent'],
};

/** NICE counts people under 18 as children in its guideline on pneumonia (NG250). */
export const isChild = ({ age }: ReportPatient): boolean => age !== undefined && age < 18;

/** "a glioma", "an enlarged cardiac silhouette", "pulmonary oedema" */
export const articled = (noun: string, countable: boolean): string =>
  countable ? `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}` : noun;

/** `Pleural_Thickening`, `pleural thickening` and `pleural-thickening` are one label. */
export const keyOf = (label: string): string => label.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
