import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

const noModule = `${import.meta.dirname}/no-module.ts`;

/** The pages of the console, built into `dist/console`; every file but `index.html` has its hash in its name. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [preact({ devToolsEnabled: false })],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // Assets in the page itself would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 8_000,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // The console, and the description of the interface at /docs.
      input: {
        index: `${import.meta.dirname}/index.html`,
        docs: `${import.meta.dirname}/docs.html`,
      },
    },
  },
  // Decoders of DICOM look for these under Node.
  resolve: { alias: { fs: noModule, path: noModule } },
  worker: { format: 'es' },
});
