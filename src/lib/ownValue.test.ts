import { describe, expect, it } from 'vitest';
import { ownValue } from './ownValue.ts';

describe('ownValue', () => {
  it('returns the value of an own key', () => {
    expect(ownValue({ one: 1 }, 'one')).toBe(1);
    expect(ownValue(Object.fromEntries([['__proto__', 1]]), '__proto__')).toBe(1);
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))('returns undefined for the prototype’s %s', (key) => {
    expect(ownValue({ one: 1 }, key)).toBeUndefined();
  });
});
