import type { DataSet } from '../../core/dicom-data-set.js';
import { sha256Hex } from '../../core/digest.js';
import { readSealedFile } from '../../core/sealed-file.js';
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
import { dateAndTime, type ResultContext } from '../result-objects/result-context.js';
import { structuredReport } from '../result-objects/structured-report.js';
import type {
  MakeResultObjectsInput,
  MakeResultObjectsOutput,
  ReadObject,
  ResultKind,
  ResultObject,
} from './make-result-objects-contract.js';

/** An image with the object that it is. */
interface SourceImage {
  readonly object: ReadObject;
  readonly study: StudyAttributes;
}

const INSTANCE_UID = 'x00080018';

/** @throws UnusableIdentity where it is another object than the evidence says, or of another patient */
function sourceImage(file: Buffer, object: ReadObject): SourceImage {
  const { elements, bytes, syntax } = readFileElements(file);
  const attributes = new Attributes(elements, bytes, syntax.bigEndian);
  const study = readStudyAttributes(attributes);
  const isObject = attributes.text(INSTANCE_UID) === object.instanceUid;
  if (!isObject || study.studyUid !== object.studyUid) {
    throw new UnusableIdentity('a file is not the image that was read');
  }
  return { object, study };
}

async function openImages({ images, evidence, limits }: MakeResultObjectsInput) {
  const opened: SourceImage[] = [];
  for (const { instanceUid, file } of images) {
    const object = evidence.find((one) => one.instanceUid === instanceUid);
    if (object === undefined) throw new UnusableIdentity('an image is no evidence of the result');
    if (file.bytes > limits.fileBytes) throw new UnusableIdentity('an image is too large');
    opened.push(sourceImage(await readSealedFile(file), object));
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

function makeObject(kind: ResultKind, dataSet: DataSet, { study }: SourceImage): ResultObject {
  const encoded = encodeObject(dataSet, study.copied);
  return {
    kind,
    header: readObjectHeader(encoded.dataSet, EXPLICIT_LITTLE_ENDIAN),
    file: encoded.file,
    sha256: sha256Hex(encoded.dataSet),
  };
}

type Outcome = ResultObject | { readonly kind: ResultKind; readonly reason: string };

async function makeKind(
  kind: ResultKind,
  context: ResultContext,
  first: SourceImage,
): Promise<Outcome> {
  if (kind === 'structured_report') return makeObject(kind, structuredReport(context), first);
  return { kind, reason: 'it is not made yet' };
}

/** @throws UnusableIdentity, PictureFault */
async function make(input: MakeResultObjectsInput): Promise<MakeResultObjectsOutput> {
  const { first } = await openImages(input);
  const { result, evidence, uidRoot, version, imageType, at } = input;
  const context: ResultContext = {
    ...{ result, evidence, uidRoot, version, imageType },
    image: first.object,
    ...dateAndTime(at, first.study.utcOffset),
  };
  const outcomes: Outcome[] = [];
  for (const kind of input.kinds) outcomes.push(await makeKind(kind, context, first));
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
      if (!(cause instanceof UnusableIdentity || cause instanceof PictureFault)) throw cause;
      const reason = cause instanceof PictureFault ? `the image ${cause.message}` : cause.message;
      return { objects: [], notMade: input.kinds.map((kind) => ({ kind, reason })) };
    }
  },
});
