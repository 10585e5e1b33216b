import { entryBeside } from '../../inference/pool/transport.js';

/** The program of the processes that decode untrusted files and run models. */
export const MODEL_WORKER = entryBeside(import.meta.url, 'worker');
