import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DecodeQuestion } from '../children/decode.js';
import { compressLossless, hasDcmcjpeg, makeDicomFilm, NO_DCMCJPEG } from '../dicom-films.js';
import type { Figure, FigureResult, Row } from '../figure.js';
import { type OtherDecoder, openDcmtk, openPydicom } from '../other-decoders.js';
import { type Child, startChild } from '../processes.js';
import { median, milliseconds } from '../statistics.js';

const SIDE = 2_048;
/** So small that nearly all of a call is the start of the process and the reading of its tables. */
const TINY_SIDE = 16;
const WARM_UP = 5;
const ROUNDS = 15;
const TARGET = 2;

/** The same bytes on disk, for decoders that take a path, with a tiny film of the same kind. */
interface Case {
  readonly name: string;
  readonly film: Buffer;
  readonly path: string;
  readonly tinyPath: string;
}

function save(folder: string, name: string, film: Buffer, tiny: Buffer): Case {
  const [path, tinyPath] = [join(folder, `${name}.dcm`), join(folder, `${name}-tiny.dcm`)];
  writeFileSync(path, film);
  writeFileSync(tinyPath, tiny);
  return { name, film, path, tinyPath };
}

async function cases(folder: string): Promise<Case[]> {
  const [film, tiny] = [await makeDicomFilm(SIDE), await makeDicomFilm(TINY_SIDE)];
  const plain = save(folder, 'uncompressed', film, tiny);
  if (!hasDcmcjpeg()) return [plain];
  const packed = await compressLossless(film, folder);
  const packedTiny = await compressLossless(tiny, folder);
  return [plain, save(folder, 'JPEG lossless', packed, packedTiny)];
}

type Side = 'display' | 'sample' | 'dcmtk' | 'empty' | 'pydicom';
type Timer = () => Promise<number>;

interface Others {
  readonly dcmtk: OtherDecoder | undefined;
  readonly pydicom: OtherDecoder | undefined;
}

/** The decoders that take part, and why the others do not. */
async function sidesOf(one: Case, child: Child, { dcmtk, pydicom }: Others) {
  const ask = (question: DecodeQuestion) => child.ask<number>(question);
  await ask({ film: one.film });
  const sides = new Map<Side, Timer>([
    ['display', () => ask({ decode: 'display' })],
    ['sample', () => ask({ decode: 'sample' })],
  ]);
  if (dcmtk) {
    sides.set('dcmtk', () => dcmtk.decode(one.path));
    sides.set('empty', () => dcmtk.decode(one.tinyPath));
  }
  try {
    await pydicom?.decode(one.path);
    if (pydicom) sides.set('pydicom', () => pydicom.decode(one.path));
    return { sides, noPydicom: 'pydicom is not installed' };
  } catch (error) {
    return { sides, noPydicom: error instanceof Error ? error.message : String(error) };
  }
}

async function timeInTurns(sides: ReadonlyMap<Side, Timer>): Promise<Map<Side, number>> {
  const times = new Map<Side, number[]>();
  for (let i = 0; i < WARM_UP + ROUNDS; i += 1) {
    for (const [side, timer] of sides) {
      const tookMs = await timer();
      if (i >= WARM_UP) times.set(side, [...(times.get(side) ?? []), tookMs]);
    }
  }
  return new Map([...times].map(([side, all]) => [side, median(all)]));
}

function against(what: string, ours: number, theirs: number | undefined, reason: string): Row {
  if (theirs === undefined) return { what, value: `skipped: ${reason}` };
  const ratio = ours / theirs;
  return {
    what: `${what} ${milliseconds(theirs)}`,
    value: `${ratio.toFixed(2)}×`,
    target: `≤ ${TARGET}×`,
    met: ratio <= TARGET,
  };
}

function report({ name }: Case, medians: ReadonlyMap<Side, number>, noPydicom: string) {
  const display = medians.get('display') ?? Number.NaN;
  const sample = medians.get('sample') ?? Number.NaN;
  const [called, empty] = [medians.get('dcmtk'), medians.get('empty')];
  const dcmtk = called === undefined || empty === undefined ? undefined : called - empty;
  const rows: Row[] = [
    {
      what: `${name}: at full size; squeezed to 512²`,
      value: `${milliseconds(display)}; ${milliseconds(sample)}`,
    },
    against(
      `${name}: full size ÷ dcmj2pnm without its start`,
      display,
      dcmtk,
      'DCMTK is not installed',
    ),
    against(`${name}: full size ÷ pydicom with NumPy`, display, medians.get('pydicom'), noPydicom),
  ];
  return { rows, data: { ...Object.fromEntries(medians), dcmtkWithoutStart: dcmtk } };
}

async function measureAll(folder: string, child: Child, others: Others): Promise<FigureResult> {
  const rows: Row[] = [];
  const data: Record<string, unknown> = {};
  for (const one of await cases(folder)) {
    const { sides, noPydicom } = await sidesOf(one, child, others);
    const result = report(one, await timeInTurns(sides), noPydicom);
    rows.push(...result.rows);
    data[one.name] = result.data;
  }
  if (!hasDcmcjpeg()) rows.push({ what: 'JPEG lossless', value: `skipped: ${NO_DCMCJPEG}` });
  return { rows, data: { rounds: ROUNDS, ...data } };
}

export const dicomDecode: Figure = {
  id: 'dicom-decode',
  title: `Decoding a ${SIDE}² DICOM film of 12 bits, beside other decoders (medians)`,
  async measure({ folder }) {
    const child = startChild('decode');
    const others = { dcmtk: openDcmtk(), pydicom: openPydicom() };
    try {
      return await measureAll(folder('dicom-decode'), child, others);
    } finally {
      others.pydicom?.end();
      await child.end();
    }
  },
};
