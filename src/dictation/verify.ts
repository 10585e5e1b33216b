import type { Entity, EntityType, Normalized } from '../patient-record/language/entity.js';
import type { Doubt, WrittenText, WrittenWord } from './written/spoken.js';
import { MEDICINE_FLOOR, NUMBER_FLOOR } from './written/trust.js';

/**
 * A medicine, dose or value that was recognised with too little certainty and has to be verified by
 * a person.
 */
export interface UnverifiedEntity {
  /** As written in the text. */
  readonly text: string;
  readonly type: EntityType | 'dose';
  /** UTF-16 code units of the text. */
  readonly start: number;
  readonly end: number;
  /** Of its least certain word, 0..1. */
  readonly confidence: number;
  readonly reason: string;
}

export interface VerifiedEntities {
  readonly entities: readonly Entity[];
  readonly unverified: readonly UnverifiedEntity[];
}

interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Maximum distance of a dose from its name, and of a cue from its finding, in UTF-16 code units.
 */
const REACH = 200;

/** Words between a name and its value, whose confidence is irrelevant for either. */
const FILLERS = /^(?:a|an|and|at|currently|is|of|on|the|to|was|were|with)$/i;

const lowestConfidence = (words: readonly WrittenWord[]): number =>
  Math.floor(words.reduce((lowest, { confidence }) => Math.min(lowest, confidence), 1) * 1_000) /
  1_000;

/** Finds the spoken words of a text by their position. */
function createPlaces(words: readonly WrittenWord[]) {
  const spoken = words.filter(
    ({ spoken: confidence, text }) => confidence.length > 0 && text !== '',
  );
  const within = ({ start, end }: TimeRange): readonly WrittenWord[] => {
    let [low, high] = [0, spoken.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spoken[middle]?.end_offset ?? 0) > start) high = middle;
      else low = middle + 1;
    }
    let to = low;
    while ((spoken[to]?.start_offset ?? Number.POSITIVE_INFINITY) < end) to += 1;
    return spoken.slice(low, to);
  };
  return {
    within,
    /** Confidence of the least certain word of a stretch; 1 where it has none. */
    lowest: (stretch: TimeRange): number => lowestConfidence(within(stretch)),
    /** The same without irrelevant words. */
    lowestWithoutFillers: (stretch: TimeRange): number =>
      lowestConfidence(within(stretch).filter(({ text }) => !FILLERS.test(text))),
  };
}

type WordTimes = ReturnType<typeof createPlaces>;

/** Returns the occurrence of some words that is nearest to a stretch. */
function nearest(text: string, words: string, { start, end }: TimeRange): TimeRange | undefined {
  const behind = text.slice(end, end + REACH).indexOf(words);
  const from = Math.max(0, start - REACH);
  const before = text.slice(from, start).lastIndexOf(words);
  if (words === '' || (behind < 0 && before < 0)) return undefined;
  const gap = start - from - before - words.length;
  const at = behind >= 0 && (before < 0 || behind <= gap) ? end + behind : from + before;
  return { start: at, end: at + words.length };
}

const overlaps = (a: TimeRange, b: TimeRange) => a.start < b.end && b.start < a.end;

const unsure = (confidence: number, floor: number): string =>
  `It was recognised with a confidence of ${confidence.toFixed(2)}; at least ${floor.toFixed(2)} is required.`;

/** Returns why the written words may not have been spoken, if there is a reason. */
function doubtOf(
  stretch: TimeRange,
  { confidence, floor, of }: { confidence: number; floor: number; of: Doubt['of'] },
  doubts: readonly Doubt[],
): string | undefined {
  const doubt = doubts.find((one) => one.of === of && overlaps(one, stretch));
  if (doubt !== undefined) return doubt.reason;
  return confidence < floor ? unsure(confidence, floor) : undefined;
}

const withoutDose = ({ dose: _, ...rest }: Normalized): Normalized => rest;

/** Returns the position of a dose's number: in its words, or in any number next to the name. */
function doseAt(text: string, dose: string, entity: Entity, places: WordTimes): TimeRange {
  const nearestDose = nearest(text, dose, entity);
  if (nearestDose !== undefined) return nearestDose;
  const around = { start: entity.start - REACH, end: entity.end + REACH };
  const numbers = places.within(around).filter(({ kind }) => kind === 'number');
  return { start: numbers[0]?.start_offset ?? 0, end: numbers.at(-1)?.end_offset ?? 0 };
}

/** A medicine with its dose where it is certain, and the uncertain parts. */
function verifyDose(
  entity: Entity,
  { text, doubts }: WrittenText,
  places: WordTimes,
): { readonly entity: Entity; readonly unverified: readonly UnverifiedEntity[] } {
  const { normalized } = entity;
  if (normalized?.dose === undefined) return { entity, unverified: [] };
  const place = doseAt(text, normalized.dose, entity, places);
  const confidence = places.lowest(place);
  const reason = doubtOf(place, { confidence, floor: NUMBER_FLOOR, of: 'number' }, doubts);
  if (reason === undefined) return { entity, unverified: [] };
  return {
    entity: { ...entity, normalized: withoutDose(normalized) },
    unverified: [
      { text: text.slice(place.start, place.end), type: 'dose', ...place, confidence, reason },
    ],
  };
}

/** Returns the minimum confidence of an entity: names of medicines, and values. */
function floorOf({ type, normalized }: Entity) {
  if (type === 'medication') return { floor: MEDICINE_FLOOR, of: 'name' } as const;
  const valued = type === 'measurement' || normalized?.value !== undefined;
  return valued ? ({ floor: NUMBER_FLOOR, of: 'number' } as const) : undefined;
}

/**
 * Compares the entities of a transcript with the confidence of its words. The confidence of an
 * entity is at most that of the least certain word under it or under its cue: all of them have to
 * be right, and the probability of that is at most the lowest of theirs (Fréchet's bound).
 * Medicines and values below the required confidence, or in doubt because another name or number
 * sounds alike, are removed; so are such doses of medicines that stay.
 *
 * @param entities of `written.text`
 */
export function verifyEntities(
  entities: readonly Entity[],
  written: WrittenText,
): VerifiedEntities {
  const places = createPlaces(written.words);
  const unverified: UnverifiedEntity[] = [];
  const verified = entities.flatMap((entity): readonly Entity[] => {
    const own = places.lowestWithoutFillers(entity);
    const { text, type, start, end } = entity;
    const needed = floorOf(entity);
    const reason = needed && doubtOf(entity, { confidence: own, ...needed }, written.doubts);
    if (reason !== undefined) {
      unverified.push({ text, type, start, end, confidence: own, reason });
      return [];
    }
    const cue = nearest(written.text, entity.cue ?? '', entity);
    const confidence = Math.min(own, cue === undefined ? 1 : places.lowest(cue));
    const dosed = verifyDose(entity, written, places);
    unverified.push(...dosed.unverified);
    return [{ ...dosed.entity, confidence: Math.min(entity.confidence, confidence) }];
  });
  return { entities: verified, unverified };
}
