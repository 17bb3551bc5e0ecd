import type { Plugin, Rolldown } from 'vite';
import { BELOW, createChunkList } from './chunkList.ts';

/** The helper module that Vite adds to a build. It runs before each dynamic import, with the files that the import needs. */
const HELPER = /vite\/preload-helper\.js$/;

/**
 * Replaces Vite's helper. Firefox and Safari remember a failed import while the page is open, and never request the file again.
 * So the page fetches every file before it imports one: it never starts an import that would fail, and the next try asks the
 * server again. The import then reads the browser's cache, because hosts mark these files as immutable.
 */
const CODE = `
const fetched = new Map();

async function fetchFile(path) {
  // index.html already has these styles (inlineFirstPaint.ts). Loaded again, they would override the sheets that add to them.
  if (document.querySelector('meta[name=inlined][content="' + path + '"]')) return;
  const response = await fetch(path);
  // Some hosts answer every unknown path with index.html.
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || type.includes('html')) throw new TypeError(path + ': HTTP ' + response.status);
  await response.arrayBuffer();
  if (path.endsWith('.css')) await addStyles(path);
}

function addStyles(href) {
  if (document.querySelector('link[rel=stylesheet][href="' + href + '"]')) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new TypeError(href));
    };
    document.head.append(link);
  });
}

function fetchOnce(path) {
  const known = fetched.get(path);
  if (known) return known;
  const fetching = fetchFile(path);
  fetched.set(path, fetching);
  fetching.catch(() => fetched.delete(path));
  return fetching;
}

let list = null;

async function readList() {
  const { content } = document.querySelector('meta[name=version]');
  const response = await fetch(import.meta.env.BASE_URL + 'assets/chunks-' + content + '.json');
  return response.json();
}

async function filesBelow(chunk) {
  list ??= readList();
  try {
    const { files, below } = await list;
    return below[chunk].map((index) => files[index]);
  } catch (error) {
    list = null;
    throw error;
  }
}

export async function __vitePreload(load, names = []) {
  try {
    const files = names.includes('${BELOW}') ? [...names, ...(await filesBelow(names[0]))] : names;
    const fetching = files.filter((file) => file !== '${BELOW}').map((file) => fetchOnce(import.meta.env.BASE_URL + file));
    await Promise.all(fetching);
    return await load();
  } catch (error) {
    // For chunks that load later than this.
    document.documentElement.dataset.lostFile = 'yes';
    window.dispatchEvent(new Event('vite:preloadError'));
    throw error;
  }
}
`;

/** Hosts cache the list forever, so its name contains the build's version (announceVersion.ts). */
function listFile(bundle: Rolldown.OutputBundle): string {
  const announced = bundle['version.json'];
  if (announced?.type !== 'asset') throw new Error('The build has no version.json.');
  return `assets/chunks-${JSON.parse(`${announced.source}`).version}.json`;
}

export function fetchFirst(): Plugin {
  const chunks = createChunkList();
  return {
    name: 'causeway:fetch-first',
    enforce: 'pre',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          // Every target browser supports modulepreload.
          polyfill: false,
          // Vite lists no files for a chunk without dependencies.
          resolveDependencies: (file, files, { hostId, hostType }) =>
            hostType === 'js' ? chunks.filesOf(file, files, hostId) : files,
        },
      },
    }),
    load: { filter: { id: HELPER }, handler: () => ({ code: CODE, map: null }) },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { chunk }) => {
        if (chunk) chunks.enter(chunk.fileName);
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: listFile(bundle), source: JSON.stringify(chunks.list()) });
      },
    },
  };
}
