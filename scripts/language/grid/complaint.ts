export interface Complaint {
  readonly text: string;
  /** What the words name, in plain words; laterality and duration are left out. */
  readonly expect: readonly string[];
}

/** Reads `CP radiating L arm => chest pain; left arm pain`. */
export function complaint(line: string): Complaint {
  const [text, names] = line.split(' => ');
  if (!text || !names) throw new Error(`Not a complaint and its names: ${line}`);
  return { text, expect: names.split('; ') };
}
