import type { StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import { parameterName } from '../index/parameter-name.js';
import { valuesAt } from '../path/values-at.js';
import type { Resource } from '../resource.js';
import type { Canonical, Include } from './search.js';

interface Name {
  readonly url: string;
  readonly version?: string | undefined;
}

const resourceIn = ({ body }: StoredResource) => JSON.parse(body) as Resource;

/** `http://hospital.test/Questionnaire/pain|2`, which may name no version. */
function namesIn(row: StoredResource, { paths }: Canonical): Name[] {
  const resource = resourceIn(row);
  const values = paths.flatMap((walk) => valuesAt(walk, resource));
  return values.flatMap((value) => {
    if (typeof value !== 'string') return [];
    const [url = '', version] = value.split('|');
    return url === '' ? [] : [{ url, version }];
  });
}

function ownName(row: StoredResource): Name | undefined {
  const { url, version } = resourceIn(row);
  if (typeof url !== 'string') return undefined;
  return { url, ...(typeof version === 'string' && { version }) };
}

const means = (name: Name, own: Name | undefined): boolean =>
  name.url === own?.url && (name.version === undefined || name.version === own.version);

const wanted = (type: string, { target }: Include): boolean =>
  target === undefined || target === type;

/** The definitions that these resources name. */
export function* namedBy(
  from: readonly StoredResource[],
  include: Include,
  max: number,
): ReadDecision<readonly StoredResource[]> {
  const { canonical } = include;
  if (canonical === undefined) return [];
  const names = from
    .filter(({ type }) => type === include.from)
    .flatMap((row) => namesIn(row, canonical));
  if (names.length === 0) return [];
  const any = [...new Set(names.map(({ url }) => url))].map((code) => ({ code }));
  const definitions: StoredResource[] = [];
  for (const type of canonical.types) {
    if (!wanted(type, include)) continue;
    const where = { kind: 'token', parameter: parameterName(type, 'url'), any } as const;
    const query = { type, where, order: [], limit: max, total: 'none' } as const;
    const { rows } = yield* perform({ kind: 'fhir.search', query });
    definitions.push(...rows);
  }
  return definitions.filter((row) => {
    const own = ownName(row);
    return names.some((name) => means(name, own));
  });
}

/** Resources that refer to these definitions. */
export function* naming(
  definitions: readonly StoredResource[],
  include: Include,
  max: number,
): ReadDecision<readonly StoredResource[]> {
  const { canonical, from, parameter } = include;
  if (canonical === undefined) return [];
  const own = definitions
    .filter(({ type }) => canonical.types.includes(type) && wanted(type, include))
    .flatMap((row) => ownName(row) ?? []);
  if (own.length === 0) return [];
  const any = own.map(({ url }) => ({ type: '', target: url }));
  const where = { kind: 'reference', parameter, any } as const;
  const query = { type: from, where, order: [], limit: max, total: 'none' } as const;
  const { rows } = yield* perform({ kind: 'fhir.search', query });
  return rows.filter((row) =>
    namesIn(row, canonical).some((name) => own.some((one) => means(name, one))),
  );
}
