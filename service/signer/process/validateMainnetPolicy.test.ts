import { expect, test } from 'vitest';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import { createMainnetFile } from '../../../tools/lab/service/sampleCatalog.ts';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { parsePolicy } from './policyFile.ts';

type Change = (file: LabInstallation) => unknown;

function problemsOf(change: Change, category?: string): readonly string[] {
  const file = createMainnetFile();
  change(file);
  // A forgotten category must not allow less.
  const chains = file.chains.map((chain) => ({ ...chain, category }));
  try {
    parsePolicy(JSON.stringify({ ...file, chains }));
    return [];
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems;
    throw error;
  }
}

const setChain =
  (settings: object): Change =>
  ({ chains }) =>
    Object.assign(chains[0] ?? {}, settings);
const setView =
  (settings: object): Change =>
  ({ signer }) =>
    Object.assign(signer.chains.Northshore ?? {}, settings);

test('a safe mainnet is accepted', () => {
  expect(problemsOf(() => {})).toEqual([]);
});

test.each<readonly [string, Change, string]>([
  [
    'the endpoints of the service',
    ({ signer }) => delete signer.chains.Northshore,
    'signer.chains.Northshore is missing. Name the signer’s own RPC endpoints',
  ],
  [
    'one provider',
    setView({ rpcUrls: ['https://one.example'] }),
    'signer.chains.Northshore.rpcUrls must name providers on at least 2 hosts',
  ],
  [
    'plain http',
    setView({ rpcUrls: ['http://127.0.0.1:8545', 'https://one.example'] }),
    'signer.chains.Northshore.rpcUrls.0 must be an https URL',
  ],
  [
    'a key in a URL',
    setView({ rpcUrls: ['https://one.example/0123456789abcdef0123456789abcdef', 'https://other.example'] }),
    'signer.chains.Northshore.rpcUrls.0 must hold no key on a mainnet',
  ],
  ['one confirmation', setChain({ confirmations: 1 }), 'chains.0.confirmations must be at least 2 on a mainnet, not 1'],
  [
    'payments that count too early',
    setChain({ payoutConfirmations: 2 }),
    'chains.0.payoutConfirmations must be at least 12',
  ],
  ['no highest gas price', setChain({ maxGasPriceGwei: undefined }), 'chains.0.maxGasPriceGwei is missing'],
  [
    'a cap of a laboratory',
    ({ lab }) => Object.assign(lab, { maxPerPayment: '1000000' }),
    'lab must be absent with a mainnet',
  ],
])('a mainnet is refused with %s, also without a category', (_what, change, problem) => {
  expect(problemsOf(change, 'Mainnet')).toEqual([expect.stringContaining(problem)]);
  expect(problemsOf(change)).toEqual([expect.stringContaining(problem)]);
});

test('a mainnet is refused with a quorum of one, also without a category', () => {
  const problems = [
    'signer.chains.Northshore.quorum must be at least 2 on a mainnet, not 1: one provider alone could invent a deposit.',
    'signer.chains.Northshore.quorum must be more than half of the rpcUrls.',
  ];
  expect(problemsOf(setView({ quorum: 1 }), 'Mainnet')).toEqual(problems);
  expect(problemsOf(setView({ quorum: 1 }))).toEqual(problems);
});

test('the same settings are accepted for a testnet', () => {
  const change: Change = (file) => {
    setChain({ rpcUrls: ['http://127.0.0.1:8545'], confirmations: 1, payoutConfirmations: 1 })(file);
    setView({ rpcUrls: ['http://127.0.0.1:8545'] })(file);
    file.lab = { maxPerPayment: '1000000' };
  };
  expect(problemsOf(change, 'Testnet')).toEqual([]);
});
