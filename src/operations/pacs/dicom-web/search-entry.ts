import type { DescribedObject } from '../../../core/received-object.js';
import type { DicomObject, HeldSeries } from '../../../store/dicom-object.js';

export type Level = 'study' | 'series' | 'instance';

/** What a search may find: a study, a series, or an instance with its series and study. */
export interface SearchEntry {
  readonly level: Level;
  readonly header: DescribedObject;
  readonly study: StudyFacts;
  /** Absent for a study. */
  readonly series?: SeriesFacts;
  /** Absent for a study and for a series. */
  readonly instance?: InstanceFacts;
}

export interface StudyFacts {
  readonly uid: string;
  readonly modalities: readonly string[];
  readonly series: number;
  readonly instances: number;
}

export interface SeriesFacts {
  readonly uid: string;
  readonly instances: number;
}

export interface InstanceFacts {
  readonly uid: string;
  readonly sopClassUid: string;
}

interface ReadSeries extends HeldSeries {
  readonly read: DescribedObject;
}

const headerOf = (text: string) => JSON.parse(text) as DescribedObject;

function studyFacts(uid: string, series: readonly ReadSeries[]): StudyFacts {
  const modalities = series.flatMap(({ read }) => read.series.modality ?? []);
  return {
    uid,
    modalities: [...new Set(modalities)].sort(),
    series: series.length,
    instances: series.reduce((sum, { objects }) => sum + objects, 0),
  };
}

/** The entries of series, and those of their studies, in the order of their UIDs. */
export function entriesOf(held: readonly HeldSeries[]): {
  readonly studies: readonly SearchEntry[];
  readonly series: readonly SearchEntry[];
} {
  const byStudy = new Map<string, ReadSeries[]>();
  for (const one of held) {
    const read = { ...one, read: headerOf(one.header) };
    const list = byStudy.get(one.studyUid);
    if (list === undefined) byStudy.set(one.studyUid, [read]);
    else list.push(read);
  }
  const studies: SearchEntry[] = [];
  const series: SearchEntry[] = [];
  for (const [uid, list] of byStudy) {
    const study = studyFacts(uid, list);
    const [first] = list;
    if (first !== undefined) studies.push({ level: 'study', header: first.read, study });
    for (const { seriesUid, objects, read } of list) {
      const facts = { uid: seriesUid, instances: objects };
      series.push({ level: 'series', header: read, study, series: facts });
    }
  }
  return { studies, series };
}

/** The entry of an object of a series. */
export function instanceEntry(series: SearchEntry, object: DicomObject): SearchEntry {
  return {
    ...series,
    level: 'instance',
    header: headerOf(object.header),
    instance: { uid: object.instanceUid, sopClassUid: object.sopClassUid },
  };
}
