import type { Definitions, Element, Group } from '../definitions/definition.js';
import { itemsOf, type Member, membersOf } from '../text/members.js';
import type { Search } from './search.js';

/** The requested part of each resource. */
export type SubsetRequest = Pick<Search, 'summary' | 'elements'>;

/** Marks an incomplete resource: http://hl7.org/fhir/R4/resource.html#security-labels. */
const SUBSETTED =
  '{"system":"http://terminology.hl7.org/CodeSystem/v3-ObservationValue","code":"SUBSETTED"}';

const ALWAYS: ReadonlySet<string> = new Set(['resourceType', 'id']);

const plainName = (name: string): string => (name.startsWith('_') ? name.slice(1) : name);

const needed = ({ min, modifier }: Element): boolean => min > 0 || modifier;

/** Whether a member of the resource itself stays, for all but `_summary=true`. */
function stays(element: Element, { summary, elements }: SubsetRequest): boolean {
  const { name, choiceOf = name } = element;
  if (elements.length > 0) {
    const isRequested = elements.includes(name) || elements.includes(choiceOf);
    return isRequested || elements.includes(`${choiceOf}[x]`) || needed(element);
  }
  return summary === 'data' ? name !== 'text' : name === 'text' || needed(element);
}

const written = (text: string, { from, end }: Member): string => text.slice(from, end);

/** The parts of a value that belong to a summary, at any depth. */
function summaryOf(text: string, at: number, group: Group, definitions: Definitions): string {
  if (text[at] === '[') {
    const items = itemsOf(text, at).map(({ start, end }) =>
      text[start] === '{' ? summaryOf(text, start, group, definitions) : text.slice(start, end),
    );
    return `[${items.join(',')}]`;
  }
  const kept = membersOf(text, at).flatMap((member) => {
    const element = definitions.element(group, plainName(member.name));
    if (element === undefined || !(element.summary || element.min > 0)) return [];
    const nested = element.group !== undefined && !member.name.startsWith('_');
    if (!nested || !'[{'.includes(text.charAt(member.start))) return [written(text, member)];
    const value = summaryOf(text, member.start, element.group, definitions);
    return [`${JSON.stringify(member.name)}:${value}`];
  });
  return `{${kept.join(',')}}`;
}

/** The resource's `meta` with the tag SUBSETTED. */
function metaOf(text: string, meta: Member): string {
  const members = membersOf(text, meta.start);
  const tag = members.find(({ name }) => name === 'tag');
  const others = members.filter((member) => member !== tag).map((one) => written(text, one));
  const tags = tag === undefined ? [] : itemsOf(text, tag.start);
  const labels = [...tags.map(({ start, end }) => text.slice(start, end)), SUBSETTED];
  return `"meta":{${[...others, `"tag":[${labels.join(',')}]`].join(',')}}`;
}

/**
 * Returns the part of a resource that `_summary` or `_elements` selects, with what R4 demands of any
 * resource, marked as a part. Numbers stay as they were written.
 *
 * @param body the text of a stored resource, which always has its meta
 */
export function subset(
  body: string,
  type: string,
  wanted: SubsetRequest,
  definitions: Definitions,
): string {
  const whole = wanted.elements.length === 0 && ['false', 'count'].includes(wanted.summary);
  if (whole) return body;
  const group = { type, path: type };
  const nested = wanted.elements.length === 0 && wanted.summary === 'true';
  const members = membersOf(body);
  const kept = members.flatMap((member) => {
    const { name, start } = member;
    if (name === 'meta') return [metaOf(body, member)];
    if (ALWAYS.has(name)) return [written(body, member)];
    const element = definitions.element(group, plainName(name));
    if (element === undefined) return [];
    if (!nested) return stays(element, wanted) ? [written(body, member)] : [];
    if (!element.summary && element.min === 0) return [];
    if (element.group === undefined || name.startsWith('_')) return [written(body, member)];
    return [`${JSON.stringify(name)}:${summaryOf(body, start, element.group, definitions)}`];
  });
  return `{${kept.join(',')}}`;
}
