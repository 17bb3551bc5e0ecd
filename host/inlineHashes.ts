import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** Reads the page again on each call, because a newer build writes another one. */
export function readInlineHashes(webDir: string): InlineHashes {
  return inlineHashes(readFileSync(join(webDir, 'index.html'), 'utf8'));
}
