import { setImmediate } from 'node:timers/promises';
import type { Query } from '../../../calls/exchange.js';
import type { Answer } from '../../../calls/operation.js';
import { isUid } from '../../../core/dicom-uid.js';
import type { KeyMode } from '../../../core/key-mode.js';
import type { DicomObjectRepository } from '../../../store/dicom-object.js';
import { isWithin, SEARCH_ATTRIBUTES } from './search-attributes.js';
import { entriesOf, instanceEntry, type Level, type SearchEntry } from './search-entry.js';
import { MORE, readSearchQuery, type SearchQuery } from './search-query.js';

/** A search below a path: `/studies`, `/studies/{study}/series`. */
export interface Search {
  readonly mode: KeyMode;
  readonly level: Level;
  /** The path names a study, or one of its series. */
  readonly studyUid?: string;
  readonly seriesUid?: string;
  readonly query: Query;
  /** `https://host:port/v1/dicom-web`. */
  readonly base: string;
}

type Repository = Pick<DicomObjectRepository, 'heldSeries' | 'objects' | 'find'>;

const fitsAt = (entry: SearchEntry, { matches }: SearchQuery, levels: readonly Level[]) =>
  matches.every(({ level, fits }) => !levels.includes(level) || fits(entry));

/** The only study that is searched, if the path or the query names one. */
function onlyStudy({ studyUid }: Search, { uids }: SearchQuery): string | undefined {
  const [named, ...others] = studyUid === undefined ? (uids.StudyInstanceUID ?? []) : [studyUid];
  return named !== undefined && isUid(named) && others.length === 0 ? named : undefined;
}

/** The series in which instances are searched: only those of named instances, if any are named. */
function seriesWith(
  series: readonly SearchEntry[],
  { uids }: SearchQuery,
  mode: KeyMode,
  repository: Repository,
): readonly SearchEntry[] {
  const named = uids.SOPInstanceUID;
  if (named === undefined || named.some((uid) => uid === '' || uid === '*')) return series;
  const there = new Set(named.map((uid) => repository.find(mode, uid)?.seriesUid));
  return series.filter((one) => there.has(one.series?.uid));
}

/** Instances are read series by series, no more of them than are answered. */
async function findInstances(
  series: readonly SearchEntry[],
  query: SearchQuery,
  mode: KeyMode,
  repository: Repository,
): Promise<SearchEntry[]> {
  const found: SearchEntry[] = [];
  for (const one of seriesWith(series, query, mode, repository)) {
    for (const object of repository.objects(mode, one.study.uid, one.series?.uid)) {
      const entry = instanceEntry(one, object);
      if (fitsAt(entry, query, ['instance'])) found.push(entry);
    }
    if (found.length > query.offset + query.limit) break;
    // Other requests have their turn between two series.
    await setImmediate();
  }
  return found;
}

async function findEntries(
  asked: Search,
  query: SearchQuery,
  repository: Repository,
): Promise<readonly SearchEntry[]> {
  const { mode, level, seriesUid } = asked;
  const { studies, series } = entriesOf(repository.heldSeries(mode, onlyStudy(asked, query)));
  if (level === 'study') return studies.filter((one) => fitsAt(one, query, ['study']));
  const fitting = series.filter(
    (one) =>
      (seriesUid === undefined || one.series?.uid === seriesUid) &&
      fitsAt(one, query, ['study', 'series']),
  );
  return level === 'series' ? fitting : findInstances(fitting, query, mode, repository);
}

const NAME_GROUPS = ['Alphabetic', 'Ideographic', 'Phonetic'] as const;

/** Component groups of a name, in the DICOM JSON Model. */
function jsonName(text: string) {
  const groups = text.split('=');
  const named = NAME_GROUPS.map((name, at) => [name, groups[at] ?? ''] as const);
  return Object.fromEntries(named.filter(([, group]) => group !== ''));
}

const jsonValue = (vr: string, value: string | number) =>
  vr === 'PN' ? jsonName(String(value)) : value;

const RETRIEVE_URL = '00081190';

function retrieveUrl(base: string, { study, series, instance }: SearchEntry): string {
  const parts = [
    `studies/${study.uid}`,
    ...(series === undefined ? [] : [`series/${series.uid}`]),
    ...(instance === undefined ? [] : [`instances/${instance.uid}`]),
  ];
  return [base, ...parts].join('/');
}

/** An entry in the DICOM JSON Model (PS3.18 annex F), with all attributes that are kept of it. */
function resultOf(entry: SearchEntry, base: string): Readonly<Record<string, unknown>> {
  const attributes = SEARCH_ATTRIBUTES.filter((one) => isWithin(one, entry.level));
  const described = attributes.flatMap(({ tag, vr, required, values }) => {
    const there = values(entry).filter((value) => value !== undefined);
    if (there.length === 0) return required ? [[tag, { vr }] as const] : [];
    return [[tag, { vr, Value: there.map((value) => jsonValue(vr, value)) }] as const];
  });
  const url = [RETRIEVE_URL, { vr: 'UR', Value: [retrieveUrl(base, entry)] }] as const;
  return Object.fromEntries([...described, url].sort(([one], [other]) => (one < other ? -1 : 1)));
}

const warning = (texts: readonly string[]) =>
  texts.map((text) => `299 wardbox "${text}"`).join(', ');

/**
 * Searches what is held (QIDO-RS, PS3.18 section 10.6).
 *
 * @param mediaType of the answer
 * @throws AppError `validation_error`, naming the parameter
 */
export async function search(
  asked: Search,
  mediaType: string,
  repository: Repository,
): Promise<Answer> {
  const { level, query: sent, base } = asked;
  const query = readSearchQuery(sent, level);
  const found = await findEntries(asked, query, repository);
  const { offset, limit } = query;
  const page = found.slice(offset, offset + limit);
  const isCut = !sent.some(([name]) => name === 'limit') && found.length > offset + limit;
  const warnings = isCut ? [...query.warnings, MORE] : query.warnings;
  const headers = warnings.length === 0 ? {} : { Warning: warning(warnings) };
  const study = onlyStudy(asked, query);
  const audit = study === undefined ? {} : { audit: { target: `ImagingStudy/${study}` } };
  if (page.length === 0) return { status: 204, headers, ...audit };
  return {
    ...audit,
    text: JSON.stringify(page.map((entry) => resultOf(entry, base))),
    headers: { ...headers, 'Content-Type': mediaType },
  };
}
