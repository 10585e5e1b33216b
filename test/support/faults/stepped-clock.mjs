// Preloaded into a daemon (`--import`): its clock goes as the machine's does, and so many milliseconds
// before or after it as a file says.
import { readFileSync } from 'node:fs';

const machine = Date.now;
const file = process.env.STEPPED_CLOCK ?? '';

Date.now = () => {
  try {
    return machine() + Number(readFileSync(file, 'utf8'));
  } catch {
    return machine();
  }
};
