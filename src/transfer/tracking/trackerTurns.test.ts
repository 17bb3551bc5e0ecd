import type { Hash } from 'viem';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Receipt } from '#client/receipt.ts';
import { ServiceUnreachable } from '#client/serviceErrors.ts';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../../tools/lab/web/memoryStorage.ts';
import { createReceiptSource } from '../../api/createReceiptSource.ts';
import type { Transfer } from '../model/transfer.ts';
import { createTransferStore } from '../transferStore.ts';
import type { LookedAt } from './createTracker.ts';
import { createTracker } from './createTracker.ts';
import type { PollSources } from './lookForDeposit.ts';

const NORTH = terms.origin.chainId;
const SOUTH = terms.destination.chainId;
const IN_PROGRESS: Receipt = {
  kind: 'inProgress',
  report: { step: null, reason: null, message: '' },
  confirmations: null,
};
const hashAt = (index: number): Hash => `0x${(index + 1).toString(16).padStart(64, '0')}`;

/** Lets every promise settle that can. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Transfers with a sent deposit: `createdAt` grows with the index. Chain reads wait until the test answers them. */
function setUp(chains: readonly number[], isMined = false) {
  const store = createTransferStore(createMemoryStorage(), 'test');
  for (const [index, chainId] of chains.entries()) {
    const id = String(index);
    const origin = { ...terms.origin, chainId };
    const transfer: Transfer = {
      ...{
        terms: { ...terms, id, origin, createdAt: index },
        attempt: null,
        since: null,
        hash: hashAt(index),
        nonce: 7,
      },
      ...(isMined ? { status: 'deposited', report: null, confirmations: null } : { status: 'sent', doubt: null }),
    };
    store.getState().add(() => [transfer]);
  }
  const looked: LookedAt = createStore(() => ({ id: null }));
  const stop = new AbortController();
  const reading: { readonly id: string; readonly chainId: number; readonly answer: () => void }[] = [];
  const asked: string[] = [];
  const batches: number[] = [];
  const rests: { readonly delayMs: number; readonly end: () => void }[] = [];
  let isUp = true;
  let time = 1_000_000;
  const reads = {
    readDeposit: ({ id, origin }: typeof terms) =>
      new Promise((resolve) => {
        asked.push(id);
        const one = { id, chainId: origin.chainId, answer: () => resolve('pending') };
        reading.push(one);
      }),
  };
  const track = createTracker({
    ...{ store, looked },
    reads: reads as unknown as PollSources['reads'],
    receiptsOf: createReceiptSource({
      service: {
        getReceipt: async ({ depositHash }) => {
          if (!isUp) throw new ServiceUnreachable('down');
          asked.push(depositHash);
          return IN_PROGRESS;
        },
        getReceipts: async (hashes) => {
          batches.push(hashes.length);
          if (!isUp) throw new ServiceUnreachable('down');
          return hashes.map((depositHash) => ({ depositHash, receipt: IN_PROGRESS }));
        },
      },
      sleep: async () => {},
    }).receiptsOf,
    now: () => time,
    random: () => 0.5,
    isRunning: () => false,
    sleep: (delayMs, signal) =>
      new Promise<void>((resolve) => {
        const end = () => {
          time += delayMs;
          resolve();
        };
        rests.push({ delayMs, end });
        signal.addEventListener('abort', () => resolve());
      }),
  });
  void track(stop.signal);
  const answerAll = async (isWanted: (chainId: number) => boolean = () => true) => {
    const now = reading.filter(({ chainId }) => isWanted(chainId));
    for (const one of now) {
      reading.splice(reading.indexOf(one), 1);
      one.answer();
    }
    await settle();
  };
  return {
    ...{ store, looked, stop, reading, asked, batches, rests, answerAll },
    stopService: () => {
      isUp = false;
    },
  };
}

describe('a tracker of many imported transfers', () => {
  it("polls at most four of a chain's transfers at once, the newest first", async () => {
    const { reading, asked, answerAll, stop } = setUp(Array.from({ length: 100 }, () => NORTH));
    await settle();
    expect(asked).toEqual(['99', '98', '97', '96']);
    for (let polls = 0; polls < 10; polls += 1) {
      await answerAll();
      expect(reading.length).toBeLessThanOrEqual(4);
    }
    expect(asked.slice(4, 8)).toEqual(['95', '94', '93', '92']);
    stop.abort();
  });

  it('polls each of them before it polls one again', async () => {
    const { asked, answerAll, stop } = setUp(Array.from({ length: 100 }, () => NORTH));
    await settle();
    while (asked.length < 100) await answerAll();
    expect(new Set(asked).size).toBe(100);
    stop.abort();
  });

  it('continues with a chain that answers while another one hangs', async () => {
    const { asked, answerAll, stop } = setUp(Array.from({ length: 40 }, (_, index) => (index % 2 ? NORTH : SOUTH)));
    await settle();
    while (asked.length < 24) await answerAll((chainId) => chainId === NORTH);
    expect(asked.filter((id) => Number(id) % 2 === 0)).toHaveLength(4);
    expect(asked.filter((id) => Number(id) % 2 === 1)).toHaveLength(20);
    stop.abort();
  });

  it('polls the transfer on the screen at once, even if its chain hangs', async () => {
    const { asked, looked, stop } = setUp(Array.from({ length: 100 }, () => NORTH));
    await settle();
    looked.setState({ id: '3' });
    await settle();
    expect(asked).toEqual(['99', '98', '97', '96', '3']);
    stop.abort();
  });

  it("asks the service for all of a turn's receipts at once, then leaves it time for others", async () => {
    const { asked, batches, rests, stop } = setUp(
      Array.from({ length: 100 }, () => NORTH),
      true,
    );
    await settle();
    expect(batches).toEqual([20]);
    expect(asked).toEqual([]);
    expect(rests.map(({ delayMs }) => delayMs)).toEqual([4_000]);
    rests[0]?.end();
    await settle();
    expect(batches).toEqual([20, 20]);
    stop.abort();
  });

  it('sends no further request when the service does not answer the shared one', async () => {
    const { asked, batches, stopService, store, stop } = setUp([NORTH, NORTH], true);
    stopService();
    await settle();
    expect([batches, asked]).toEqual([[2], []]);
    expect(store.getState().transfers['0']?.status).toBe('deposited');
    stop.abort();
  });

  it('asks for a single receipt as the specification requires', async () => {
    const { asked, batches, stop } = setUp([NORTH], true);
    await settle();
    expect([batches, asked]).toEqual([[], [hashAt(0)]]);
    stop.abort();
  });
});
