import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Field } from './Field.tsx';

const htmlOf = (element: ReactElement) => renderToStaticMarkup(element);
const attribute = (html: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1] ?? null;
const idOf = (html: string, content: string) => new RegExp(`id="([^"]*)"[^>]*>${content}<`).exec(html)?.[1] ?? null;

it('connects the input with its label, its problem and its hint', () => {
  const html = htmlOf(<Field label="Name" problem="Too long." hint="At most 40." defaultValue="x" />);
  expect(attribute(html, 'for')).toBe(attribute(html.slice(html.indexOf('<input')), 'id'));
  expect(attribute(html, 'aria-describedby')).toBe(`${idOf(html, 'Too long.')} ${idOf(html, 'At most 40.')}`);
  expect(attribute(html, 'aria-invalid')).toBe('true');
  expect(html).toContain('role="alert"');
});

it('sets no aria-describedby without a problem and a hint', () => {
  const html = htmlOf(<Field label="Name" problem={null} defaultValue="x" />);
  expect(attribute(html, 'aria-invalid')).toBe('false');
  expect(html).not.toContain('aria-describedby');
  expect(html).not.toContain('role="alert"');
});

it('stops the keyboard from correcting an address', () => {
  const html = htmlOf(<Field label="Address" problem={null} isCode defaultValue="" />);
  expect(html).toContain('autoCorrect="off"');
  expect(html).toContain('autoCapitalize="off"');
  expect(html).toContain('spellCheck="false"');
});
