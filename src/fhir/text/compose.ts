import type { VersionText } from '../../store/fhir/store.js';
import { type Member, membersOf } from './members.js';

/** Members that the server sets, whatever a client sends. */
const OWN = new Set(['resourceType', 'id', 'meta']);
const OWN_META = new Set(['versionId', '_versionId', 'lastUpdated', '_lastUpdated']);

/** Those members as they were written, each preceded by a comma. */
function asWritten(text: string, members: readonly Member[], without: ReadonlySet<string>): string {
  let kept = '';
  for (const { name, from, end } of members) {
    if (!without.has(name)) kept += `,${text.slice(from, end)}`;
  }
  return kept;
}

function metaAsWritten(text: string, meta: Member | undefined): string {
  if (meta === undefined || text.charAt(meta.start) !== '{') return '';
  return asWritten(text, membersOf(text, meta.start), OWN_META);
}

/**
 * Returns the stored text of a resource, as written (`1.50` and numbers of twenty digits stay): all but
 * the id, version and time that it gets here. Linear in the text.
 *
 * @param text the resource as it was sent, parsed and checked before
 */
export function restOf(text: string): string {
  const members = membersOf(text);
  const meta = metaAsWritten(
    text,
    members.find(({ name }) => name === 'meta'),
  );
  return `${meta}}${asWritten(text, members, OWN)}}`;
}

/**
 * The text to store: the id, version and time, and the rest of the resource.
 *
 * @param rest as `restOf` returns it
 */
export function versionText(
  rest: string,
  { type, id }: { readonly type: string; readonly id: string },
): VersionText {
  const head = `{"resourceType":${JSON.stringify(type)},"id":${JSON.stringify(id)}`;
  return [`${head},"meta":{"versionId":"`, '","lastUpdated":"', `"${rest}`];
}
