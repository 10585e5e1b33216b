import { type Signal, signal } from '@preact/signals';

/** Records from a microphone, in memory alone. */

export type RecorderState = 'idle' | 'asking' | 'recording' | 'paused';

/** Why a microphone cannot be used. */
export type MicrophoneProblem = 'refused' | 'none' | 'busy' | 'unsupported' | 'lost';

export interface Microphone {
  readonly deviceId: string;
  /** '' until the browser may name it. */
  readonly label: string;
}

export interface Recorder {
  readonly state: Signal<RecorderState>;
  readonly problem: Signal<MicrophoneProblem | undefined>;
  /** Loudness, 0 to 1. */
  readonly level: Signal<number>;
  /** Recorded so far, pauses not counted. */
  readonly seconds: Signal<number>;
  readonly microphones: Signal<readonly Microphone[]>;
  /** Asks for the microphone and begins; '' is the one that the browser prefers. */
  start(deviceId: string): Promise<void>;
  pause(): void;
  resume(): void;
  /** Ends the recording and returns it; undefined if nothing was recorded. */
  stop(): Promise<Blob | undefined>;
  /** Throws away what was recorded. */
  discard(): void;
  listMicrophones(): Promise<void>;
}

/** What the appliance reads, best first. */
const FORMATS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus'] as const;
const BITS_PER_SECOND = 64_000;
/** A piece of the recording is handed over this often, so that a crash of the encoder loses little. */
const PIECE_MS = 1_000;
const LEVEL_MS = 80;
/** dBFS that are shown as silence and as full level. */
const [QUIET_DB, LOUD_DB] = [-60, -3];

const PROBLEMS: Readonly<Record<string, MicrophoneProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export function problemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return PROBLEMS[name] ?? 'unsupported';
}

/** The loudness of samples in -1..1 on a scale from 0 (quiet) to 1 (loud). */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const value of samples) sum += value * value;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12);
  return Math.min(1, Math.max(0, (decibels - QUIET_DB) / (LOUD_DB - QUIET_DB)));
}

interface Session {
  readonly media: MediaRecorder;
  readonly stream: MediaStream;
  readonly close: () => void;
}

function watchLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onLevel(levelOf(samples));
  }, LEVEL_MS);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}

const formatOf = (): string | undefined =>
  typeof MediaRecorder === 'undefined'
    ? undefined
    : FORMATS.find((format) => MediaRecorder.isTypeSupported(format));

export function createRecorder(): Recorder {
  const state = signal<RecorderState>('idle');
  const problem = signal<MicrophoneProblem | undefined>(undefined);
  const level = signal(0);
  const seconds = signal(0);
  const microphones = signal<readonly Microphone[]>([]);
  let pieces: Blob[] = [];
  let session: Session | undefined;
  let runningSince: number | undefined;
  let before = 0;

  const count = (): void => {
    const running = runningSince === undefined ? 0 : performance.now() - runningSince;
    seconds.value = (before + running) / 1000;
  };
  const halt = (): void => {
    if (runningSince !== undefined) before += performance.now() - runningSince;
    runningSince = undefined;
    count();
    level.value = 0;
  };
  const listMicrophones = async (): Promise<void> => {
    const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
    microphones.value = devices
      .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
      .map(({ deviceId, label }) => ({ deviceId, label }));
  };
  /** The microphone is off from here on. */
  const close = (): void => {
    session?.close();
    session = undefined;
    halt();
  };
  const pause = (): void => {
    if (state.value !== 'recording') return;
    if (session?.media.state === 'recording') session.media.pause();
    halt();
    state.value = 'paused';
  };

  function open(stream: MediaStream, format: string): void {
    const media = new MediaRecorder(stream, {
      mimeType: format,
      audioBitsPerSecond: BITS_PER_SECOND,
    });
    media.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) pieces.push(data);
    });
    const stopWatching = watchLevel(stream, (value) => {
      if (state.value !== 'recording') return;
      level.value = value;
      count();
    });
    for (const track of stream.getAudioTracks()) {
      track.addEventListener('ended', () => {
        if (session?.stream !== stream) return;
        // Unplugged: what was recorded until then is kept and can be sent.
        problem.value = 'lost';
        pause();
      });
    }
    session = {
      media,
      stream,
      close() {
        stopWatching();
        for (const track of stream.getTracks()) track.stop();
      },
    };
    media.start(PIECE_MS);
    runningSince = performance.now();
    state.value = 'recording';
  }

  async function start(deviceId: string): Promise<void> {
    problem.value = undefined;
    const format = formatOf();
    if (navigator.mediaDevices === undefined || format === undefined) {
      problem.value = 'unsupported';
      return;
    }
    state.value = 'asking';
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: {
          channelCount: 1,
          echoCancellation: false,
          ...(deviceId !== '' && { deviceId: { exact: deviceId } }),
        },
      });
      pieces = [];
      before = 0;
      seconds.value = 0;
      open(stream, format);
      await listMicrophones();
    } catch (error) {
      close();
      state.value = 'idle';
      problem.value = problemOf(error);
    }
  }

  async function stop(): Promise<Blob | undefined> {
    const media = session?.media;
    if (media !== undefined && media.state !== 'inactive') {
      const stopped = new Promise((resolve) => {
        media.addEventListener('stop', resolve, { once: true });
      });
      media.stop();
      await stopped;
    }
    close();
    state.value = 'idle';
    const content = new Blob(pieces, { type: media?.mimeType ?? FORMATS[0] });
    pieces = [];
    return content.size === 0 ? undefined : content;
  }

  return {
    ...{ state, problem, level, seconds, microphones, start, pause, stop, listMicrophones },
    resume() {
      if (state.value !== 'paused' || session?.media.state !== 'paused') return;
      session.media.resume();
      runningSince = performance.now();
      state.value = 'recording';
    },
    discard() {
      if (session !== undefined && session.media.state !== 'inactive') session.media.stop();
      close();
      pieces = [];
      before = 0;
      seconds.value = 0;
      state.value = 'idle';
    },
  };
}
