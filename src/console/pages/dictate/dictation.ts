import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { newActionName, request } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import type { EntitiesCreateAnswer, TranscribeCreateAnswer } from '../../api/types.js';
import { type Session, sessionState } from '../../state/session.js';
import type { World } from '../../state/world.js';
import {
  type Check,
  type CheckState,
  checksOf,
  type Decision,
  isRewritten,
  rangeOfWords,
  stateOf,
} from './checks.js';
import { filedResources, transactionOf } from './filing.js';
import { type Heading, headingsOf, type Mark, marksOf } from './layout.js';
import type { PatientChoice } from './patients.js';
import { createRecorder, type Recorder } from './recorder.js';
import {
  cancel,
  newTranscription,
  type Progress,
  type Recording,
  type TranscribeSettings,
  type Transcription,
  transcribe,
} from './transcribe.js';
import {
  type Change,
  changesOf,
  passageOf,
  type Range,
  replaceRange,
  textOf,
  type Word,
  wordsOf,
} from './transcript.js';

/** A recording that is being turned into text. */
export type Work =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly progress: Progress }
  | { readonly kind: 'failed'; readonly error: unknown };

export type Filing =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | {
      readonly kind: 'filed';
      readonly resources: readonly string[];
      readonly patient: PatientChoice;
      readonly isFinal: boolean;
    };

/** What a person has in hand, from the microphone to the filed text. In memory alone. */
export interface Dictation {
  readonly world: World;
  readonly recorder: Recorder;
  readonly settings: Signal<TranscribeSettings>;
  readonly recording: Signal<Recording | undefined>;
  readonly work: Signal<Work>;
  readonly answer: Signal<TranscribeCreateAnswer | undefined>;
  readonly words: Signal<readonly Word[]>;
  readonly marks: Signal<readonly Mark[]>;
  readonly headings: Signal<readonly Heading[]>;
  /** Marks and headings are still those of the text before the last change. */
  readonly isReading: Signal<boolean>;
  /** Why the changed text could not be read again. */
  readonly readingError: Signal<unknown>;
  readonly checks: Signal<readonly Check[]>;
  readonly checkStates: ReadonlySignal<ReadonlyMap<string, CheckState>>;
  readonly pending: ReadonlySignal<number>;
  readonly changes: ReadonlySignal<readonly Change[]>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly filing: Signal<Filing>;
  /** Something would be lost with the page. */
  readonly isUnsaved: ReadonlySignal<boolean>;
  setRecording(recording: Recording): void;
  /** Sends the recording, or goes on with it after a failure. */
  send(): void;
  cancelWork(): void;
  replace(range: Range, typed: string): void;
  undo(): void;
  decide(check: Check, decision: Exclude<Decision, 'corrected'>): void;
  readAgain(): void;
  file(patient: PatientChoice, isFinal: boolean, person: Session['user']): void;
  /** Throws everything away. */
  clear(): void;
}

const FIRST_SETTINGS: TranscribeSettings = {
  language: 'en-US',
  mode: 'dictation',
  specialty: '',
  vocabulary: [],
};

/** The text is read again when a person has stopped changing it for this long. */
const READ_AGAIN_MS = 900;

interface Step {
  readonly words: readonly Word[];
  readonly decisions: ReadonlyMap<string, Decision>;
}

const NOTHING: ReadonlyMap<string, Decision> = new Map();

