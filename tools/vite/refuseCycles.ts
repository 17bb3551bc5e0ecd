import type { Plugin } from 'vite';

type Chunk = { readonly fileName: string; readonly imports: readonly string[] };

/** A path of imports from a file back to itself; null if there is none. */
export function findCycle(chunks: readonly Chunk[]): readonly string[] | null {
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
  const done = new Set<string>();
  const search = (file: string, way: readonly string[]): readonly string[] | null => {
    const start = way.indexOf(file);
    if (start >= 0) return [...way.slice(start), file];
    if (done.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const cycle = search(next, [...way, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const { fileName } of chunks) {
    const cycle = search(fileName, []);
    if (cycle) return cycle;
  }
  return null;
}

/** Fails a build in which two files import each other: which one runs first would depend on the page a person opens. */
export function refuseCycles(): Plugin {
  return {
    name: 'causeway:refuse-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const cycle = findCycle(Object.values(bundle).filter((file) => file.type === 'chunk'));
      if (cycle) this.error(`Files import each other: ${cycle.join(' -> ')}. Change codeSplitting in vite.config.ts.`);
    },
  };
}
