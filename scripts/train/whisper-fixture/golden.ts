import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { drawWhisperGolden } from '../../../src/dictation/worker/draw-whisper.js';
import { openGraph } from '../../../test/support/whisper-fixture.js';

// golden.ts PACKAGE: golden cases of both graphs, named in the manifest, which package.ts completes.

const [folder = ''] = argv.slice(2);
const path = join(folder, 'model.json');
const { files: _, ...draft } = JSON.parse(await readFile(path, 'utf8'));
const manifest = await drawWhisperGolden(folder, draft, openGraph);
await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
