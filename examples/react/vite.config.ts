import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(({ mode, isSsrBuild }) => ({
  plugins: [react()],
  // The build of this repository. In a project of your own: `npm install homing`, and no alias.
  resolve: {
    alias: [
      { find: /^homing$/, replacement: fileURLToPath(new URL('../../dist/index.js', import.meta.url)) },
      { find: /^homing\/(.+)$/, replacement: fileURLToPath(new URL('../../dist/$1.js', import.meta.url)) },
    ],
    dedupe: ['react'],
  },
  // With `--mode development` it is React's own development build, which has StrictMode and its warnings.
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  ssr: { noExternal: true },
  build: { outDir: isSsrBuild ? 'build/server' : 'build/page', emptyOutDir: true },
}));
