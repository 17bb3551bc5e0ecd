import type { Hex } from 'viem';
import { decodeEventLog, encodeAbiParameters, encodeEventTopics, parseAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { decodeLog } from './decodeLog.ts';

const USER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x5FC8d32690cc91D4c39d9d3abcBD16989F875707';
const ID: Hex = `0x${'ab'.repeat(32)}`;

const toTopics = (topics: readonly unknown[]) => topics as [Hex, ...Hex[]];
const paid = {
  topics: toTopics(
    encodeEventTopics({ abi: [paidEvent], eventName: 'Paid', args: { payer: USER, id: ID, to: TOKEN } }),
  ),
  data: encodeAbiParameters(parseAbiParameters('address, uint256'), [TOKEN, 2n ** 256n - 1n]),
};

test('decodes a payment as viem does', () => {
  const expected = { payer: USER, id: ID, to: TOKEN, token: TOKEN, amount: 2n ** 256n - 1n };
  expect(decodeEventLog({ abi: [paidEvent], ...paid }).args).toEqual(expected);
  expect(decodeLog(paidEvent, paid)).toEqual(expected);
});

test('decodes a deposit as viem does', () => {
  const args = { user: USER, token: TOKEN, maker: USER } as const;
  const topics = toTopics(encodeEventTopics({ abi: [depositEvent], eventName: 'Deposit', args }));
  const types = parseAbiParameters('string, uint256, uint256, uint256, uint256');
  const log = { topics, data: encodeAbiParameters(types, ['péter \u{1F600}', 5n, 7n, 0n, 1n]) };
  const expected = { ...args, target: 'péter \u{1F600}', amount: 5n, destination: 7n, channel: 0n, timestamp: 1n };
  expect(decodeEventLog({ abi: [depositEvent], ...log }).args).toEqual(expected);
  expect(decodeLog(depositEvent, log)).toEqual(expected);
});

test('throws for a log with too few topics or too little data', () => {
  expect(() => decodeLog(paidEvent, { ...paid, topics: paid.topics.slice(0, 3) })).toThrow();
  expect(() => decodeLog(paidEvent, { ...paid, data: '0x' })).toThrow();
  expect(() => decodeLog(paidEvent, { ...paid, data: `0x${paid.data.slice(2, 100)}` })).toThrow();
});
