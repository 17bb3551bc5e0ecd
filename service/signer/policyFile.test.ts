import { readFile } from 'node:fs/promises';
import { parseEther, parseGwei } from 'viem';
import { describe, expect, test } from 'vitest';
import { InvalidConfig } from '../config/config.ts';
import { parsePolicy } from './policyFile.ts';

const text = await readFile(new URL('./policy.example.json', import.meta.url), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: a test writes what the schema forbids
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

describe('a policy file', () => {
  test('is accepted as the example has it, with its amounts in base units', () => {
    const [chain] = parsePolicy(text).chains;
    expect(chain).toMatchObject({ id: 31337, maxGasPrice: parseGwei('1000'), maxGasCostPerHour: parseEther('5') });
    expect(chain?.tokens[1]).toMatchObject({ maxPerPayment: 10_000_000_000n, maxPerHour: 100_000_000_000n });
  });

  // biome-ignore lint/suspicious/noExplicitAny: as above
  test.each<readonly [string, (file: any) => void, RegExp]>([
    ['no maker', (file) => void delete file.maker, /maker: is missing/],
    [
      'a setting that is not known',
      (file) => void Object.assign(file.chains[0], { method: 'any' }),
      /method: is not a known setting/,
    ],
    ['no cap for an hour', (file) => void delete file.chains[0].tokens[0].maxPerHour, /maxPerHour: is missing/],
    [
      'an amount that is a number',
      (file) => void Object.assign(file.chains[0].tokens[0], { maxPerHour: 5 }),
      /decimal in quotes/,
    ],
    [
      'digits the token has not',
      (file) => void Object.assign(file.chains[0].tokens[1], { maxPerHour: '9.1234567' }),
      /must fit 6 decimals/,
    ],
    [
      'caps the wrong way round',
      (file) => void Object.assign(file.chains[0].tokens[0], { maxPerPayment: '51' }),
      /not be more than maxPerHour/,
    ],
    ['a chain twice', (file) => void Object.assign(file.chains[1], { id: 31337 }), /chains: name an id twice/],
    [
      'a token twice',
      (file) => void file.chains[0].tokens.push(file.chains[0].tokens[0]),
      /tokens: name an address twice/,
    ],
  ])('is refused with %s', (_what, change, words) => {
    expect(problemsAfter(change)).toMatch(words);
  });

  test('is refused where it is not JSON', () => {
    expect(() => parsePolicy('{')).toThrow('is not JSON');
  });
});
