import type { Plugin } from 'vite';

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

export async function __vitePreload(load, names = []) {
  try {
    await Promise.all(names.map((file) => fetchOnce(import.meta.env.BASE_URL + file)));
    return await load();
  } catch (error) {
    // For chunks that load later than this.
    document.documentElement.dataset.lostFile = 'yes';
    window.dispatchEvent(new Event('vite:preloadError'));
    throw error;
  }
}
`;

/** Vite takes one export out of a file in this form, for the bundler. The page only needs the import. */
const PICKED =
  /async \(\) => \{\s*const \{[^}]*\} = await (import\([^()]*\)[^;]*);\s*return \{[^}]*\};\s*\}(?=, __VITE_PRELOAD__)/g;

export function fetchFirst(): Plugin {
  return {
    name: 'causeway:fetch-first',
    enforce: 'pre',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          // Every target browser supports modulepreload.
          polyfill: false,
          // Vite lists no files for a chunk without dependencies. The page itself loads its file by a script, and in Firefox a link
          // to the same file would fail.
          resolveDependencies: (file, files, { hostType }) =>
            hostType === 'html' ? files.filter((name) => name !== file) : [...new Set([file, ...files])],
        },
      },
    }),
    load: { filter: { id: HELPER }, handler: () => ({ code: CODE, map: null }) },
    renderChunk: (code) => code.replace(PICKED, '() => $1'),
  };
}
