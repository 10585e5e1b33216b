import { useRef, useState } from 'preact/hooks';
import { newActionName } from '../../../api/client.js';
import type { ImagingCreateAnswer } from '../../../api/types.js';
import { usePage } from '../../../state/page.js';
import { mayUse } from '../../../state/session.js';
import { useAction } from '../../../state/use-load.js';
import type { Series, Slice } from '../files/series.js';
import { type Question, readImages, type SentImages } from './request.js';

/** What is read at once: the image that is looked at, or the whole series. */
export type Extent = 'slice' | 'series';

/** What is sent to be read, and the name under which its answer is found again. */
export interface Subject extends SentImages {
  readonly key: string;
}

const keyOf = ({ opened, frame }: Slice): string => `${opened.position}/${frame ?? 0}`;

export const sliceSubject = (slice: Slice): Subject => ({
  key: keyOf(slice),
  files: [slice.opened.file],
  frame: slice.frame,
});

export const seriesSubject = ({ id, slices }: Series): Subject => ({
  key: `series ${id}`,
  files: slices.map(({ opened }) => opened.file),
  frame: undefined,
});

/** As many images one request may hold. */
const MAX_IMAGES = 3_000;
/** Of other modalities images are read one by one. */
const READ_AS_SERIES: ReadonlySet<string> = new Set(['CT', 'MR']);

export type SeriesReadability = 'readable' | 'too_long' | 'not_a_series';

/** Whether all images of a series can be read together, as a modality. */
export function readabilityOf({ slices }: Pick<Series, 'slices'>, modality: string) {
  const isOfFiles = slices.every(({ opened, frame }) => {
    return opened.kind === 'dicom' && frame === undefined;
  });
  if (slices.length < 2 || !isOfFiles || !READ_AS_SERIES.has(modality)) {
    return 'not_a_series' satisfies SeriesReadability;
  }
  return slices.length > MAX_IMAGES ? 'too_long' : 'readable';
}

interface Reading {
  readonly key: string;
  readonly answer: ImagingCreateAnswer;
}

/** The readings of this page; another attempt at the same question has the same name. */
export function useReadings() {
  const { world, session } = usePage();
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  const [progress, setProgress] = useState<number>();
  const attempt = useRef<{ readonly question: string; readonly name: string }>();
  const action = useAction(async (signal, subject: Subject, question: Question) => {
    setProgress(undefined);
    const { key } = subject;
    const { prior } = question;
    const earlier = typeof prior === 'object' ? keyOf(prior) : prior;
    const asked = JSON.stringify([key, { ...question, prior: earlier }]);
    if (attempt.current?.question !== asked) {
      attempt.current = { question: asked, name: newActionName() };
    }
    const answer = await readImages(subject, question, {
      world,
      signal,
      idempotencyKey: attempt.current.name,
      mayUseJobs: mayUse(session, 'jobs'),
      onProgress: (part) => !signal.aborted && setProgress(part),
    });
    attempt.current = undefined;
    if (signal.aborted) return;
    setReadings((before) => [...before.filter((one) => one.key !== key), { key, answer }]);
  });
  const answerTo = (subject: Subject | undefined): ImagingCreateAnswer | undefined =>
    subject && readings.find(({ key }) => key === subject.key)?.answer;
  return { answerTo, progress, action };
}
