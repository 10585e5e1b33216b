/** One of the events of a stream; its data are JSON. */
export interface StreamEvent {
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
}

/** The source of a stream's events. */
export interface Feed {
  /** Those since the last call, oldest first. */
  take(): readonly StreamEvent[];
  /** No further event will follow. */
  ended(): boolean;
  /** Calls back whenever there may be something to take, or the end has come. */
  watch(wake: () => void): void;
  /** The client has disconnected, or has received all events. */
  close(): void;
}
