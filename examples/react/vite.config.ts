import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(({ mode, isSsrBuild }) => ({
  plugins: [react()],
  // Use the build of this repository. In your own project, run `npm install homing` and remove the alias.
  resolve: {
    alias: [
      { find: /^homing$/, replacement: fileURLToPath(new URL('../../dist/index.js', import.meta.url)) },
      { find: /^homing\/(.+)$/, replacement: fileURLToPath(new URL('../../dist/$1.js', import.meta.url)) },
    ],
    dedupe: ['react'],
  },
  // `--mode development` selects React's development build, which has StrictMode and its warnings.
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  ssr: { noExternal: true },
  build: { outDir: isSsrBuild ? 'build/server' : 'build/page', emptyOutDir: true },
}));
