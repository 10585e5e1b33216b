/**
 * How long a test waits for what never comes. It ends what hangs and is no measure of anything: no
 * machine is so busy that what does come takes as long.
 */
export const HANG_MS = 4 * 60_000;
