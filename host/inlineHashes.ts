import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from './readIfThere.ts';

/** The sources of the content security policy that allow the scripts and styles inside index.html, and no others. */
export type InlineHashes = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function hashesIn(page: string, element: RegExp): readonly string[] {
  return Array.from(page.matchAll(element), ([, text = '']) => hashOf(text));
}

export function inlineHashes(page: string): InlineHashes {
  return {
    scripts: hashesIn(page, /<script>([\s\S]*?)<\/script>/g),
    styles: hashesIn(page, /<style>([\s\S]*?)<\/style>/g),
  };
}

const NONE: InlineHashes = { scripts: [], styles: [] };

/**
 * @returns what gives the hashes of the page. It reads the page again only after a newer build has written it. While a newer
 * build replaces the folder, the page is missing: the last hashes stay.
 */
export function createInlineHashes(webDir: string): () => InlineHashes {
  const page = join(webDir, 'index.html');
  let known: { readonly written: number; readonly hashes: InlineHashes } | null = null;
  return () => {
    const written = statSync(page, { throwIfNoEntry: false })?.mtimeMs;
    if (written !== undefined && known?.written !== written) {
      const text = readIfThere(page);
      if (text !== null) known = { written, hashes: inlineHashes(text) };
    }
    return known?.hashes ?? NONE;
  };
}
