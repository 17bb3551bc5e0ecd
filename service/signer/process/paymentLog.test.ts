import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import type { SignedCall } from './callIndex.ts';
import type { PaymentLog } from './paymentLog.ts';
import { openPaymentLog } from './paymentLog.ts';

const ID = `0x${'ab'.repeat(32)}` as const;
const PAYOUT: SignedCall = {
  ...{ chainId: 1, address: `0x${'1'.repeat(40)}`, nonce: 7, vault: `0x${'3'.repeat(40)}` },
  ...{ callHash: `0x${'cd'.repeat(32)}`, ids: [ID] },
};
const REFUND: SignedCall = { ...PAYOUT, chainId: 2, callHash: `0x${'ef'.repeat(32)}` };

let folder: WorkFolder;
let path: string;
let files = 0;

beforeAll(async () => {
  folder = await createWorkFolder();
});
beforeEach(() => {
  files += 1;
  path = join(folder.path, `payments-${files}`);
});
afterAll(() => folder?.remove());

const record = (log: PaymentLog, call: SignedCall) => log.record(call, { settled: [], generation: log.generation() });

describe('the payment log', () => {
  test('writes a call before it answers, and refuses another payment of the same id', async () => {
    const log = await openPaymentLog(path);
    expect(await record(log, PAYOUT)).toBe(true);
    expect(await readFile(path, 'utf8')).toContain('"nonce":7');
    expect(await record(log, REFUND)).toBe(false);
    await log.close();
  });

  test('stores only one of two payments of an id that arrive at once', async () => {
    const log = await openPaymentLog(path);
    expect(await Promise.all([record(log, PAYOUT), record(log, REFUND)])).toEqual([true, false]);
    await log.close();
  });

  test('survives a kill, even one that left half a line', async () => {
    const killed = await openPaymentLog(path);
    await record(killed, PAYOUT);
    await appendFile(path, '{"chainId":1,"addr');
    const log = await openPaymentLog(path);
    expect(log.has(PAYOUT)).toBe(true);
    expect(await record(log, REFUND)).toBe(false);
    await Promise.all([killed.close(), log.close()]);
  });

  test('refuses to open with a broken line', async () => {
    const broken = await folder.write('broken', 'nonsense\n');
    await expect(openPaymentLog(broken)).rejects.toThrow('has a broken line');
  });
});
