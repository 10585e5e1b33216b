import type { IConfiguration } from 'dependency-cruiser';

// Who may import whom below src/, and which files may import which library.

/** Each module and the modules that it may import; lower lines never import upper ones. */
export const MODULES: Readonly<Record<string, readonly string[]>> = {
  cli: [
    'appliance',
    'audit',
    'core',
    'fhir',
    'http',
    'inference',
    'model-packages',
    'operations',
    'store',
  ],
  appliance: [
    'audit',
    'calls',
    'core',
    'fhir',
    'http',
    'inference',
    'model-packages',
    'operations',
    'pacs',
    'store',
  ],
  operations: [
    ...[
      'audit',
      'calls',
      'core',
      'dictation',
      'differential',
      'fhir',
      'http',
      'imaging',
      'inference',
    ],
    ...['medications', 'model-packages', 'patient-record', 'scores', 'store'],
  ],
  http: ['audit', 'calls', 'core', 'store'],
  fhir: ['audit', 'calls', 'core', 'patient-record', 'store'],
  differential: ['core', 'medications', 'patient-record', 'scores'],
  scores: ['core', 'inference', 'patient-record'],
  pacs: ['core', 'media'],
  imaging: ['core', 'inference', 'media'],
  dictation: ['core', 'inference', 'media', 'model-packages', 'patient-record'],
  medications: ['core', 'model-packages', 'patient-record'],
  'patient-record': ['core', 'model-packages'],
  inference: ['core', 'model-packages'],
  calls: ['audit', 'core', 'store'],
  audit: ['core', 'store'],
  'model-packages': ['core'],
  media: ['core'],
  store: ['core'],
  core: [],
  /** The pages, which run in browsers: nothing of the daemon is in them. */
  console: [],
};

/** The only files that may import a library. */
export const LIBRARIES: Readonly<Record<string, string>> = {
  standardwebhooks: 'operations/webhooks/signature\\.ts$',
  '@fastify/busboy': '(core/multipart-related|http/upload)\\.ts$',
  '@xenova/transformers': 'dictation/worker/whisper-tools\\.ts$',
  dcmjs: 'media/dicom/write/',
  'dcmjs-dimse': 'pacs/',
  'minimp3-wasm': 'media/audio/mp3/',
  ogv: 'media/audio/vorbis-decoder\\.ts$',
  'opus-decoder': 'media/audio/opus-decoder\\.ts$',
  jose: '(fhir/upstream/client-assertion|http/oidc/(remote-keys|signature|logout-token)|http/smart/(assertion|bearer-tokens|key-set|verify))\\.ts$',
  'openid-client': 'http/oidc/',
  hono: '(http/|operations/|appliance/app\\.ts$)',
  '@hono/node-server': 'http/',
  'better-sqlite3': 'store/sqlite\\.ts$',
  'better-sqlite3-node-api': 'store/sqlite\\.ts$',
  'onnxruntime-node': 'inference/backends/',
  'onnxruntime-web': 'inference/backends/',
  tar: 'core/tar\\.ts$',
  sharp: 'media/(raster|resample|overlay|encode)\\.ts$',
  'dicom-parser': 'media/dicom/',
  '@cornerstonejs/codec-charls': 'media/dicom/codecs/',
  '@cornerstonejs/codec-libjpeg-turbo-8bit': 'media/dicom/codecs/',
  '@cornerstonejs/codec-openjpeg': 'media/dicom/codecs/',
  '@cornerstonejs/codec-openjph': 'media/dicom/codecs/',
  '@atomic-ehr/ucum': 'patient-record/chart/units\\.ts$',
  zod: '(.*schema\\.ts$|appliance/config/)',
  pino: 'core/logger\\.ts$',
  'unix-dgram': 'core/sd-notify\\.ts$',
  otpauth: 'http/auth/second-factor\\.ts$',
  'rate-limiter-flexible': 'http/rate-limit\\.ts$',
  '@peculiar/x509': 'http/tls/certificates\\.ts$',
  'reflect-metadata': 'http/tls/certificates\\.ts$',
  commander: 'cli/',
  'cli-table3': 'cli/output\\.ts$',
};

