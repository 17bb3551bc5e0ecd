import { expect, it } from 'vitest';
import { className } from './className.ts';

it('names a class after its style sheet, and refuses two style sheets of one name', () => {
  expect(className('primary', '/src/ui/Button.module.css')).toBe('primary_Button');
  expect(className('large', '/src/ui/Button.module.css')).toBe('large_Button');
  expect(() => className('primary', '/src/form/Button.module.css')).toThrow(/share their class names/);
});
