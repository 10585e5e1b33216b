/** What people may be; `http/auth/roles.ts` decides what each may do. */
export const ROLES = [
  'clinician',
  'pharmacist',
  'radiologist',
  'integrator',
  'administrator',
  'auditor',
] as const;

export type Role = (typeof ROLES)[number];
