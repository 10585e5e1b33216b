/** Collects the faults of a recording that could be decoded nevertheless. */
export interface AudioWarnings {
  /** The file ends before the recording does. */
  truncated(): void;
  /** Damaged stretches that were left out. */
  lost(frames: number): void;
  /** Silence inserted where sound is missing by the container's clock. */
  filled(seconds: number): void;
  /** Any other warning; each is kept once. */
  remark(sentence: string): void;
  notes(): string[];
}

export function createAudioWarnings(): AudioWarnings {
  let cut = false;
  let lostFrames = 0;
  let filledSeconds = 0;
  const remarks = new Set<string>();
  return {
    truncated: () => {
      cut = true;
    },
    lost: (frames) => {
      lostFrames += frames;
    },
    filled: (seconds) => {
      filledSeconds += seconds;
    },
    remark: (sentence) => {
      remarks.add(sentence);
    },
    notes() {
      const notes: string[] = [];
      if (cut) notes.push('the file is truncated; the part before the end was used');
      if (lostFrames > 0) {
        const places =
          lostFrames === 1 ? '1 damaged place was' : `${lostFrames} damaged places were`;
        notes.push(`${places} left out of the recording`);
      }
      if (filledSeconds > 0) {
        notes.push(`${filledSeconds.toFixed(1)} s of missing sound were counted as silence`);
      }
      return [...notes, ...remarks];
    },
  };
}

/** Longest silence in seconds that is inserted for a jump of a container's clock. */
export const LONGEST_GAP = 60;
