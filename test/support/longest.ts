/** Files of `test/e2e` that take longest, in this order: they start first, so that none is waited for alone. */
export const LONGEST: readonly string[] = [
  'debian-box',
  'service-manager',
  'fuzz',
  'dictation',
  'model-store',
  'zero-egress',
  'dictations',
  'encryption',
  'network-faults',
  'faults-kill',
  'faults-disk',
  'real-films',
];
