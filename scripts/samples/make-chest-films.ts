import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type Catalogue,
  type CatalogueEntry,
  describeFilm,
  FILM_SIZE,
  SEEDS,
} from './chest-film/catalogue.js';
import { encodeJpeg, encodePng, SYNTHETIC_NOTE } from './chest-film/encode.js';
import { createFilm } from './chest-film/film.js';
import { FILM_KINDS } from './chest-film/findings.js';

const FOLDER = new URL('./films/', import.meta.url);

async function save(name: string, data: Buffer | string): Promise<void> {
  await writeFile(new URL(name, FOLDER), data);
  const size = Math.round(Buffer.byteLength(data) / 1000);
  console.log(`${fileURLToPath(new URL(name, FOLDER))}  ${size} kB`);
}

/** Draws the sample films again; the same code and seeds give the same pixels. */
async function main(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const films: CatalogueEntry[] = [];
  for (const kind of FILM_KINDS) {
    const film = createFilm({ kind, seed: SEEDS[kind], size: FILM_SIZE });
    await save(`${kind}.png`, await encodePng(film));
    // a second coding of the same picture, for whatever has to read JPEG files
    if (kind === 'pneumonia') await save('pneumonia.jpg', await encodeJpeg(film));
    films.push(describeFilm(kind, film));
  }
  const catalogue: Catalogue = { synthetic: true, note: SYNTHETIC_NOTE, films };
  await save('films.json', `${JSON.stringify(catalogue, null, 2)}\n`);
}

await main();
