import { toTable } from '../../../lab/report/toTable.ts';
import type { Chunk } from './composition.ts';

const LARGE_FILES = 12;
const MAIN_PARTS = 3;
/** Smaller parts of the first file are one row. */
const SMALL_BYTES = 1_500;

const inKb = (bytes: number) => (bytes / 1000).toFixed(1);
const total = ({ parts }: Chunk) => parts.reduce((sum, [, bytes]) => sum + bytes, 0);

function describeParts(chunk: Chunk): string {
  const all = total(chunk);
  const share = (bytes: number) => `${((100 * bytes) / all).toFixed(1)} %`;
  const small = chunk.parts.filter(([, bytes]) => bytes < SMALL_BYTES);
  const rest = small.reduce((sum, [, bytes]) => sum + bytes, 0);
  const rows = chunk.parts
    .filter(([, bytes]) => bytes >= SMALL_BYTES)
    .map(([part, bytes]) => [part, inKb(bytes), share(bytes)]);
  const others = rest > 0 ? [[`${small.length} smaller parts`, inKb(rest), share(rest)]] : [];
  return toTable([['part', 'minified kB', 'share'], ...rows, ...others]);
}

/** The composition of the first file by package, and the largest files that are fetched later. */
export function describeBundle(chunks: readonly Chunk[]): string {
  const initial = chunks.filter(({ isInitial }) => isInitial);
  const later = chunks.filter(({ isInitial }) => !isInitial).sort((a, b) => b.brotliBytes - a.brotliBytes);
  const first = initial.map(
    (chunk) =>
      `The first paint needs ${inKb(chunk.brotliBytes)} kB (brotli) of JavaScript in one file:\n\n${describeParts(chunk)}`,
  );
  const rows = later.slice(0, LARGE_FILES).map((chunk) => [
    chunk.fileName.replace(/^assets\/(.*)-[\w-]{8}\.js$/, '$1'),
    inKb(chunk.brotliBytes),
    chunk.parts
      .slice(0, MAIN_PARTS)
      .map(([part]) => part)
      .join(', '),
  ]);
  const files = toTable([['file', 'brotli kB', 'most of it'], ...rows], 'text');
  return [...first, `The largest of the ${later.length} files that are fetched when they are needed:\n\n${files}`].join(
    '\n\n',
  );
}
