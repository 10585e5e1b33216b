import { consciousness, flag, quantity } from '../../input.js';

/**
 * "Glasgow Coma Scale below 14, disorientation, lethargy, stupor or coma" (Tabak 2009, Saltzman
 * 2011). The flag counts where it was given explicitly: the chart also derives it from a Glasgow Coma
 * Scale of 14, which does not count by itself.
 */
export const MENTATION_INPUTS = {
  altered_mental_status: {
    ...flag('altered_mental_status', {
      stated: true,
      help: 'Disorientation, lethargy, stupor or coma: true counts whatever the gcs.',
    }),
    optional: true,
  },
  gcs: quantity('gcs', {
    cuts: [14],
    optional: true,
    help: 'Instead of altered_mental_status: below 14 counts, 14 by itself does not.',
  }),
  consciousness: { ...consciousness(), optional: true },
} as const;

interface Mentation {
  readonly altered_mental_status?: boolean | undefined;
  readonly gcs?: number | undefined;
  readonly consciousness?: 'A' | 'C' | 'V' | 'P' | 'U' | undefined;
}

/** By which input mentation counts as altered, or nothing when it does not. */
export function alteredBy(v: Mentation): keyof Mentation | undefined {
  if (v.altered_mental_status) return 'altered_mental_status';
  if (v.gcs !== undefined && v.gcs < 14) return 'gcs';
  // New confusion is disorientation; a response only to voice or pain means lethargy or worse.
  return v.consciousness !== undefined && v.consciousness !== 'A' ? 'consciousness' : undefined;
}

/** One of the three is needed. */
export function mentationNeeds(v: Mentation): ReadonlyArray<'altered_mental_status'> {
  const values = [v.altered_mental_status, v.gcs, v.consciousness];
  return values.every((one) => one === undefined) ? ['altered_mental_status'] : [];
}

/** That the flag says no to what a scale says. */
export function mentationRefusal(v: Mentation) {
  const by = alteredBy(v);
  if (v.altered_mental_status !== false || by === undefined) return undefined;
  const found = by === 'gcs' ? 'a gcs below 14' : 'a level of consciousness other than alert';
  return { input: 'altered_mental_status', issue: `cannot be false with ${found}` } as const;
}

/** What was assumed of a Glasgow Coma Scale of 14. */
export function mentationWarnings(v: Mentation): string[] {
  return v.gcs === 14 && v.altered_mental_status === undefined && alteredBy(v) === undefined
    ? ['a gcs of 14 by itself does not count; altered_mental_status: true would add its point']
    : [];
}
