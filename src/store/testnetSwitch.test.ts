import { expect, it } from 'vitest';
import { createMemoryStorage } from '../../lab/web/memoryStorage.ts';
import { createTestnetSwitch } from './testnetSwitch.ts';

it('remembers the switch of an installation', () => {
  const storage = createMemoryStorage();
  const before = createTestnetSwitch(() => storage, 'one');
  expect(before.isOn()).toBe(false);
  before.set(true);
  expect(createTestnetSwitch(() => storage, 'one').isOn()).toBe(true);
  expect(createTestnetSwitch(() => storage, 'two').isOn()).toBe(false);
  before.set(false);
  expect(createTestnetSwitch(() => storage, 'one').isOn()).toBe(false);
});

it('is off where the browser blocks storage', () => {
  const blocked = createTestnetSwitch(() => {
    throw new DOMException('blocked', 'SecurityError');
  }, 'one');
  blocked.set(true);
  expect(blocked.isOn()).toBe(false);
});
