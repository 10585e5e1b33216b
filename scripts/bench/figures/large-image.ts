import { configSchema } from '../../../src/appliance/config/schema.js';
import { type Answer, imagingBody, openClient } from '../client.js';
import { pidOf, startShipped } from '../daemon.js';
import { hasDcmcjpeg, NO_DCMCJPEG } from '../dicom-films.js';
import type { Bench, Figure, Row } from '../figure.js';
import { makeFilms } from '../films.js';
import { LARGE_SIDE, type LargePicture, largePictures } from '../large-pictures.js';
import { childrenOf, residentBytes } from '../processes.js';
import { megabytes, milliseconds } from '../statistics.js';

const POLL_MS = 10;

interface Reading {
  readonly bytes: number;
  readonly peakBytes: number;
  readonly answer: Answer;
  readonly next: Answer;
}

/** The highest memory of any worker during the work: that of an ended worker can no longer be read. */
async function watchPeak<T>(
  daemonPid: number,
  work: Promise<T>,
): Promise<{ peak: number; done: T }> {
  let peak = 0;
  const look = () => {
    const marks = childrenOf(daemonPid).map((pid) => residentBytes(pid, 'VmHWM') ?? 0);
    peak = Math.max(peak, ...marks);
  };
  const timer = setInterval(look, POLL_MS);
  try {
    const done = await work;
    look();
    return { peak, done };
  } finally {
    clearInterval(timer);
  }
}

/** A daemon of its own for each picture: a process never forgets its highest mark. */
async function readLarge(
  { folder, models }: Bench,
  picture: LargePicture,
  small: Buffer,
): Promise<Reading> {
  const film = await picture.make(folder('large-picture'));
  const daemon = await startShipped(folder('large'), models.modelsDir);
  const client = await openClient(daemon);
  try {
    const sent = client.send(imagingBody(film, models));
    const { peak: peakBytes, done: answer } = await watchPeak(pidOf(daemon), sent);
    const next = await client.send(imagingBody(small, models));
    return { bytes: film.length, peakBytes, answer, next };
  } finally {
    client.close();
    await daemon.stop();
  }
}

const outcome = ({ status, tookMs }: Answer) =>
  `${status === 200 ? 'answered' : `refused (${status})`} after ${milliseconds(tookMs)}`;

export const largeImage: Figure = {
  id: 'large-image',
  title: `Peak resident memory of the worker that reads a picture of ${LARGE_SIDE} × ${LARGE_SIDE}`,
  async measure(bench) {
    const limitBytes = configSchema.parse({}).inference.worker_memory_mb * 2 ** 20;
    const { jpeg } = await makeFilms();
    const rows: Row[] = [];
    const data: Record<string, unknown> = {};
    for (const picture of largePictures()) {
      const { bytes, peakBytes, answer, next } = await readLarge(bench, picture, jpeg);
      rows.push({
        what:
          `${picture.name}, ${megabytes(bytes)}: ${outcome(answer)}, ` +
          `the next film ${outcome(next)}`,
        value: megabytes(peakBytes),
        target: `≤ ${megabytes(limitBytes)}`,
        met: peakBytes <= limitBytes && answer.status === 200 && next.status === 200,
      });
      const [first, second] = [answer, next].map(({ status, tookMs }) => ({ status, tookMs }));
      data[picture.name] = { bytes, peakBytes, first, next: second };
    }
    if (!hasDcmcjpeg()) {
      rows.push({ what: 'DICOM, JPEG lossless', value: `skipped: ${NO_DCMCJPEG}` });
    }
    return { rows, data: { limitBytes, ...data } };
  },
};
