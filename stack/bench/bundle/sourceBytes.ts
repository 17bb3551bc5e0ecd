import { decode } from '@jridgewell/sourcemap-codec';

export type SourceMap = { readonly sources: readonly (string | null)[]; readonly mappings: string };

/**
 * The bytes of a minified file by the source that they come from. What no source accounts for has the key ''.
 * @param code in UTF-8, as the file is
 */
export function sourceBytes(code: string, { sources, mappings }: SourceMap): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  const add = (source: string, text: string) => bytes.set(source, (bytes.get(source) ?? 0) + Buffer.byteLength(text));
  const segments = decode(mappings);
  for (const [number, line] of code.split('\n').entries()) {
    let [from, source] = [0, ''];
    for (const [column, index] of segments[number] ?? []) {
      add(source, line.slice(from, column));
      [from, source] = [column, index === undefined ? '' : (sources[index] ?? '')];
    }
    add(source, line.slice(from));
  }
  return bytes;
}

/** The package of a source file, or the room of the project that it lies in. */
export function partOf(source: string): string {
  const [, inPackage] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  if (inPackage !== undefined) return inPackage;
  const [, room] = /(?:^|\/)((?:src\/[^/]+|shared))\//.exec(source) ?? [];
  return room ?? 'the bundler';
}