/** The same below src/console/, the pages, which run in browsers and share nothing with the daemon. */
export const PAGE_LIBRARIES: Readonly<Record<string, string>> = {
  preact: '',
  '@preact/signals': '',
  'preact-iso': '',
  'lucide-preact': '',
  uqr: 'pages/account/second-factor\\.tsx$',
  'wavesurfer.js': 'pages/dictate/waveform\\.tsx$',
  'swagger-ui-dist': 'docs/main\\.ts$',
  'dicom-parser': 'pages/image/files/dicom-header\\.ts$',
  '@cornerstonejs/core': 'pages/image/viewer/',
  '@cornerstonejs/dicom-image-loader': 'pages/image/viewer/',
  // Types alone.
  fhir: 'pages/patients/[\\w-]+\\.tsx?$',
  uplot: 'pages/patients/plot\\.tsx$',
  dompurify: 'pages/patients/narrative\\.tsx$',
  vite: 'vite\\.config\\.ts$',
  '@preact/preset-vite': 'vite\\.config\\.ts$',
};

/** What is found by the exports of a package alone, and what not every Node has installed. */
const UNRESOLVED = '^(hono/(cookie|cors|html|route)|better-sqlite3-node-api)$';

const below = (module: string) => `^src/${module}/`;
const except = (modules: readonly string[]) => `^src/(${modules.join('|')})/`;

const boundaries = Object.entries(MODULES).map(([module, allowed]) => ({
  name: `${module} imports what it may`,
  severity: 'error' as const,
  from: { path: below(module) },
  to: { path: '^src/', pathNot: except([module, ...allowed]) },
}));

const libraries = Object.entries(LIBRARIES).map(([library, files]) => ({
  name: `${library} has one door`,
  severity: 'error' as const,
  from: { path: '^src/', pathNot: `^src/${files}` },
  to: { path: `(^|/)node_modules/${library}/` },
}));

/** The rules of imports, and how the sources are read. */
export const RULES: IConfiguration = {
  forbidden: [
    ...boundaries,
    ...libraries,
    {
      name: 'only known libraries',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '(^|/)node_modules/',
        pathNot: `(^|/)node_modules/(${['@types', ...Object.keys(LIBRARIES)].join('|')})/`,
      },
    },
    { name: 'no circle', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'every import resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: UNRESOLVED },
    },
    {
      name: 'main starts the command line and nothing else',
      severity: 'error',
      from: { path: '^src/main\\.ts$' },
      to: { path: '^src/', pathNot: '^src/cli/' },
    },
    {
      name: 'nothing imports main',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/main\\.ts$' },
    },
    {
      name: 'untrusted files are decoded in worker tasks',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(media|imaging/worker|dictation/worker|pacs/listener)/',
      },
      to: { path: '^src/media/' },
    },
    {
      name: 'a model is opened by the host of models',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/inference/(backends/|model-host\\.ts$)' },
      to: {
        path: '^src/inference/backends/(cpu|webgpu|wasm|native-runtime|onnx-session)\\.ts$',
      },
    },
    {
      name: 'SQLite is known to the store alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/store/' },
      to: { path: '^src/store/(sqlite|group-transaction|carry-out-steps)\\.ts$' },
    },
    {
      // Composition and the command line open the database and hand on what can be done with it.
      name: 'capabilities see the contracts of the store alone',
      severity: 'error',
      from: {
        path: '^src/(operations|http|fhir|calls|audit)/',
        // The type of what it says of the database that is about to be opened.
        pathNot: '^src/audit/checkpoint-file\\.ts$',
      },
      to: {
        path: '^src/store/(open|create-commit|snapshot-reads|fhir/(create-store|write))\\.ts$',
      },
    },
    {
      name: 'the pool does not know what workers do',
      severity: 'error',
      from: { path: '^src/inference/pool/' },
      to: { path: '^src/', pathNot: '^src/(core|inference/pool)/' },
    },
    {
      name: 'capabilities see the contracts of inference alone',
      severity: 'error',
      from: {
        path: '^src/(scores|imaging|dictation)/',
        pathNot: '^src/(imaging|dictation)/worker/',
      },
      to: {
        path: '^src/inference/',
        pathNot: '^src/inference/(engine|remote-engine|schema|tables/read-table-contract)\\.ts$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Its parser cannot be told that a file has JSX in it; see `PAGE_LIBRARIES`.
    exclude: { path: '^src/console/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    moduleSystems: ['es6', 'cjs'],
    exoticRequireStrings: [],
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
