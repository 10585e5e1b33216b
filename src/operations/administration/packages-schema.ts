import { z } from 'zod';

const installedPackage = z.strictObject({
  id: z.string(),
  status: z.enum(['verified', 'quarantined']).describe('whether every file has its hash'),
  version: z.string().nullable(),
  title: z.string().nullable(),
  reason: z.string().nullable().describe('of a quarantined package'),
  signed: z.string().nullable().describe('who vouches for it'),
  from: z
    .enum(['store', 'folder'])
    .describe('`store`: installed here; `folder`: it came with the program'),
  before: z.array(z.string()).describe('versions that a rollback leads to, the next one first'),
});

export const packageList = z.strictObject({ packages: z.array(installedPackage) });
export type PackageList = z.output<typeof packageList>;

export const installRequest = z.strictObject({
  allow_older: z
    .enum(['true', 'false'])
    .default('false')
    .describe('also when a later version is active'),
});

export const installAnswer = z.strictObject({
  id: z.string(),
  version: z.string(),
  sha256: z.string().describe('of its manifest'),
  signed: z.string(),
  backend: z.string().describe('on which it passed its golden cases here'),
  replaced: z.string().nullable().describe('the version that was active before'),
});
export type InstallAnswer = z.output<typeof installAnswer>;

export const rollbackAnswer = z.strictObject({
  id: z.string(),
  version: z.string().describe('active again'),
});
export type RollbackAnswer = z.output<typeof rollbackAnswer>;
