/** Takes note of what is wrong with a field of a manifest. */
export type Fault = (path: (string | number)[], message: string) => void;
