import type { Plugin } from 'vite';

/** TanStack Query's client imports these, although the app only runs plain queries. */
const UNUSED = /^\.\/(?:mutationCache|infiniteQueryBehavior)\.js$/;
const IMPORTERS = /\/query-core\/build\/modern\/(?:query|queryClient)\.js$/;
const INCLUDED = /\/query-core\/build\/modern\/(?:mutation|infiniteQueryBehavior)\.js$/;
const STUBS = '\0only-queries';

const CODE = `
// The client calls this when the page regains the focus or the network.
export class MutationCache {
  resumePausedMutations() {}
}
// Only for endless lists.
export const infiniteQueryBehavior = undefined;
`;

/** Leaves out of a build what only mutations and endless lists need. Fails it if a module uses them. */
export function onlyQueries(): Plugin {
  return {
    name: 'causeway:only-queries',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: UNUSED },
      handler: (_source, importer = '') => (IMPORTERS.test(importer) ? STUBS : null),
    },
    load: { filter: { id: new RegExp(STUBS) }, handler: () => ({ code: CODE, map: null, moduleSideEffects: false }) },
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const used = modules.find((id) => INCLUDED.test(id));
      if (used) this.error(`A module uses ${used}, which tools/vite/onlyQueries.ts leaves out.`);
    },
  };
}
