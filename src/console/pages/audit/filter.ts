/** What a person has asked for; times as the browser's fields have them, in the zone of the person. */
export interface Filter {
  readonly patient: string;
  readonly since: string;
  readonly until: string;
  readonly actor: string;
  readonly action: string;
  readonly outcome: 'any' | 'success' | 'refused' | 'failed';
}

export const NO_FILTER: Filter = {
  patient: '',
  since: '',
  until: '',
  actor: '',
  action: '',
  outcome: 'any',
};

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** A local time as an instant; what is no time goes as it is, and the appliance names the field. */
function instantOf(local: string): string | undefined {
  const text = given(local);
  if (text === undefined) return undefined;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

/** The parameters of a search. */
export const searchQuery = (filter: Filter) => ({
  ...exportQuery(filter),
  actor: given(filter.actor),
  action: given(filter.action)?.replace(/\s+/g, ''),
  outcome: filter.outcome === 'any' ? undefined : filter.outcome,
});

/** Those of them that an export has. */
export const exportQuery = ({ patient, since, until }: Filter) => ({
  patient: given(patient),
  since: instantOf(since),
  until: instantOf(until),
});
