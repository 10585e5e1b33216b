/** The parts of swagger-ui-dist that the page uses; the package brings no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type ApiDocument = import('./examples.js').ApiDocument;
  interface OutgoingRequest {
    url: string;
    headers: Record<string, string>;
  }
  interface Element {
    readonly type: unknown;
  }
  interface System {
    readonly specActions: {
      updateResolvedSubtree(path: readonly string[], resolved: unknown): void;
    };
    readonly React: {
      createElement(type: unknown, properties: object | null, ...children: unknown[]): Element;
    };
  }
  type Component = (properties: Readonly<Record<string, unknown>>) => Element | null;
  interface Plugin {
    readonly statePlugins?: {
      readonly spec: {
        readonly wrapActions: {
          readonly updateJsonSpec: (
            original: (source: ApiDocument) => unknown,
          ) => (source: ApiDocument) => unknown;
          readonly requestResolvedSubtree: (
            original: unknown,
            system: System,
          ) => (path: readonly string[]) => void;
        };
      };
    };
    readonly wrapComponents: Readonly<
      Record<string, (original: unknown, system: System) => Component>
    >;
  }
  interface Options {
    readonly url: string;
    readonly dom_id: string;
    readonly [option: string]: unknown;
    readonly plugins: readonly Plugin[];
    readonly requestInterceptor: (request: OutgoingRequest) => OutgoingRequest;
  }
  export default function SwaggerUI(options: Options): unknown;
}
declare module 'swagger-ui-dist/swagger-ui.css';
