/** How a long task tells that it lives, and learns that nobody waits for it any more. */
export interface TaskWatch {
  readonly signal: AbortSignal;
  /** How much is done, 0..1; each call gives the task its full time again. */
  onProgress(fraction: number): void;
}
