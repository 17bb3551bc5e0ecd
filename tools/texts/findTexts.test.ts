import { describe, expect, it } from 'vitest';
import { findHardCoded, findPhysicalSides, findUnused, usesReactLazy } from './findTexts.ts';

const texts = (code: string) => findHardCoded('Example.tsx', code).map(({ text }) => text);

describe('the scan of texts', () => {
  it.each([
    ['text between tags', 'const a = <p>Hello</p>;', 'Hello'],
    ['a text that a screen reader says', 'const a = <b aria-label="Close" />;', 'Close'],
    ['a sentence in a string', "const a = { title: 'Nothing was sent' };", 'Nothing was sent'],
    ['a sentence in a template', `const a = \`Deposit ${'$'}{name}. Wait for it.\`;`, '. Wait for it.'],
    ['a choice between tags', "const a = <p>{isOpen ? 'In your wallet' : t('done')}</p>;", 'In your wallet'],
  ])('finds %s', (_what, code, text) => {
    expect(texts(code)).toEqual([text]);
  });

  it('skips what nobody sees on a screen', () => {
    expect(
      texts(`
        import a from './some file.ts';
        type B = 'one two';
        const c = <p className="one two">{t('key')} · 0x…</p>;
        function d() { throw new Error('the query ran without an account'); }
      `),
    ).toEqual([]);
  });

  it('gives the line', () => {
    expect(findHardCoded('a.tsx', '\n\nconst a = <p>Hello</p>;')[0]?.line).toBe(3);
  });

  it('finds keys that nothing uses', () => {
    const dollar = '$';
    expect(findUnused(['used', 'step_one', 'old'], ["t('used')", `t(\`step_${dollar}{step}\`)`])).toEqual(['old']);
  });

  it('finds a chunk that would not wait for its texts', () => {
    expect(usesReactLazy("import {\n  lazy,\n  useState,\n} from 'react';")).toBe(true);
    expect(usesReactLazy("import { useState } from 'react';\nimport { lazyChunk } from './lazyChunk.tsx';")).toBe(
      false,
    );
  });

  it('finds styles that name a side', () => {
    expect(
      findPhysicalSides('.a {\n  margin-left: 1px;\n  left: 0;\n  text-align: right;\n  inset-inline: 0;\n}'),
    ).toEqual([2, 3, 4]);
  });
});
