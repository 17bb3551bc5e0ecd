import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { partOf, sourceBytes } from './sourceBytes.ts';

export type Chunk = {
  readonly fileName: string;
  /** Whether the first paint needs it. */
  readonly isInitial: boolean;
  readonly brotliBytes: number;
  /** The minified bytes of each part, largest first. */
  readonly parts: readonly (readonly [part: string, bytes: number])[];
};

/** Collects what each JavaScript file of a build consists of. The build needs source maps. */
export function collectChunks(into: Chunk[]): Plugin {
  return {
    name: 'causeway-composition',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.map) continue;
        const parts = new Map<string, number>();
        for (const [source, bytes] of sourceBytes(chunk.code, chunk.map)) {
          const part = partOf(source);
          parts.set(part, (parts.get(part) ?? 0) + bytes);
        }
        into.push({
          fileName: chunk.fileName,
          isInitial: chunk.isEntry,
          brotliBytes: brotliCompressSync(chunk.code).length,
          parts: [...parts].sort(([, a], [, b]) => b - a),
        });
      }
    },
  };
}
