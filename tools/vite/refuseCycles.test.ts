import { describe, expect, test } from 'vitest';
import { findCycle } from './refuseCycles.ts';

const chunks = (imports: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(imports).map(([fileName, names]) => ({ fileName, imports: names }));

describe('findCycle', () => {
  test('finds none among files that share others', () => {
    expect(findCycle(chunks({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toBeNull();
  });

  test('names the files of a cycle, without the path to it', () => {
    expect(findCycle(chunks({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }))).toEqual(['b', 'c', 'd', 'b']);
  });
});
