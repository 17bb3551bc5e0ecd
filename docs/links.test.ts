import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'out', 'cache', 'test-results', 'playwright-report']);

function listPages(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) {
      return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : listPages(join(folder, entry.name));
    }
    return entry.name.endsWith('.md') ? [join(folder, entry.name)] : [];
  });
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^ *```.*?^ *```/gms, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));
}

/** The anchors that GitHub gives to the headings of a page. */
function listAnchors(page: string): readonly string[] {
  const counts = new Map<string, number>();
  return [...withoutCode(readFileSync(page, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\s-]/gu, '')
      .replace(/\s/g, '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

type Link = { readonly page: string; readonly target: string };

function listLinks(page: string): readonly Link[] {
  const text = withoutCode(readFileSync(page, 'utf8'));
  const inline = [...text.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)];
  const html = [...text.matchAll(/(?:src|href)="([^"]+)"/g)];
  return [...inline, ...html]
    .map(([, target = '']) => ({ page, target }))
    .filter(({ target }) => !/^[a-z]+:/i.test(target));
}

/** @returns the reason why a link is broken, or null */
function findFault({ page, target }: Link): string | null {
  const [path = '', anchor] = decodeURI(target).split('#');
  const file = path === '' ? page : resolve(dirname(page), path);
  if (!existsSync(file)) return `${relative(ROOT, page)}: no file ${target}`;
  if (anchor === undefined || !file.endsWith('.md')) return null;
  return listAnchors(file).includes(anchor) ? null : `${relative(ROOT, page)}: no heading ${target}`;
}

const pages = listPages(ROOT);

test('every relative link of every page leads to a file and a heading', () => {
  const links = pages.flatMap(listLinks);
  expect(pages.map((page) => relative(ROOT, page))).toContain('docs/runbook.md');
  expect(links.length).toBeGreaterThan(60);
  expect(links.map(findFault).filter((fault) => fault !== null)).toEqual([]);
});

test('every file of the sources that a page names exists, from the root or beside the page', () => {
  const named = pages.flatMap((page) =>
    [
      ...readFileSync(page, 'utf8').matchAll(
        /`((?:src|service|shared|client|contracts|lab|stack|tools|e2e)\/[\w./-]+\.\w+)`/g,
      ),
    ].map(([, path = '']) => ({ page: relative(ROOT, page), path })),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(
    named.filter(({ page, path }) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, dirname(page), path))),
  ).toEqual([]);
});

test('every row of "Where do I change …" links the file or page to change', () => {
  const page = join(ROOT, 'docs/architecture.md');
  const [, section = ''] = readFileSync(page, 'utf8').split('## Where do I change …\n');
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.slice(1).filter((row) => !row.includes(']('))).toEqual([]);
});

test('a link to a missing file or heading is a fault', () => {
  const page = join(ROOT, 'docs/runbook.md');
  expect(findFault({ page, target: 'missing.md' })).toBe('docs/runbook.md: no file missing.md');
  expect(findFault({ page, target: '#missing' })).toBe('docs/runbook.md: no heading #missing');
  expect(findFault({ page, target: 'scaling.md#missing' })).toBe('docs/runbook.md: no heading scaling.md#missing');
  expect(findFault({ page, target: '#alerts' })).toBeNull();
});
