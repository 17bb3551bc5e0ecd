import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { announceVersion } from './tools/vite/announceVersion.ts';
import { compileMessages } from './tools/vite/compileMessages.ts';
import { inlineFirstPaint } from './tools/vite/earlyPage/inlineFirstPaint.ts';
import { fetchFirst } from './tools/vite/fetchFirst.ts';

export default defineConfig({
  plugins: [compileMessages(), fetchFirst(), announceVersion(), inlineFirstPaint(), react()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      // What the first paint needs is one file.
      output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } },
    },
  },
});
