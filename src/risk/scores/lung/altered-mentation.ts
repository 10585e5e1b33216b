import { flag, ownFlag, quantity } from '../../input.js';

/**
 * "Glasgow Coma Scale below 14, disorientation, lethargy, stupor or coma" (Tabak 2009, Saltzman
 * 2011): narrower than the flag of the chart, which follows from a Glasgow Coma Scale of 14 too.
 */
export const MENTATION_INPUTS = {
  altered_mental_status: {
    ...flag('altered_mental_status', {
      help: 'Disorientation, lethargy, stupor or coma. Not needed with gcs.',
    }),
    optional: true,
  },
  gcs: quantity('gcs', {
    cuts: [14, 15],
    optional: true,
    help: 'Instead of altered_mental_status: below 14 counts, 14 by itself does not.',
  }),
  disorientation_or_lethargy: {
    ...ownFlag('Disorientation, lethargy, stupor or coma beside the GCS', {
      help: 'Only with a gcs of 14 or 15: true counts whatever the gcs.',
    }),
    optional: true,
  },
} as const;

interface Mentation {
  readonly altered_mental_status?: boolean | undefined;
  readonly gcs?: number | undefined;
  readonly disorientation_or_lethargy?: boolean | undefined;
}

/** By which input mentation counts as altered, or nothing when it does not. */
export function alteredBy(v: Mentation): keyof Mentation | undefined {
  if (v.disorientation_or_lethargy) return 'disorientation_or_lethargy';
  if (v.gcs !== undefined && v.gcs < 14) return 'gcs';
  // The flag may follow from a GCS of 14 alone; with 15 somebody has said it.
  return v.altered_mental_status && v.gcs !== 14 ? 'altered_mental_status' : undefined;
}

/** One of the three is needed. */
export function mentationNeeds(v: Mentation): ReadonlyArray<'altered_mental_status'> {
  const { altered_mental_status: altered, gcs, disorientation_or_lethargy: said } = v;
  return [altered, gcs, said].every((one) => one === undefined) ? ['altered_mental_status'] : [];
}

/** That a flag says no to what the Glasgow Coma Scale says. */
export function mentationRefusal(v: Mentation) {
  if (v.gcs === undefined || v.gcs >= 14) return undefined;
  const names = ['altered_mental_status', 'disorientation_or_lethargy'] as const;
  const input = names.find((name) => v[name] === false);
  return input && { input, issue: 'cannot be false with a gcs below 14' };
}

/** What was assumed of a Glasgow Coma Scale of 14. */
export function mentationWarnings(v: Mentation): string[] {
  return v.gcs === 14 && v.altered_mental_status && v.disorientation_or_lethargy === undefined
    ? ['a gcs of 14 by itself does not count; disorientation_or_lethargy: true would add its point']
    : [];
}
