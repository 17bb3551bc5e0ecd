import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../lab/web/memoryStorage.ts';
import { createDismissals } from './dismissals.ts';

test('a closed message stays closed after a reload, and a new text shows', () => {
  const storage = createMemoryStorage();
  createDismissals(() => storage, 'one').add('Hello');
  const reloaded = createDismissals(() => storage, 'one');
  expect(reloaded.has('Hello')).toBe(true);
  expect(reloaded.has('Hello again')).toBe(false);
  expect(createDismissals(() => storage, 'two').has('Hello')).toBe(false);
});

test('a message stays closed for the visit where the browser blocks storage', () => {
  const dismissals = createDismissals(() => {
    throw new Error('blocked');
  }, 'one');
  expect(dismissals.has('Hello')).toBe(false);
  dismissals.add('Hello');
  expect(dismissals.has('Hello')).toBe(true);
});
