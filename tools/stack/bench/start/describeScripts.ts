import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { build, minify } from 'vite';
import { toTable } from '../../../lab/report/toTable.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

type Scripts = Readonly<Record<string, number>>;

/** The package or the folder that a module belongs to. */
export function ownerOf(module: string): string {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/?]+)/.exec(module) ?? [];
  if (name !== undefined) return name;
  if (module.startsWith('\0')) return 'helpers of the build';
  const [folder = '', subfolder = ''] = relative(ROOT, module).split('/');
  return folder === 'src' && !/\.\w+$/.test(subfolder) ? `${folder}/${subfolder}` : folder;
}

/**
 * Divides each script's bytes among its modules, by the minified length of their code: compression works across modules, so no
 * module has a compressed size of its own.
 */
export function divideBytes(
  scripts: Scripts,
  lengths: ReadonlyMap<string, Readonly<Record<string, number>>>,
): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const [script, bytes] of Object.entries(scripts)) {
    const modules = Object.entries(lengths.get(script) ?? {});
    if (modules.length === 0) throw new Error(`The build has no script ${script}.`);
    const sum = modules.reduce((total, [, length]) => total + length, 0);
    for (const [module, length] of modules) {
      const owner = ownerOf(module);
      shares.set(owner, (shares.get(owner) ?? 0) + (bytes * length) / sum);
    }
  }
  return shares;
}

async function lengthsOf({ modules }: Rolldown.OutputChunk): Promise<Readonly<Record<string, number>>> {
  const lengths = Object.entries(modules).map(async ([id, { code }]) => {
    const minified = await minify('module.js', code ?? '', { compress: true, mangle: true });
    return [id, minified.code.length] as const;
  });
  return Object.fromEntries(await Promise.all(lengths));
}

/** A table of the packages and folders whose code the scripts contain, largest first. `scripts` has bytes by path. */
export async function describeScripts(scripts: Scripts): Promise<string> {
  const built = await build({ root: ROOT, logLevel: 'warn', build: { write: false } });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const loaded = outputs.filter((file) => file.type === 'chunk' && `/${file.fileName}` in scripts);
  const lengths = new Map<string, Readonly<Record<string, number>>>();
  for (const chunk of loaded) {
    if (chunk.type === 'chunk') lengths.set(`/${chunk.fileName}`, await lengthsOf(chunk));
  }
  const shares = [...divideBytes(scripts, lengths)].sort(([, a], [, b]) => b - a);
  const total = shares.reduce((sum, [, bytes]) => sum + bytes, 0);
  const rows = shares.map(([owner, bytes]) => [
    owner,
    (bytes / 1000).toFixed(1),
    `${((bytes / total) * 100).toFixed(1)} %`,
  ]);
  return toTable([['JavaScript until the form has its routes', 'kB', 'share'], ...rows]);
}
