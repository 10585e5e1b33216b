import { chmodSync } from 'node:fs';

// `npx wardbox` in a checkout runs the compiled entry itself.
chmodSync(new URL('../../dist/main.js', import.meta.url), 0o755);
