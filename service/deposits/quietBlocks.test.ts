import type { Hex } from 'viem';
import { bytesToHex, hexToBytes, keccak256, numberToHex } from 'viem';
import { expect, test } from 'vitest';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import type { Header } from '../chain/chainClient.ts';
import { depositFilter } from '../chain/depositTransactions.ts';
import { createQuietBlocks } from './chooseRange.ts';
import type { Deposit } from './model/deposit.ts';

const chain = pickChain(createSampleCatalog(), 'Northshore');
const client = createScriptedClient(chain, () => null);
const EMPTY: Hex = `0x${'00'.repeat(256)}`;

const hashOf = (number: bigint) => numberToHex(number + 1n, { size: 32 });
const header = (number: bigint, change: Partial<Header> = {}): Header => ({
  ...{
    number,
    hash: hashOf(number),
    parentHash: hashOf(number - 1n),
    time: new Date(0),
    baseFee: 0n,
    logsBloom: EMPTY,
  },
  ...change,
});
const cursorAt = (number: bigint) => ({
  ...{ scannedTo: number, scannedToHash: hashOf(number), version: 1n, lookedAt: null },
});
const cursor = cursorAt(9n);

/** The filter of a block with a deposit. */
function bloomOfDeposit(): Hex {
  const bits = hexToBytes(EMPTY);
  for (const [value] of depositFilter(client)) {
    const hash = keccak256(value ?? '0x', 'bytes');
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
      bits[255 - (bit >> 3)] = (bits[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7));
    }
  }
  return bytesToHex(bits);
}

function create(pollIntervalMs = 1000) {
  const time = { ms: 0 };
  const polled = { ...client, chain: { ...chain, pollIntervalMs } };
  return { time, quiet: createQuietBlocks(polled, () => time.ms) };
}

test('seven blocks in a row whose filters admit no deposit wait for the eighth', () => {
  const { quiet } = create();
  const answers = Array.from({ length: 8 }, (_, index) => quiet.canWait(cursor, header(BigInt(10 + index))));
  expect(answers).toEqual([true, true, true, true, true, true, true, false]);
  expect(quiet.canWait(cursorAt(17n), header(18n))).toBe(true);
});

test.each<readonly [string, Header]>([
  ['admits a deposit', header(11n, { logsBloom: bloomOfDeposit() })],
  ['has no filter', header(11n, { logsBloom: null })],
  ['does not follow the one before', header(11n, { parentHash: hashOf(99n) })],
  ['comes after a gap', header(12n)],
])('a block that %s is read at once', (_what, next) => {
  const { quiet } = create();
  expect(quiet.canWait(cursor, header(10n))).toBe(true);
  expect(quiet.canWait(cursor, next)).toBe(false);
});

test('a block that was looked at before is not read again', () => {
  const { quiet } = create();
  expect([header(10n), header(10n)].map((head) => quiet.canWait(cursor, head))).toEqual([true, true]);
});

test.each([
  ['has a new block', header(11n)],
  ['stands still', header(10n)],
])('the logs of a chain that %s wait for a minute at most', (_what, later) => {
  const { quiet, time } = create();
  expect(quiet.canWait(cursor, header(10n))).toBe(true);
  time.ms = 59_999;
  expect(quiet.canWait(cursor, header(10n))).toBe(true);
  time.ms = 60_000;
  expect(quiet.canWait(cursor, later)).toBe(false);
});

test.each([
  [100, 6000],
  [600_000, 60_000],
])('with a poll every %i ms, logs wait for %i ms at most', (pollIntervalMs, maxWaitMs) => {
  const { quiet, time } = create(pollIntervalMs);
  expect(quiet.canWait(cursor, header(10n))).toBe(true);
  time.ms = maxWaitMs - 1;
  expect(quiet.canWait(cursor, header(10n))).toBe(true);
  time.ms = maxWaitMs;
  expect(quiet.canWait(cursor, header(10n))).toBe(false);
});

test('a deposit in a block whose filter admits none ends the waiting permanently', () => {
  const { quiet } = create();
  expect(quiet.canWait(cursor, header(10n))).toBe(true);
  // Only the block matters.
  quiet.noteRead([{ blockHash: hashOf(10n) } as Deposit]);
  expect(quiet.canWait(cursorAt(10n), header(11n))).toBe(false);
});

test('nothing waits before the first read', () => {
  const { quiet } = create();
  expect(quiet.canWait({ ...cursor, scannedTo: null, scannedToHash: null }, header(10n))).toBe(false);
});
