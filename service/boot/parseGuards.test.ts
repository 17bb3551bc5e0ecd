import { expect, test } from 'vitest';
import { createSampleCatalog, listConfigProblems, readExampleFile } from '../../lab/service/sampleCatalog.ts';

test('a breaker has the window, the bound and the age of the file or their defaults', () => {
  const { breaker } = createSampleCatalog((file) => Object.assign(file, { breaker: { maxNetOutflow: '1000.5' } }));
  expect(breaker).toEqual({
    windowSeconds: 21_600,
    maxReadAgeSeconds: 300,
    maxNetOutflow: 1_000_500_000_000_000_000_000n,
  });
  expect(createSampleCatalog().breaker).toBeNull();
});

test.each([
  [{ breaker: {} }, 'breaker.maxNetOutflow is missing'],
  [{ breaker: { maxNetOutflow: '0' } }, 'breaker.maxNetOutflow must be more than 0 with at most 18 decimals, not 0.'],
  [{ breaker: { maxNetOutflow: '1', windowSeconds: 5 } }, 'must be a whole number from 60 to 2592000'],
  [{ approval: { above: '1e3' } }, 'approval.above must be a plain decimal such as "0.5"'],
  [{ approval: { above: `0.${'1'.repeat(19)}` } }, 'approval.above must have at most 18 decimals'],
  [{ screening: {} }, 'screening needs listFile or service.'],
  [
    { screening: { service: { url: 'http://screening.example' } } },
    'screening.service.url must be an https URL, or an http URL of this machine.',
  ],
  [
    { screening: { service: { url: 'https://user:password@screening.example' } } },
    'screening.service.url must have no user name and password. Put a bearer token into tokenFile.',
  ],
])('refuses %j', (change, problem) => {
  expect(listConfigProblems({ ...readExampleFile(), ...change }).join()).toContain(problem);
});

test('an approval and a screening have their values or defaults', () => {
  const { approval, screening } = createSampleCatalog((file) =>
    Object.assign(file, {
      approval: { above: '0' },
      screening: { listFile: '/a/list', service: { url: 'http://127.0.0.1:9/x' } },
    }),
  );
  expect(approval).toEqual({ above: 0n, expiresSeconds: 86_400 });
  expect(screening).toEqual({
    listFile: '/a/list',
    service: { url: 'http://127.0.0.1:9/x', tokenFile: null, timeoutMs: 3000 },
  });
});
