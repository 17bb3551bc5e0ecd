import fc from 'fast-check';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '#shared/address.ts';
import { readAddressText } from './readAddressText.ts';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const digits = ADDRESS.slice(2);

describe('readAddressText', () => {
  it.each([
    ADDRESS,
    ` ${ADDRESS}\n`,
    `\u200b${ADDRESS}\ufeff`,
    `\u2066${ADDRESS}\u2069`,
    `eth:${ADDRESS}`,
    `ETH:${ADDRESS}`,
    `ethereum:${ADDRESS}`,
    `ethereum:pay-${ADDRESS}`,
    digits,
    digits.toLowerCase(),
    `0X${digits.toUpperCase()}`,
    `eth:${digits}`,
    '0xd8dA 6BF2 6964 aF9D 7eEd 9e03 E534 15D3 7aA9 6045',
  ])('reads %j', (text) => {
    expect(readAddressText(text)).toEqual({ address: ADDRESS, chainId: null });
  });

  it.each([
    [`eip155:1:${ADDRESS}`, 1],
    [`eip155:8453:${digits}`, 8453],
    [`ethereum:${ADDRESS}@137`, 137],
  ])('reads the chain that %s names', (text, chainId) => {
    expect(readAddressText(text)).toEqual({ address: ADDRESS, chainId });
  });

  it.each([
    '',
    ADDRESS.slice(0, -1),
    `${ADDRESS}0`,
    ADDRESS.replace('d8dA', 'D8dA'),
    `eth:${digits.replace('d8dA', 'D8dA')}`,
    `matic:${ADDRESS}`,
    `eip155:${ADDRESS}`,
    `solana:1:${ADDRESS}`,
    `0x0x${digits}`,
    'vitalik.eth',
    ADDRESS.replace('a', 'а'),
  ])('refuses %j', (text) => {
    expect(readAddressText(text)).toBeNull();
  });

  it('reads every address that the service accepts as the same address', () => {
    const hex = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('hex'));
    fc.assert(
      fc.property(hex, (lower) => {
        const written = [`0x${lower}`, getAddress(`0x${lower}`), `0X${lower.toUpperCase()}`];
        for (const text of written) expect(readAddressText(text)?.address).toBe(parseAddress(text));
      }),
    );
  });
});