function createDictation(world: World): Dictation {
  const recorder = createRecorder();
  const settings = signal(FIRST_SETTINGS);
  const recording = signal<Recording | undefined>(undefined);
  const work = signal<Work>({ kind: 'none' });
  const answer = signal<TranscribeCreateAnswer | undefined>(undefined);
  const draft = signal<readonly Word[]>([]);
  const words = signal<readonly Word[]>([]);
  const marks = signal<readonly Mark[]>([]);
  const headings = signal<readonly Heading[]>([]);
  const isReading = signal(false);
  const readingError = signal<unknown>(undefined);
  const checks = signal<readonly Check[]>([]);
  const decisions = signal(NOTHING);
  const history = signal<readonly Step[]>([]);
  const filing = signal<Filing>({ kind: 'none' });
  let transcription: Transcription | undefined;
  let running: AbortController | undefined;
  let reading: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let freeId = 0;
  /** Stays the same for as long as the same text is filed with the same patient. */
  let filingOrder:
    | { readonly content: string; readonly key: string; readonly transaction: unknown }
    | undefined;

  const checkStates = computed(() => {
    const present = new Set(words.value.map(({ id }) => id));
    return new Map(
      checks.value.map((check) => [
        check.key,
        stateOf(check, present, decisions.value.get(check.key)),
      ]),
    );
  });
  const pending = computed(
    () => [...checkStates.value.values()].filter((state) => state === 'pending').length,
  );
  const changes = computed(() => changesOf(draft.value, words.value));

  function show(given: TranscribeCreateAnswer): void {
    const heard = wordsOf(given);
    freeId = heard.length;
    batch(() => {
      answer.value = given;
      draft.value = heard;
      words.value = heard;
      marks.value = marksOf(given.medical_entities, heard);
      headings.value = headingsOf(given.sections ?? [], heard);
      checks.value = checksOf(given.unverified, heard);
      decisions.value = NOTHING;
      history.value = [];
      filing.value = { kind: 'none' };
      work.value = { kind: 'none' };
    });
  }

  function send(): void {
    const content = recording.value;
    if (content === undefined) return;
    running?.abort();
    const mine = new AbortController();
    running = mine;
    transcription ??= newTranscription(world, content, settings.value);
    work.value = { kind: 'running', progress: { kind: 'sending' } };
    const report = (progress: Progress) => {
      if (!mine.signal.aborted) work.value = { kind: 'running', progress };
    };
    transcribe(transcription, mine.signal, report).then(
      (given) => {
        if (mine.signal.aborted) return;
        transcription = undefined;
        show(given);
      },
      (error: unknown) => {
        if (!mine.signal.aborted) work.value = { kind: 'failed', error };
      },
    );
  }

  function cancelWork(): void {
    running?.abort();
    if (transcription !== undefined) void cancel(transcription).catch(() => undefined);
    transcription = undefined;
    work.value = { kind: 'none' };
  }

  async function readText(mine: AbortController): Promise<void> {
    const read = words.value;
    const source = settings.value.mode === 'conversation' ? 'dialogue' : 'dictation';
    try {
      const found = await request<EntitiesCreateAnswer>('POST', '/v1/entities', {
        world,
        body: { text: textOf(read), source },
        signal: mine.signal,
      });
      if (mine.signal.aborted) return;
      batch(() => {
        marks.value = marksOf(found.entities, read);
        headings.value = headingsOf(found.sections, read);
        isReading.value = false;
        readingError.value = undefined;
      });
    } catch (error) {
      if (mine.signal.aborted) return;
      isReading.value = false;
      readingError.value = error;
    }
  }

  /** Entities and headings of a changed text are those of a new reading. */
  function readAgain(): void {
    clearTimeout(timer);
    reading?.abort();
    const mine = new AbortController();
    reading = mine;
    isReading.value = true;
    timer = setTimeout(() => void readText(mine), READ_AGAIN_MS);
  }

  function become(next: Step): void {
    batch(() => {
      words.value = next.words;
      decisions.value = next.decisions;
      filing.value = { kind: 'none' };
    });
  }

  function change(next: Step): void {
    const now = { words: words.value, decisions: decisions.value };
    const isTextNew = next.words !== now.words;
    history.value = [...history.value, now];
    become(next);
    if (isTextNew) readAgain();
  }

  function replaced(range: Range, typed: string): readonly Word[] {
    const next = replaceRange(words.value, range, typed, freeId);
    freeId = next.reduce((highest, { id }) => Math.max(highest, id + 1), freeId);
    return next;
  }

  function clear(): void {
    running?.abort();
    reading?.abort();
    clearTimeout(timer);
    recorder.discard();
    if (transcription !== undefined) void cancel(transcription).catch(() => undefined);
    transcription = undefined;
    filingOrder = undefined;
    batch(() => {
      recording.value = undefined;
      work.value = { kind: 'none' };
      answer.value = undefined;
      draft.value = [];
      words.value = [];
      marks.value = [];
      headings.value = [];
      checks.value = [];
      decisions.value = NOTHING;
      history.value = [];
      isReading.value = false;
      readingError.value = undefined;
      filing.value = { kind: 'none' };
    });
  }

  async function sendText(
    patient: PatientChoice,
    isFinal: boolean,
    person: Session['user'],
    given: TranscribeCreateAnswer,
  ): Promise<void> {
    const text = textOf(words.value);
    const content = JSON.stringify([patient.id, isFinal, text, [...decisions.value]]);
    if (filingOrder?.content !== content) {
      const transaction = transactionOf({
        answer: given,
        text,
        changes: changes.value,
        decisions: checks.value.map((check) => ({
          text: check.text,
          decision: (checkStates.value.get(check.key) ?? 'pending').replace('_', ' '),
        })),
        isFinal,
        patientId: patient.id,
        person,
        at: new Date().toISOString(),
        newId: () => crypto.randomUUID(),
      });
      filingOrder = { content, key: newActionName(), transaction };
    }
    const stored = await request<Parameters<typeof filedResources>[0]>('POST', '/v1/fhir', {
      world,
      body: filingOrder.transaction,
      idempotencyKey: filingOrder.key,
      headers: { 'Content-Type': 'application/fhir+json' },
    });
    filing.value = { kind: 'filed', resources: filedResources(stored), patient, isFinal };
  }

  const isUnsaved = computed(
    () =>
      recorder.state.value === 'recording' ||
      recorder.state.value === 'paused' ||
      work.value.kind !== 'none' ||
      (recording.value !== undefined && filing.value.kind !== 'filed'),
  );

  effect(() => {
    // An upload that met the end of the session goes on when the person is back.
    if (sessionState.value.kind !== 'signed_in') return;
    const state = work.peek();
    const isSignedOut =
      state.kind === 'failed' && state.error instanceof ApiError && state.error.status === 401;
    if (isSignedOut) send();
  });

  return {
    ...{ world, recorder, settings, recording, work, answer, words, marks, headings, isReading },
    ...{ readingError, checks, checkStates, pending, changes, filing, isUnsaved },
    ...{ send, cancelWork, readAgain, clear },
    canUndo: computed(() => history.value.length > 0),
    setRecording(given) {
      clear();
      recording.value = given;
    },
    replace(range, typed) {
      const before = words.value;
      const next = replaced(range, typed);
      const decided = new Map(decisions.value);
      for (const check of checks.value) {
        if (isRewritten(check, range, before, next)) decided.set(check.key, 'corrected');
      }
      change({ words: next, decisions: decided });
    },
    undo() {
      const last = history.value.at(-1);
      if (last === undefined) return;
      const isTextNew = last.words !== words.value;
      history.value = history.value.slice(0, -1);
      become(last);
      if (isTextNew) readAgain();
    },
    decide(check, decision) {
      const range = rangeOfWords(words.value, check.wordIds);
      const next = new Map(decisions.value).set(check.key, decision);
      const isRemoved = decision === 'struck_out' && range !== undefined;
      change({
        words: isRemoved ? without(words.value, range, check.wordIds, replaced) : words.value,
        decisions: next,
      });
    },
    file(patient, isFinal, person) {
      const given = answer.value;
      if (given === undefined || pending.value > 0 || filing.value.kind === 'running') return;
      filing.value = { kind: 'running' };
      sendText(patient, isFinal, person, given).catch((error: unknown) => {
        filing.value = { kind: 'failed', error };
      });
    },
  };
}

