import type { Session } from './backends/backend.js';
import type { ModelManifest } from './schema.js';

/** A package whose graphs have passed the parity gate. */
export interface OpenedGraphs<M extends ModelManifest = ModelManifest> {
  readonly manifest: M;
  /** Further inputs of the opener, by the names of their files. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Graphs by name; the one that `weights` names is `''`. */
  readonly sessions: ReadonlyMap<string, Session>;
  /** Of the first graph. */
  readonly session: Session;
  readonly backend: string;
}

type ManifestOf<Kind extends ModelManifest['kind']> = Extract<ModelManifest, { kind: Kind }>;

/** How packages of some kinds are made ready for the tasks that use them. */
export interface ModelOpener<Opened, Kind extends ModelManifest['kind']> {
  readonly kinds: readonly Kind[];
  open(graphs: OpenedGraphs<ManifestOf<Kind>>): Opened | Promise<Opened>;
}

/** Registers how packages of some kinds are opened. */
export const defineModels = <Opened, const Kind extends ModelManifest['kind']>(
  opener: ModelOpener<Opened, Kind>,
): ModelOpener<Opened, Kind> => opener;

/** An opener of further kinds of models. */
export interface AnyModelOpener<Opened = unknown> {
  readonly kinds: ReadonlyArray<ModelManifest['kind']>;
  open(graphs: never): Opened | Promise<Opened>;
}

/** The open models of a model worker's tasks. */
export interface ModelWorker {
  /**
   * @throws AppError `model_unavailable` when it is not open, TypeError when it is of another kind
   */
  model<Opened>(opener: AnyModelOpener<Opened>, id: string): Opened;
  /** Opens a graph on the backend that reproduces its golden cases. */
  openReference(weights: Uint8Array): Promise<Session>;
}
