import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { OLDEST_BROWSERS } from './shared/oldestBrowsers.ts';
import { announceVersion } from './tools/vite/announceVersion.ts';
import { className } from './tools/vite/className.ts';
import { inlineFirstPaint, runFirstPaint } from './tools/vite/earlyPage/inlineFirstPaint.ts';
import { fetchFirst } from './tools/vite/fetchFirst.ts';
import { onlyQueries } from './tools/vite/onlyQueries.ts';
import { refuseCycles } from './tools/vite/refuseCycles.ts';
import { splitTexts } from './tools/vite/texts.ts';
import { listThirdParties } from './tools/vite/thirdParty.ts';

// Sharing screens too would add 190 bytes to the first file.
const WITHOUT_SCREENS =
  /\/(?:node_modules|shared|client)\/|\/src\/(?:account|api|chain|config|lib|transfer\/\w+|\w+\/(?:model|reads))\/\w+\.ts$/;

// A slow bridge makes the page show this, so it is alone.
const WAITING = /\/src\/form\/WaitingForm\.tsx$/;
// On a slow network each file costs a round trip, so what loads together is in one file. Without these groups, the form's page
// would load a hundred files. The earlier groups take what the later ones share with them, so that no two import each other.
const READS =
  /\/src\/(?:chain|api|lib)\/|\/client\/readReceipt\.ts$|\/shared\/(?:events|hash|payment|transferId)\.ts$|\/get(?:Code|TransactionCount)\.js$/;
const SCREENS =
  /\/src\/(?:ui\/(?!QrCode)|i18n\/laterTexts|transfer\/(?:model\/|verdict\/|StepList|TransferWatch)|app\/(?:Footer|PageStatus|watchNotices))/;
const FORM = /\/src\/(?:form\/(?:restOfForm|RollingAmount|model\/|quote\/fetchOutcome)|activity\/RecentTransfers)/;
const TRACKING =
  /\/src\/(?:transfer\/(?:tracking\/createTracker|reads\/chainReads|session\/tabs)|account\/createWagmi)\.ts$/;
const DESK = /\/src\/receipts\/(?:ReceiptsPage|reads\/createDeskReads|table\/ListFile|pins\/PinnedLookups)\.tsx?$/;

export default defineConfig({
  plugins: [
    splitTexts(),
    fetchFirst(),
    onlyQueries(),
    refuseCycles(),
    announceVersion(),
    inlineFirstPaint(),
    runFirstPaint(),
    listThirdParties(),
    react(),
  ],
  resolve: {
    alias: {
      // What the router's shim for older versions of React would find.
      'use-sync-external-store/shim/index.js': 'react',
      // The package's build is CommonJS, which would bring viem's CommonJS build along.
      '@safe-global/safe-apps-provider': '@safe-global/safe-apps-provider/src/index.ts',
    },
    // WalletConnect installs other versions of these. It runs on the app's, so that a page loads them once.
    dedupe: ['viem', '@noble/curves', '@noble/hashes'],
  },
  css: { modules: { generateScopedName: className } },
  build: {
    target: OLDEST_BROWSERS.map((browser) => browser.replace(' ', '').toLowerCase()),
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // By default, the name of a shared file lists the chunks that need it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // One file with everything that the first paint needs.
            { name: 'app', tags: ['$initial'], priority: 7 },
            { name: 'waiting', test: WAITING, priority: 6 },
            { name: 'reads', test: READS, priority: 5 },
            { name: 'screens', test: SCREENS, priority: 4 },
            { name: 'form', test: FORM, priority: 3 },
            { name: 'tracking', test: TRACKING, priority: 2 },
            { name: 'desk', test: DESK, priority: 1 },
            // One file for the modules that the same chunks share. Merging small files would let two of them import each other.
            { name: 'shared', test: WITHOUT_SCREENS, minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
});
