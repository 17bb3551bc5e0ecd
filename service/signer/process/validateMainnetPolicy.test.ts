import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { parsePolicy } from './policyFile.ts';

const text = await readFile(new URL('./policy.example.json', import.meta.url), 'utf8');
const SAFE = {
  category: 'Mainnet',
  rpcUrls: ['https://one.example', 'https://other.example'],
  confirmations: 3,
  payoutConfirmations: 12,
};

function problemsOf(settings: object): readonly string[] {
  const file = JSON.parse(text);
  Object.assign(file.chains[0], SAFE, settings);
  try {
    parsePolicy(JSON.stringify(file));
    return [];
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems;
    throw error;
  }
}

test('a safe mainnet is accepted', () => {
  expect(problemsOf({})).toEqual([]);
});

test.each<readonly [string, object, string]>([
  ['one provider', { rpcUrls: ['https://one.example'] }, 'chains.0.rpcUrls must name providers on at least 2 hosts'],
  [
    'plain http',
    { rpcUrls: ['http://127.0.0.1:8545', 'https://one.example'] },
    'chains.0.rpcUrls.0 must be an https URL',
  ],
  ['one confirmation', { confirmations: 1 }, 'chains.0.confirmations must be at least 2 on a mainnet, not 1'],
  ['payments that count too early', { payoutConfirmations: 2 }, 'chains.0.payoutConfirmations must be at least 12'],
])('a mainnet is refused with %s, also without a category', (_what, settings, problem) => {
  expect(problemsOf(settings)).toEqual([expect.stringContaining(problem)]);
  expect(problemsOf({ ...settings, category: undefined })).toEqual([expect.stringContaining(problem)]);
});

test('a mainnet is refused with a quorum of one, also without a category', () => {
  const problems = [
    'chains.0.quorum must be at least 2 on a mainnet, not 1: one provider alone could invent a deposit.',
    'chains.0.quorum must be more than half of the rpcUrls.',
  ];
  expect(problemsOf({ quorum: 1 })).toEqual(problems);
  expect(problemsOf({ quorum: 1, category: undefined })).toEqual(problems);
});

test('the same settings are accepted for a testnet', () => {
  const settings = { rpcUrls: ['http://127.0.0.1:8545'], confirmations: 1, payoutConfirmations: 1 };
  expect(problemsOf({ ...settings, category: 'Testnet' })).toEqual([]);
});
