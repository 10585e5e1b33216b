/** Notices that something which has work to do is silent for too long. */
export interface SilenceWatch {
  /** To be called when it was given something, or (`heard`) has given a sign of life. */
  note(heard: boolean): void;
  stop(): void;
}

/**
 * @param busy whether it has something to do that waits for nobody else
 */
export function createSilenceWatch(
  timeoutMs: number,
  busy: () => boolean,
  onSilence: () => void,
): SilenceWatch {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    note(heard) {
      if (!busy()) stop();
      else if (timer === undefined) timer = setTimeout(onSilence, timeoutMs).unref();
      else if (heard) timer.refresh();
    },
    stop,
  };
}
