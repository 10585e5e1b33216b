import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type Catalogue,
  type CatalogueEntry,
  describeFilm,
  FILM_SIZE,
  GROWN_HEART,
  type GrownHeartEntry,
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

async function saveGrownHeart(): Promise<GrownHeartEntry[]> {
  const { seed, films } = GROWN_HEART;
  const entries: GrownHeartEntry[] = [];
  for (const { file, heartGrowth } of films) {
    const film = createFilm({ kind: 'normal', seed, size: FILM_SIZE, heartGrowth });
    await save(file, await encodeJpeg(film));
    const cardiothoracic_ratio = Math.round(film.heart.ratio * 1e3) / 1e3;
    entries.push({
      file,
      synthetic: true,
      seed,
      heart_growth: heartGrowth,
      cardiothoracic_ratio,
    });
  }
  return entries;
}

/** Draws the sample films again; the same code and seeds give the same pixels. */
async function main(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const films: CatalogueEntry[] = [];
  for (const kind of FILM_KINDS) {
    const film = createFilm({ kind, seed: SEEDS[kind], size: FILM_SIZE });
    await save(`${kind}.png`, await encodePng(film));
    // a second encoding of the same picture, for tests of JPEG files
    if (kind === 'pneumonia') await save('pneumonia.jpg', await encodeJpeg(film));
    films.push(describeFilm(kind, film));
  }
  const grown_heart = await saveGrownHeart();
  const catalogue: Catalogue = { synthetic: true, note: SYNTHETIC_NOTE, films, grown_heart };
  await save('films.json', `${JSON.stringify(catalogue, null, 2)}\n`);
}

await main();
