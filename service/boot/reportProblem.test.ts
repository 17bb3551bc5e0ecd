import { expect, test } from 'vitest';
import { byName, reportDuplicates } from './reportProblem.ts';

test('reports each repetition of a value, at its place', () => {
  const problems: string[] = [];
  reportDuplicates((path, problem) => problems.push(`${path} ${problem}`), 'chains', ['a', 'b', 'a', 'a', 'c']);
  expect(problems).toEqual(['chains.2 repeats a', 'chains.3 repeats a']);
});

// Comparing each value with every other one would take minutes.
test('compares half a million values in one pass', () => {
  const problems: string[] = [];
  const values = Array.from({ length: 500_000 }, (_, index) => `token ${index % 499_999}`);
  reportDuplicates((path, problem) => problems.push(`${path} ${problem}`), 'routes', values);
  expect(problems).toEqual(['routes.499999 repeats token 0']);
});

test('keeps the first item of a repeated name', () => {
  const [first, second, other] = [{ name: 'a' }, { name: 'a' }, { name: 'b' }];
  expect(byName([first, second, other])).toEqual(
    new Map([
      ['a', first],
      ['b', other],
    ]),
  );
  expect(byName([first, second]).get('a')).toBe(first);
});
