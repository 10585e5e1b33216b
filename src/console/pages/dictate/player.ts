import { type Signal, signal } from '@preact/signals';

/** Plays a recording, or a stretch of it. */
export interface Player {
  readonly audio: HTMLAudioElement;
  readonly seconds: Signal<number>;
  readonly isPlaying: Signal<boolean>;
  /** Plays from a time, to `end` where one is given. */
  play(start: number, end?: number): void;
  toggle(): void;
  seek(seconds: number): void;
  stop(): void;
}

/** So that the first sound of a word is not cut off. */
const LEAD_S = 0.08;

export function createPlayer(): Player {
  const audio = new Audio();
  const seconds = signal(0);
  const isPlaying = signal(false);
  let endsAt: number | undefined;
  const follow = (): void => {
    seconds.value = audio.currentTime;
    if (audio.paused) return;
    if (endsAt !== undefined && audio.currentTime >= endsAt) audio.pause();
    else requestAnimationFrame(follow);
  };
  audio.addEventListener('play', () => {
    isPlaying.value = true;
    follow();
  });
  audio.addEventListener('pause', () => {
    isPlaying.value = false;
    endsAt = undefined;
  });
  audio.addEventListener('seeked', () => {
    seconds.value = audio.currentTime;
  });
  // A recording that this browser cannot play is said where it is shown; nothing more is to be done.
  const begin = (): void => void audio.play().catch(() => undefined);
  return {
    ...{ audio, seconds, isPlaying },
    play(start, end) {
      audio.currentTime = Math.max(0, start - LEAD_S);
      endsAt = end;
      begin();
    },
    toggle() {
      endsAt = undefined;
      if (audio.paused) begin();
      else audio.pause();
    },
    seek(to) {
      endsAt = undefined;
      audio.currentTime = Math.max(0, to);
    },
    stop: () => audio.pause(),
  };
}
