import { expect, test } from 'vitest';
import { createSampleCatalog, createSampleFile, listConfigProblems } from '../../tools/lab/service/sampleCatalog.ts';

test('a limit on the net outflow applies to six hours', () => {
  const { breaker } = createSampleCatalog((file) => {
    file.guards.maxNetOutflow = '1000.5';
  });
  expect(breaker).toEqual({
    windowSeconds: 21_600,
    maxReadAgeSeconds: 300,
    maxNetOutflow: 1_000_500_000_000_000_000_000n,
  });
  expect(createSampleCatalog().breaker).toBeNull();
});

const PEOPLE = ['alice', 'bob'];
const NEEDS_TWO = 'guards.approveAbove needs two people: list two or more in "operators".';

test.each<readonly [object, readonly string[], string]>([
  [{ maxNetOutflow: 5 }, [], 'guards.maxNetOutflow must be a decimal in quotes, such as "0.5", not 5.'],
  [{ maxNetOutflow: '0' }, [], 'guards.maxNetOutflow must be more than 0 with at most 18 decimals, not 0.'],
  [{ approveAbove: '1e3' }, PEOPLE, 'guards.approveAbove must be a plain decimal, such as "0.5"'],
  [{ approveAbove: `0.${'1'.repeat(19)}` }, PEOPLE, 'guards.approveAbove must have at most 18 decimals'],
  [{ approveAbove: '0' }, ['alice'], NEEDS_TWO],
  [{ approveAbove: '0' }, ['alice', 'alice'], NEEDS_TWO],
  [{ screening: {} }, [], 'guards.screening needs "list" or "url".'],
  [{ screening: { list: '' } }, [], 'guards.screening.list must not be empty.'],
  [{ screening: { list: '/list', token: '{file:screening}' } }, [], 'screening.token has no effect without "url".'],
  [{ screening: { url: 'https://screening.example', token: 'hush' } }, [], 'token must be a reference such as'],
  [{ screening: { url: 'screening.example' } }, [], 'guards.screening.url must be a URL.'],
  [
    { screening: { url: 'http://screening.example' } },
    [],
    'guards.screening.url must be an https URL, or an http URL of this machine.',
  ],
  [
    { screening: { url: 'https://user:password@screening.example' } },
    [],
    'guards.screening.url must have no user name and password. Put a bearer token into "token".',
  ],
])('refuses %j with the operators %j', (guards, operators, problem) => {
  const problems = listConfigProblems({ ...createSampleFile(), operators, guards });
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test('an approval and a screening have their values and limits', () => {
  const { approval, screening } = createSampleCatalog((file) => {
    file.operators = PEOPLE;
    file.guards.approveAbove = '0';
    file.guards.screening = { list: '/a/list', url: 'http://127.0.0.1:9/x', token: '{file:screening}' };
  });
  expect(approval).toEqual({ above: 0n, expiresSeconds: 86_400 });
  expect(screening).toEqual({
    listFile: '/a/list',
    service: { url: 'http://127.0.0.1:9/x', tokenFile: '{file:screening}', timeoutMs: 3000 },
  });
});

test.each(['Alice', 'causeway_worker', 'postgres', '1st'])('refuses the operator %s', (operator) => {
  expect(listConfigProblems({ ...createSampleFile(), operators: [operator] })).toEqual([
    expect.stringMatching(/^operators\.0 must be /),
  ]);
});
