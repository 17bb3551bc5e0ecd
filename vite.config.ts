import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileMessages } from './tools/vite/compileMessages.ts';

export default defineConfig({
  plugins: [compileMessages(), react()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    sourcemap: false,
    // Every browser of the target knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } },
    },
  },
});
