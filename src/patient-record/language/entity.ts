export const ENTITY_TYPES = [
  'symptom',
  'finding',
  'condition',
  'medication',
  'procedure',
  'anatomy',
  'lab_test',
  'measurement',
] as const;
/** An entity named in a clinical text. */
export type EntityType = (typeof ENTITY_TYPES)[number];

/** Types of what ails a patient. */
export const AILMENTS: ReadonlySet<EntityType> = new Set(['symptom', 'finding', 'condition']);

export const ASSERTIONS = [
  'present',
  'absent',
  'possible',
  'historical',
  'family',
  'hypothetical',
] as const;
/** Its assertion in the text. */
export type Assertion = (typeof ASSERTIONS)[number];

/** How the text came about: it decides what capitals, line breaks and turns can mean. */
export type TextSource = 'note' | 'dictation' | 'dialogue';

/** A code of a public vocabulary. */
export interface Coding {
  readonly system: 'ICD-10' | 'LOINC' | 'RxNorm' | 'SYMP';
  readonly code: string;
}

/** Attributes of an entity beyond its words. */
export interface Normalized {
  /** The usual name of the concept. */
  readonly name?: string;
  readonly coding?: readonly Coding[];
  /** As written for a blood pressure (`140/90`), a number otherwise. */
  readonly value?: number | string;
  readonly comparator?: '<' | '<=' | '>' | '>=';
  /** UCUM. */
  readonly unit?: string;
  readonly dose?: string;
  readonly route?: string;
  readonly frequency?: string;
  readonly site?: string;
  readonly laterality?: 'left' | 'right' | 'bilateral' | 'unilateral';
  readonly severity?: 'mild' | 'moderate' | 'severe';
  /** 0..10 as the patient grades it. */
  readonly score?: number;
  readonly onset?: string;
  readonly duration?: string;
  readonly course?: string;
  readonly quality?: string;
  readonly radiation?: string;
}

/** One thing that a text names; `text` is exactly `text.slice(start, end)` of what was read. */
export interface Entity {
  readonly text: string;
  readonly type: EntityType;
  /** UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** 0..1: how sure it is that the words name this. */
  readonly confidence: number;
  readonly assertion: Assertion;
  /**
   * `false` where the words do not show whether the cue reaches so far: a list without commas, after
   * which something else may begin; and where a relative is who does not have it. Nothing may be refuted
   * by it.
   */
  readonly certain?: false;
  /** The words that the assertion was read from. */
  readonly cue?: string;
  /** Title of the section as written. */
  readonly section?: string;
  readonly normalized?: Normalized;
}

/** A part of a text under a heading; `start` is that of the heading. */
export interface Section {
  readonly title: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}
