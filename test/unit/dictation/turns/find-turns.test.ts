import { describe, expect, it } from 'vitest';
import { findTurns, type VoicedSegment } from '../../../../src/dictation/turns/find-turns.js';
import type { WrittenSegment } from '../../../../src/dictation/written/spoken.js';

/** Numbers that look drawn from a normal distribution, the same in every run. */
function normals(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state + 0.5) / 2_147_483_648;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

interface Voice {
  readonly pitch: number;
  /** Where in the spectrum the voice is loudest, mel band. */
  readonly peak: number;
}

const LOW: Voice = { pitch: 110, peak: 9 };
const HIGH: Voice = { pitch: 205, peak: 14 };

/** A print as `voicePrint` makes it, of a voice that varies from sentence to sentence. */
function print({ pitch, peak }: Voice, random: () => number): number[] {
  const at = peak + random() * 0.6;
  const bands = Array.from(
    { length: 40 },
    (_, n) => -4 - 0.1 * n + 3 * Math.exp(-(((n - at) / 6) ** 2)) + 0.25 * random(),
  );
  return [...bands, pitch * Math.exp(0.06 * random())];
}

interface Said {
  readonly voice: Voice;
  readonly text: string;
}

function record(said: readonly Said[], seed = 7): [VoicedSegment[], WrittenSegment[]] {
  const random = normals(seed);
  const heard = said.map(({ voice }, n) => ({
    start: n * 4,
    end: n * 4 + 3,
    voice: print(voice, random),
  }));
  return [heard, said.map(({ text }, n) => ({ start: n * 4, end: n * 4 + 3, text }))];
}

const QUESTIONS = ['Do you have any chest pain?', 'Any fevers?', 'How long has it been?', 'Okay.'];
const ANSWERS = ['No.', 'I had a fever last week.', 'About two weeks.', 'Yes.'];

const consultation = (first: Voice, second: Voice, turns = 12): Said[] =>
  Array.from({ length: turns }, (_, n) =>
    n % 2 === 0
      ? { voice: first, text: QUESTIONS[(n / 2) % 4]! }
      : { voice: second, text: ANSWERS[((n - 1) / 2) % 4]! },
  );

const speakersOf = (turns: ReturnType<typeof findTurns>) =>
  'segments' in turns ? turns.segments.map(({ speaker }) => speaker) : [];

describe('turns', () => {
  it('are the voices’; A is the one that asks', () => {
    const expected = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? 'A' : 'B'));
    expect(speakersOf(findTurns(...record(consultation(LOW, HIGH))))).toEqual(expected);
    expect(speakersOf(findTurns(...record(consultation(HIGH, LOW))))).toEqual(expected);
    const patientFirst = consultation(LOW, HIGH).slice(1);
    expect(speakersOf(findTurns(...record(patientFirst)))).toEqual(expected.slice(1));
  });

  it('are not claimed of one voice, however it varies', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const turns = findTurns(...record(consultation(LOW, LOW, 8 + seed), seed));
      expect(turns).toEqual({ reason: expect.stringContaining('could not be distinguished') });
    }
  });

  it('are not claimed from a few or short stretches, nor without prints', () => {
    const reason = { reason: expect.stringContaining('too few') };
    expect(findTurns(...record(consultation(LOW, HIGH, 7)))).toEqual(reason);
    const [heard, written] = record(consultation(LOW, HIGH));
    const short = heard.map((segment) => ({ ...segment, end: segment.start + 0.5 }));
    expect(findTurns(short, written)).toEqual(reason);
    const silent = heard.map(({ start, end }) => ({ start, end }));
    expect(findTurns(silent, written)).toEqual(reason);
    expect(findTurns([], [])).toEqual(reason);
  });

  it('give a segment without a voice no speaker, and keep the written segments', () => {
    const [heard, written] = record(consultation(LOW, HIGH));
    const some = heard.map((segment, n) =>
      n === 3 ? { start: segment.start, end: segment.end, voice: [] } : segment,
    );
    const turns = findTurns(some, written);
    const speakers = speakersOf(turns);
    expect(speakers[3]).toBeUndefined();
    expect(speakers.filter((speaker) => speaker !== undefined)).toHaveLength(11);
    const kept = 'segments' in turns ? turns.segments : [];
    expect(kept.map(({ text }) => text)).toEqual(written.map(({ text }) => text));
  });

  it('take prints that are not numbers as none', () => {
    const [heard, written] = record(consultation(LOW, HIGH));
    const broken = heard.map((segment) => ({
      ...segment,
      voice: segment.voice!.map(() => Number.NaN),
    }));
    expect(findTurns(broken, written)).toHaveProperty('reason');
  });

  it('of hours of talk are found in a moment’s work', () => {
    const speakers = speakersOf(findTurns(...record(consultation(LOW, HIGH, 3000))));
    const right = speakers.filter((one, n) => one === (n % 2 === 0 ? 'A' : 'B')).length;
    expect(right).toBeGreaterThan(2900);
  });
});
