import { watch } from 'node:fs';
import { join } from 'node:path';

const SOURCE = /\.(?:ts|mjs|sql|json)$/;
const TEST = /\.test\.ts$/;
// Editors write a file in several steps, and a branch switch changes many files.
const QUIET_MS = 150;

/**
 * Watches folders for changed sources. Calls back once with all files of a burst of changes.
 * @returns what ends the watch
 */
export function watchSources(
  root: string,
  { folders, onChange }: { readonly folders: readonly string[]; readonly onChange: (files: string[]) => void },
): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    const files = [...changed].sort();
    changed.clear();
    onChange(files);
  };
  const watchers = folders.map((folder) => {
    const watcher = watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || !SOURCE.test(file) || TEST.test(file)) return;
      changed.add(join(folder, file));
      clearTimeout(timer);
      timer = setTimeout(report, QUIET_MS);
    });
    // A folder that is deleted, as on a branch switch, can no longer be watched. The others still are.
    return watcher.on('error', () => {});
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
