import type {
  Exchange,
  ExchangeMethod,
  ExchangePart,
  FilesTerms,
  MethodNotAllowed,
  RequestPlan,
} from '../../../calls/exchange.js';
import type { Answer } from '../../../calls/operation.js';
import { isUid } from '../../../core/dicom-uid.js';
import { AppError, invalidFields } from '../../../core/errors.js';
import type { Engine } from '../../../inference/engine.js';
import type { DicomObject, DicomObjectRepository } from '../../../store/dicom-object.js';
import type { ObjectStore } from '../object-store.js';
import { frames } from './frames.js';
import { acceptedTypes, chooseType, notAcceptable } from './media-types.js';
import { metadata } from './metadata.js';
import { rendered } from './rendered.js';
import { retrieve } from './retrieve.js';
import { DICOM_WEB_ROUTES, type DicomWebRoute, paramsOf, type RouteParams } from './routes.js';
import { search } from './search.js';
import { DICOM, storeInstances } from './store.js';

export interface DicomWebParts {
  readonly repository: DicomObjectRepository;
  /** Where objects that are sent are kept. */
  readonly objects: Pick<ObjectStore, 'adopt'>;
  readonly engine: Engine;
  /** Of the files of the objects. */
  readonly folder: string;
  /** Maximum size of a frame that is shown, 10⁶ pixels. */
  readonly megapixels: number;
  /** Of what is sent. */
  readonly limits: {
    /** Of a whole request. */
    readonly bytes: number;
    /** Of one object. */
    readonly fileBytes: number;
  };
}

/** A request whose path is known. */
interface Request {
  readonly route: DicomWebRoute;
  readonly params: RouteParams;
  readonly exchange: Exchange;
}

const JSON_TYPES = ['application/dicom+json', 'application/json'];

const accepted = ({ headers, query }: Exchange) =>
  acceptedTypes(headers.accept, query.find(([name]) => name === 'accept')?.[1]);

function jsonType(exchange: Exchange): string {
  const chosen = chooseType(accepted(exchange), JSON_TYPES);
  if (chosen === undefined) throw notAcceptable('application/dicom+json');
  return chosen;
}

/** @throws AppError `validation_error`, naming the part of the path */
function checkUids(params: RouteParams): void {
  const faults = Object.entries(params).filter(
    ([name, uid]) => !name.startsWith('frame') && !isUid(uid),
  );
  if (faults.length === 0) return;
  throw invalidFields(faults.map(([field]) => ({ field, issue: 'must be a UID' })));
}

const nothing = (): AppError => new AppError('not_found', 'There is no such object here.');

/** The objects at a path. @throws AppError `not_found` where there are none in this mode */
function objectsAt(
  { params, exchange: { mode } }: Request,
  repository: DicomObjectRepository,
): readonly DicomObject[] {
  const { study = '', series, instance } = params;
  if (instance === undefined) {
    const objects = repository.objects(mode, study, series);
    if (objects.length === 0) throw nothing();
    return objects;
  }
  const object = repository.find(mode, instance);
  if (object?.studyUid !== study || object.seriesUid !== series) throw nothing();
  return [object];
}

async function searchAt(request: Request, { repository }: DicomWebParts): Promise<Answer> {
  const { route, params, exchange } = request;
  const { study, series } = params;
  const type = jsonType(exchange);
  if (study !== undefined) {
    const held = repository.heldSeries(exchange.mode, study);
    const isThere = series === undefined || held.some((one) => one.seriesUid === series);
    if (held.length === 0 || !isThere) throw nothing();
  }
  const { mode, query, base } = exchange;
  const asked = {
    ...{ mode, query, base, level: route.level },
    ...(study !== undefined && { studyUid: study }),
    ...(series !== undefined && { seriesUid: series }),
  };
  return search(asked, type, repository);
}

async function answer(request: Request, parts: DicomWebParts): Promise<Answer> {
  const { route, params, exchange } = request;
  checkUids(params);
  const { repository, objects, engine, folder, megapixels } = parts;
  switch (route.kind) {
    case 'search':
      return searchAt(request, parts);
    case 'store': {
      const mediaType = jsonType(exchange);
      return storeInstances(exchange, { engine, objects, mediaType, studyUid: params.study });
    }
    case 'retrieve':
      return retrieve(objectsAt(request, repository), {
        accepted: accepted(exchange),
        isInstance: route.level === 'instance',
        folder,
      });
    case 'frames': {
      const [object] = objectsAt(request, repository);
      if (object === undefined) throw nothing();
      const list = params.frames ?? '';
      return frames(object, { accepted: accepted(exchange), engine, folder, list });
    }
    case 'metadata': {
      const mediaType = jsonType(exchange);
      return metadata(objectsAt(request, repository), { engine, folder, mediaType });
    }
    case 'rendered':
    case 'thumbnail': {
      const isThumbnail = route.kind === 'thumbnail';
      const wanted = { accepted: accepted(exchange), query: exchange.query, frame: params.frame };
      const options = { engine, folder, megapixels, isThumbnail, ...wanted };
      return rendered(objectsAt(request, repository), options);
    }
  }
}

/** Objects of one request: more than a study of thin slices has. */
const MAX_FILES = 10_000;

const termsOf = ({ limits }: DicomWebParts): FilesTerms => ({
  fileType: DICOM,
  limitBytes: limits.bytes,
  maxFileBytes: limits.fileBytes,
  maxFiles: MAX_FILES,
});

function planOf(route: DicomWebRoute, params: RouteParams, parts: DicomWebParts): RequestPlan {
  const { study = '' } = params;
  return {
    action: route.operationId,
    ...(isUid(study) && { target: `ImagingStudy/${study}` }),
    scopes: [route.scope],
    ...(route.kind === 'store' && { body: termsOf(parts) }),
    handle: (exchange) => answer({ route, params, exchange }, parts),
  };
}

/** DICOMweb (PS3.18) over the objects that are held. */
export function createDicomWeb(parts: DicomWebParts): ExchangePart {
  return {
    plan(method, path): RequestPlan | MethodNotAllowed {
      const there = DICOM_WEB_ROUTES.flatMap((route) => {
        const params = paramsOf(route.path, path);
        return params === undefined ? [] : [{ route, params }];
      });
      if (there.length === 0) throw new AppError('not_found', 'There is nothing at this path.');
      const found = there.find(({ route }) => route.method === method);
      if (found !== undefined) return planOf(found.route, found.params, parts);
      return { allow: there.map(({ route }): ExchangeMethod => route.method) };
    },
  };
}
