import { type Clock, isoTime } from './clock.js';

/** One line of the log. */
export interface LogLine {
  /** ISO 8601. */
  readonly at: string;
  readonly level: string;
  readonly message: string;
  /** Codes, counts, times and ids. */
  readonly facts: Readonly<Record<string, unknown>>;
}

const KEPT_MS = 3_600_000;
const MAX_LINES = 5_000;
/** Of the text of all lines; a longer line is not kept. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** The levels as pino writes them. */
const LEVELS: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

interface KeptLine {
  readonly at: number;
  readonly text: string;
}

function parsed({ at, text }: KeptLine): LogLine {
  const { level, time, msg, ...facts } = JSON.parse(text) as Record<string, unknown>;
  return {
    at: typeof time === 'string' ? time : isoTime(at),
    level: LEVELS[Number(level)] ?? 'info',
    message: String(msg ?? ''),
    facts,
  };
}

/** The lines of the last hour in memory, as many as fit; the log itself is kept elsewhere. */
export class LogTail {
  readonly #clock: Clock;
  #lines: KeptLine[] = [];
  /** Lines before this position have been dropped. */
  #first = 0;
  #characters = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param text a line of JSON, as the logger writes it */
  add(text: string): void {
    if (text.length > MAX_CHARACTERS) return;
    this.#lines.push({ at: this.#clock(), text });
    this.#characters += text.length;
    this.#drop();
  }

  /** Newest first. */
  newest(count: number, isWanted: (line: LogLine) => boolean): LogLine[] {
    this.#drop();
    const found: LogLine[] = [];
    for (let at = this.#lines.length - 1; at >= this.#first && found.length < count; at -= 1) {
      const kept = this.#lines[at];
      const line = kept && parsed(kept);
      if (line !== undefined && isWanted(line)) found.push(line);
    }
    return found;
  }

  #drop(): void {
    const since = this.#clock() - KEPT_MS;
    for (;;) {
      const oldest = this.#lines[this.#first];
      if (oldest === undefined) break;
      const length = this.#lines.length - this.#first;
      const fits = length <= MAX_LINES && this.#characters <= MAX_CHARACTERS;
      if (fits && oldest.at >= since) break;
      this.#first += 1;
      this.#characters -= oldest.text.length;
    }
    // Moved together only now and then, because that copies all lines.
    if (this.#first < MAX_LINES) return;
    this.#lines = this.#lines.slice(this.#first);
    this.#first = 0;
  }
}
