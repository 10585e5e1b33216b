import type { DataSet } from '../../core/dicom-data-set.js';
import { sha256Hex } from '../../core/digest.js';
import { readSealedFile, type SealedFile } from '../../core/sealed-file.js';
import { defineTask } from '../../core/task.js';
import { Attributes } from '../../media/dicom/attributes.js';
import { readFileElements } from '../../media/dicom/data-set.js';
import { readObjectHeader } from '../../media/dicom/object-header.js';
import { EXPLICIT_LITTLE_ENDIAN, encodeObject } from '../../media/dicom/write/encode-object.js';
import {
  readStudyAttributes,
  type StudyAttributes,
  UnusableIdentity,
} from '../../media/dicom/write/study-attributes.js';
import { PictureFault } from '../../media/picture-fault.js';
import { isUnassessed } from '../result-objects/assessed.js';
import { dateAndTime, type ResultContext } from '../result-objects/result-context.js';
import { secondaryCapture } from '../result-objects/secondary-capture.js';
import { segmentation } from '../result-objects/segmentation.js';
import type { SourceFacts } from '../result-objects/source-facts.js';
import { structuredReport } from '../result-objects/structured-report.js';
import { drawPictures } from './draw-pictures.js';
import type {
  MakeResultObjectsInput,
  MakeResultObjectsOutput,
  ReadObject,
  ResultKind,
  ResultObject,
} from './make-result-objects-contract.js';
import { readSourceFacts } from './source-facts.js';

/** An image with the object that it is. */
interface SourceImage {
  readonly object: ReadObject;
  readonly file: SealedFile;
  readonly study: StudyAttributes;
  readonly facts: SourceFacts;
}

const INSTANCE_UID = 'x00080018';

/** @throws UnusableIdentity where it is another object than the evidence says */
async function openImage(
  object: ReadObject,
  file: SealedFile,
  frame: number,
): Promise<SourceImage> {
  const { elements, bytes, syntax } = readFileElements(await readSealedFile(file));
  const attributes = new Attributes(elements, bytes, syntax.bigEndian);
  const study = readStudyAttributes(attributes);
  const isObject = attributes.text(INSTANCE_UID) === object.instanceUid;
  if (!isObject || study.studyUid !== object.studyUid) {
    throw new UnusableIdentity('a file is not the image that was read');
  }
  return { object, file, study, facts: readSourceFacts(attributes, frame, syntax.lossy) };
}

/** @throws UnusableIdentity where they are not of one patient and study */
async function openImages({ images, evidence, limits, result }: MakeResultObjectsInput) {
  const opened: SourceImage[] = [];
  for (const { instanceUid, file } of images) {
    const object = evidence.find((one) => one.instanceUid === instanceUid);
    if (object === undefined) throw new UnusableIdentity('an image is no evidence of the result');
    if (file.bytes > limits.fileBytes) throw new UnusableIdentity('an image is too large');
    opened.push(await openImage(object, file, result.image.frame));
  }
  const [first] = opened;
  if (first === undefined) throw new UnusableIdentity('there is no image of the result');
  const { studyUid, patient } = first.study;
  const isOne =
    opened.every(({ study }) => study.patient === patient) &&
    evidence.every((object) => object.studyUid === studyUid);
  if (!isOne) throw new UnusableIdentity('the images are of more than one patient or study');
  return { first, opened };
}

type NoObject = { readonly reason: string };

/** A file that cannot be read gives no object; any other error is a fault of the program. */
function whyUnreadable(cause: unknown): NoObject {
  if (cause instanceof PictureFault) return { reason: `the image ${cause.message}` };
  if (cause instanceof UnusableIdentity) return { reason: cause.message };
  throw cause;
}

/** The data set of a kind of object, or why there is none. */
async function dataSetOf(
  kind: ResultKind,
  context: ResultContext,
  { opened, first }: Awaited<ReturnType<typeof openImages>>,
  megapixels: number,
): Promise<DataSet | NoObject> {
  if (kind === 'structured_report') return structuredReport(context);
  // A picture or a mask would suggest that something had been looked for.
  if (isUnassessed(context.result)) return { reason: 'the image was not assessed' };
  if (kind === 'segmentation') return segmentation(context, first.facts);
  const pictures = await drawPictures(context, opened, megapixels);
  if (pictures.frames.length === 0) return { reason: 'there is no key image to be drawn on' };
  return secondaryCapture(context, pictures, first.facts);
}

async function makeObject(
  kind: ResultKind,
  dataSet: DataSet,
  { study }: SourceImage,
): Promise<ResultObject> {
  const encoded = await encodeObject(dataSet, study.copied);
  return {
    kind,
    header: readObjectHeader(encoded.dataSet, EXPLICIT_LITTLE_ENDIAN),
    file: encoded.file,
    sha256: sha256Hex(encoded.dataSet),
  };
}

const isNoObject = (made: DataSet | NoObject): made is NoObject => typeof made.reason === 'string';

type Outcome = ResultObject | { readonly kind: ResultKind; readonly reason: string };

/** @throws UnusableIdentity, PictureFault */
async function make(input: MakeResultObjectsInput): Promise<MakeResultObjectsOutput> {
  const opened = await openImages(input);
  const { first } = opened;
  const { result, evidence, uidRoot, identity, version, imageType, at } = input;
  const context: ResultContext = {
    ...{ result, evidence, uidRoot, identity, version, imageType },
    image: first.object,
    ...dateAndTime(at, first.study.utcOffset),
  };
  const outcomes: Outcome[] = [];
  for (const kind of input.kinds) {
    const dataSet = await dataSetOf(kind, context, opened, input.limits.megapixels).catch(
      whyUnreadable,
    );
    outcomes.push(
      isNoObject(dataSet)
        ? { kind, reason: dataSet.reason }
        : await makeObject(kind, dataSet, first),
    );
  }
  return {
    objects: outcomes.filter((one) => 'file' in one),
    notMade: outcomes.filter((one) => 'reason' in one),
  };
}

/** Makes the DICOM objects of a result, to be added to the study of its images. */
export const makeResultObjectsTask = defineTask({
  name: 'make-result-objects',
  lane: 'usual',
  async run(input: MakeResultObjectsInput): Promise<MakeResultObjectsOutput> {
    try {
      return await make(input);
    } catch (cause) {
      const { reason } = whyUnreadable(cause);
      return { objects: [], notMade: input.kinds.map((kind) => ({ kind, reason })) };
    }
  },
});