/** Removes the words of an entry, and only these; the mark that ends their sentence stays. */
function without(
  words: readonly Word[],
  range: Range,
  wordIds: readonly number[],
  replaced: (range: Range, typed: string) => readonly Word[],
): readonly Word[] {
  const ids = new Set(wordIds);
  const kept = words.slice(range.from, range.to).filter(({ id }) => !ids.has(id));
  const previous = words[range.from - 1];
  const closing = words[range.to - 1]?.after ?? '';
  if (kept.length > 0 || previous === undefined || previous.after !== '' || closing === '') {
    return replaced(range, textOf(kept));
  }
  const wider = { from: range.from - 1, to: range.to };
  return replaced(wider, passageOf(words, { from: wider.from, to: range.from }) + closing);
}

/** Dictations by person and world: a page that is left by mistake finds its own again. */
const dictations = new Map<string, Dictation>();

/** The dictation that a person has in hand in a world. */
export function dictationOf(session: Session, world: World): Dictation {
  const key = `${session.user.user_id} ${world}`;
  const known = dictations.get(key) ?? createDictation(world);
  dictations.set(key, known);
  return known;
}

effect(() => {
  const state = sessionState.value;
  // Who signs out leaves nothing behind; whose session ended by itself finds everything again.
  const isGone = (key: string): boolean =>
    state.kind === 'signed_out'
      ? !state.ended
      : state.kind === 'signed_in' && !key.startsWith(`${state.session.user.user_id} `);
  for (const [key, dictation] of dictations) {
    if (state.kind !== 'signed_in') dictation.recorder.pause();
    if (!isGone(key)) continue;
    dictation.clear();
    dictations.delete(key);
  }
});
