import { concept, type FiledResource, type FileFacts, hl7, nameOf, narrative } from './coding.js';

/** The origin of an answer. */
export interface Origin {
  readonly action: string;
  readonly resultId: string;
  /** ISO 8601 */
  readonly at: string;
  /** Of the appliance. */
  readonly version: string;
  readonly models: readonly {
    readonly id: string;
    readonly version: string;
    readonly backend: string;
  }[];
  /** What was answered. */
  readonly source: AnsweredSource;
  /** Resources of the record that were read for it: `Observation/7`. */
  readonly read: readonly string[];
  /** Resources of the record of which this is a new version, with the version before. */
  readonly replaced?: ReadonlyMap<string, number>;
}

/** What an answer was made of: the body of a request, or the study of images that were sent. */
export interface AnsweredSource {
  readonly identifier: { readonly system: string; readonly value: string };
  readonly display: string;
}

/** The id of the appliance as a contained Device. */
export const APPLIANCE = 'wardbox';
const participant = (code: string, display: string) =>
  concept(display, hl7('provenance-participant-type', code, display));

/** A digest as a URI (RFC 6920, section 3): with it the audit record of the request is found. */
function digestUri(hex: string): string {
  return `ni:///sha-256;${Buffer.from(hex, 'hex').toString('base64url')}`;
}

/** The body of a request, by its SHA-256 in hex. */
export const requestSource = (requestSha256: string): AnsweredSource => ({
  identifier: { system: 'urn:ietf:rfc:3986', value: digestUri(requestSha256) },
  display: `Body of the request, SHA-256 ${requestSha256}`,
});

function deviceOf(id: string, name: string, type: 'manufacturer-name' | 'model-name') {
  return { resourceType: 'Device', id, deviceName: [{ name, type }] };
}

/** The appliance as a Device to be contained in a resource. */
export const applianceDevice = (version: string) => ({
  ...deviceOf(APPLIANCE, 'Wardbox', 'manufacturer-name'),
  version: [{ value: version }],
});

function devicesOf({ version, models }: Origin) {
  return [
    applianceDevice(version),
    ...models.map(({ id, version, backend }, n) => ({
      ...deviceOf(`model-${n + 1}`, id, 'model-name'),
      version: [{ value: version }],
      property: [{ type: concept('Runs on'), valueCode: [concept(backend)] }],
    })),
  ];
}

/** Their later versions are not of this answer: of an ImagingStudy, all readings of the study keep one. */
const isOfOneAnswer = ({ resourceType }: FiledResource): boolean => resourceType !== 'ImagingStudy';

/** The version that is filed: what a person makes of the resource later is the person's. */
const versionOf = (target: FiledResource, replaced: ReadonlyMap<string, number>): string => {
  const name = nameOf(target);
  return isOfOneAnswer(target) ? `${name}/_history/${(replaced.get(name) ?? 0) + 1}` : name;
};

/** The Provenance of the resources of one answer: agent, sources and time. */
export function provenanceOf(
  targets: readonly FiledResource[],
  origin: Origin,
  { newId }: Pick<FileFacts, 'newId'>,
): FiledResource {
  const { action, at, version, models, source, resultId, read, replaced = new Map() } = origin;
  const named = models.map((model) => `${model.id} ${model.version}`).join(', ');
  const appliance = { reference: `#${APPLIANCE}` };
  return {
    resourceType: 'Provenance',
    id: newId(),
    text: narrative([
      `Made by Wardbox ${version}${named === '' ? '' : ` with ${named}`}.`,
      `${action} ${resultId}`,
    ]),
    contained: devicesOf(origin),
    target: targets.map((target) => ({ reference: versionOf(target, replaced) })),
    occurredDateTime: at,
    recorded: at,
    activity: concept(action, hl7('v3-DataOperation', 'CREATE', 'create')),
    agent: [
      { type: participant('assembler', 'Assembler'), who: appliance },
      ...models.map((_, n) => ({
        type: participant('performer', 'Performer'),
        who: { reference: `#model-${n + 1}` },
        onBehalfOf: appliance,
      })),
    ],
    entity: [
      { role: 'source', what: source },
      ...read.map((reference) => ({ role: 'source', what: { reference } })),
    ],
  };
}
