import { readFile } from 'node:fs/promises';
import { parseGwei } from 'viem';
import { describe, expect, test } from 'vitest';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { parsePolicy } from './policyFile.ts';

const text = await readFile(new URL('./policy.example.json', import.meta.url), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: the cases set values that the schema forbids
function problemsAfter(change: (file: any) => void): string {
  const file = JSON.parse(text);
  change(file);
  try {
    parsePolicy(JSON.stringify(file));
    return '';
  } catch (error) {
    return error instanceof InvalidConfig ? error.problems.join('\n') : String(error);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function setProviders(file: any, count: number, quorum: number): void {
  Object.assign(file.chains[0], { rpcUrls: Array.from({ length: count }, () => 'http://127.0.0.1:1'), quorum });
}

describe('a policy file', () => {
  test('accepts the example, with its amounts in base units', () => {
    const [chain] = parsePolicy(text).chains;
    expect(chain).toMatchObject({ id: 31337, maxGasPrice: parseGwei('1000') });
    expect(parsePolicy(text).routes[0]).toEqual({
      token: 'USDC',
      from: 'Northshore',
      to: 'Southshore',
      minFee: 100_000n,
    });
    expect(chain?.tokens[1]).toMatchObject({ maxPerPayment: 12_000_000_000n });
  });

  // biome-ignore lint/suspicious/noExplicitAny: as above
  test.each<readonly [string, (file: any) => void, RegExp]>([
    ['no hot wallet', (file) => void delete file.hotWallet, /^hotWallet is missing\.$/],
    [
      'an unknown setting',
      (file) => void Object.assign(file.chains[0], { method: 'any' }),
      /method is not a known setting/,
    ],
    ['no cap for a payment', (file) => void delete file.chains[0].tokens[0].maxPerPayment, /maxPerPayment is missing/],
    ['no highest gas price', (file) => void delete file.chains[0].maxGasPriceGwei, /maxGasPriceGwei is missing/],
    [
      'a number as an amount',
      (file) => void Object.assign(file.chains[0].tokens[0], { maxPerPayment: 5 }),
      /decimal in quotes/,
    ],
    [
      'more decimals than the token',
      (file) => void Object.assign(file.chains[0].tokens[1], { maxPerPayment: '9.1234567' }),
      /must fit the token's 6 decimals/,
    ],
    ['no provider', (file) => void Object.assign(file.chains[0], { rpcUrls: [] }), /rpcUrls must not be empty/],
    ['a quorum of half the providers', (file) => setProviders(file, 2, 1), /quorum must be more than half/],
    ['a quorum above the providers', (file) => setProviders(file, 2, 3), /quorum must be at most 2/],
    [
      'a route of a token that a chain lacks',
      (file) => void file.routes.push({ token: 'ETH', from: 'Northshore', to: 'Southshore' }),
      /routes\.\d+\.to is Southshore, but "chains" lists no ETH there/,
    ],
    ['a repeated chain', (file) => void Object.assign(file.chains[1], { id: 31337 }), /chains list an id twice/],
    [
      'a repeated token',
      (file) => void file.chains[0].tokens.push(file.chains[0].tokens[0]),
      /tokens list an address twice/,
    ],
  ])('is rejected with %s', (_what, change, words) => {
    expect(problemsAfter(change)).toMatch(words);
  });

  test('is rejected when it is not JSON', () => {
    expect(() => parsePolicy('{')).toThrow('The file is not JSON.');
  });
});
