import { execFile, spawnSync } from 'node:child_process';

/** The result of a program of dcmtk. */
export interface DcmtkResult {
  readonly code: number;
  /** What it printed, to both streams. */
  readonly text: string;
}

const isThere = spawnSync('storescu', ['--version']).status === 0;

/** Why programs of dcmtk cannot be run here; empty where they can. */
export const withoutDcmtk = isThere ? '' : ' (skipped: dcmtk is not installed)';

/** Runs a program of dcmtk (https://dicom.offis.de/dcmtk), a second implementation of DICOM. */
export function dcmtk(program: string, ...args: string[]): Promise<DcmtkResult> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { maxBuffer: 2 ** 26 }, (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, text: `${stdout}${stderr}` });
    });
  });
}
