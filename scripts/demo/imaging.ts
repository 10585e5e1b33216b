import { table } from '../../src/cli/output.js';
import { modelList } from '../../src/operations/models-schema.js';
import type { Daemon } from '../../test/support/daemon.js';
import { INVENTED_IDENTIFIERS } from '../samples/invented-patient.js';
import { type Answered, askFor, saveDrawing } from './ask.js';
import { besideEachOther, drawAnswer } from './draw.js';
import { chestFilms, type DemoPicture, dicomFilm, grownHeart, headSlices } from './pictures.js';
import { heading, percent, print, printAnswer, printPoint, printText } from './print.js';

interface Session {
  readonly daemon: Daemon;
  readonly key: string;
}

const stem = ({ name }: DemoPicture) => name.replace(/\.\w+$/, '');

async function showDrawn(answered: Answered): Promise<void> {
  const { picture, result } = answered;
  const png = await drawAnswer(picture.shown, result, `${picture.name} (synthetic)`);
  const drawing = saveDrawing(`${stem(picture)}.annotated.png`, png);
  print(`\n${picture.name} → ${drawing}`);
  printText(`Painted into it: ${picture.painted}.`);
  printAnswer(result);
}

const ratioOf = ({ result }: Answered) =>
  result.measurements?.find(({ name }) => name === 'cardiothoracic_ratio')?.value;

function overview(answers: readonly Answered[], withRatio: boolean): string {
  const labels = [
    ...new Set(answers.flatMap(({ result }) => Object.keys(result.probabilities ?? {}))),
  ];
  const ratioHead = withRatio ? ['HEART/CHEST'] : [];
  return table(
    ['FILE', ...labels.map((label) => label.toUpperCase()), ...ratioHead, 'TIME'],
    answers.map((answer) => [
      stem(answer.picture),
      ...labels.map((label) => percent(answer.result.probabilities?.[label])),
      ...(withRatio ? [ratioOf(answer)?.toFixed(2)] : []),
      `${Math.round(answer.ms)} ms`,
    ]),
  );
}

async function showChestFilms({ daemon, key }: Session): Promise<void> {
  heading('Chest films (all synthetic), sent over HTTPS');
  const answers: Answered[] = [];
  for (const film of chestFilms()) answers.push(await askFor(daemon, key, film));
  print(overview(answers, true));
  for (const answer of answers) await showDrawn(answer);
}

async function showDicom({ daemon, key }: Session): Promise<void> {
  heading('A chest film as DICOM: 12 bits, MONOCHROME1, an invented patient in its header');
  const answer = await askFor(daemon, key, await dicomFilm());
  const { image } = answer.result;
  const spacing = image.pixel_spacing_mm?.columns.toFixed(3) ?? '?';
  print(`${image.width} × ${image.height}, ${image.photometric}, ${image.bits_per_sample} bits,`);
  print(`view ${image.view}, ${spacing} mm a pixel, ${image.window}`);
  await showDrawn(answer);
  const audit = await daemon.cli('audit', 'tail', '--json', '-n', '1000');
  const everything = [answer.text, JSON.stringify(daemon.logs), audit].join('\n');
  const leaked = INVENTED_IDENTIFIERS.filter((text) => everything.includes(text));
  if (leaked.length > 0) throw new Error('the header shows in an answer, the log or the audit');
  const count = INVENTED_IDENTIFIERS.length;
  printPoint(
    `none of the header's ${count} names, numbers and dates is in the answer, log or audit`,
  );
}

async function showGrownHeart({ daemon, key }: Session): Promise<void> {
  heading('One invented person twice: what has changed');
  const [before, after] = grownHeart();
  if (before === undefined || after === undefined) throw new Error('the pair is not whole');
  const earlier = await askFor(daemon, key, before);
  const { analysis_id } = earlier.result;
  const later = await askFor(daemon, key, after, { prior_analysis_id: analysis_id });
  const changes = later.result.comparison?.changes ?? [];
  print(
    table(
      ['WHAT', 'EARLIER', 'LATER', 'CHANGE', 'TREND'],
      changes.map(({ name, previous, current, change, trend }) => [
        name,
        ...[previous, current].map((value) => value.toFixed(2)),
        `${change > 0 ? '+' : ''}${change.toFixed(2)}`,
        trend,
      ]),
    ),
  );
  const rows = 5;
  const drawings = [earlier, later].map(({ picture, result }, i) =>
    drawAnswer(picture.shown, result, i === 0 ? 'earlier (synthetic)' : 'later (synthetic)', rows),
  );
  const [left, right] = await Promise.all(drawings);
  if (left === undefined || right === undefined) throw new Error('nothing was drawn');
  const drawing = saveDrawing('heart-compared.annotated.png', await besideEachOther(left, right));
  print(`\n${before.name}, ${after.name} → ${drawing}`);
  printText(`Painted: ${before.painted}; ${after.painted}.`);
  printAnswer(later.result);
}

async function showHeads({ daemon, key }: Session): Promise<void> {
  const listed = await daemon.request('/v1/models', { key });
  const { models } = modelList.parse(listed.json());
  const ready = models.filter(({ state }) => state === 'ready');
  const slices = await headSlices(ready.flatMap(({ image_types = [] }) => image_types));
  if (slices.length === 0) return;
  heading('Drawn slices of a head, as DICOM: they show the way of the data');
  printText(
    'A drawn head resembles no patient: whether it is read, and how, says nothing of a model.',
  );
  const answers: Answered[] = [];
  for (const slice of slices) answers.push(await askFor(daemon, key, slice));
  for (const type of new Set(slices.map(({ imageType }) => imageType))) {
    const ofType = answers.filter(({ picture }) => picture.imageType === type);
    print(`\n${overview(ofType, false)}`);
    for (const answer of ofType) await showDrawn(answer);
  }
}

/** Everything that is done with pictures, drawn into demo-output/. */
export async function showImaging(daemon: Daemon, key: string): Promise<void> {
  const session = { daemon, key };
  await showChestFilms(session);
  await showDicom(session);
  await showGrownHeart(session);
  await showHeads(session);
}
