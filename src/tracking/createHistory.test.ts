import { beforeEach, describe, expect, it } from 'vitest';
import type { Receipt } from '#client/receipt.ts';
import { ServiceUnreachable } from '#client/serviceErrors.ts';
import { hashOf } from '../../lab/web/fakeWallet.ts';
import { ACCOUNT, config, terms } from '../../lab/web/fixtures.ts';
import type { HistoryReads } from '../chain/historyReads.ts';
import type { FoundDeposit } from '../domain/history/foundDeposit.ts';
import { createHistory } from './createHistory.ts';
import { createReceiptSource } from './createReceiptSource.ts';

const [north, south] = config.chains;
if (!north || !south) throw new Error('the fixtures have no two chains');
const cursor = { next: 100n, span: 10n, refused: null };
const REPORT = { step: null, reason: null, message: '' };
const IN_PROGRESS: Receipt = { kind: 'inProgress', report: REPORT, confirmations: null };
const UNKNOWN: Receipt = { kind: 'unknown' };

function depositAt(block: bigint, digit: string, chain = north): FoundDeposit {
  return {
    ...{ chainId: chain?.id ?? 0, chainName: chain?.name ?? '', transactionHash: hashOf(digit), blockNumber: block },
    ...{ logIndex: 0, depositedAt: Number(block) * 1000, user: ACCOUNT, token: terms.origin.token },
    ...{ maker: terms.maker, target: terms.recipient, amount: 5n, destination: 31338n },
  };
}

type Run = Awaited<ReturnType<HistoryReads['readBack']>>;

let asked: (readonly string[])[];
let answer: (hash: string) => Receipt;
let isServiceDown: boolean;

beforeEach(() => {
  asked = [];
  answer = () => IN_PROGRESS;
  isServiceDown = false;
});

/** Each run of a chain reads one part and ends as told. */
function historyOf(runs: Readonly<Record<number, readonly { part: readonly FoundDeposit[]; end: Run }[]>>) {
  const done = new Map<number, number>();
  const starts: unknown[] = [];
  const reads: Pick<HistoryReads, 'startCursor' | 'readBack' | 'momentOfBlock'> = {
    startCursor: async () => cursor,
    momentOfBlock: async (_chain, block) => Number(block),
    readBack: async ({ chain }, start, onPart) => {
      starts.push(start);
      const count = done.get(chain.id) ?? 0;
      done.set(chain.id, count + 1);
      const run = runs[chain.id]?.[count];
      if (!run) throw new Error('no such run');
      onPart(run.part, run.end.cursor ? run.end.cursor.next + 1n : 0n);
      return run.end;
    },
  };
  const receipts = createReceiptSource({
    service: {
      getReceipts: async (hashes) => {
        if (isServiceDown) throw new ServiceUnreachable('down');
        asked.push(hashes);
        return hashes.map((depositHash) => ({ depositHash, receipt: answer(depositHash) }));
      },
      getReceipt: () => Promise.reject(new ServiceUnreachable('down')),
    },
    sleep: async () => {},
  });
  const history = createHistory({ account: ACCOUNT, chains: config.chains, reads, receipts });
  return { history, starts };
}

const paused: Run = { cursor: { next: 49n, span: 10n, refused: null }, problem: null };
const complete: Run = { cursor: null, problem: null };

describe('the history of an account', () => {
  it('joins the deposits of all chains, newest first, with their receipts', async () => {
    const { history } = historyOf({
      31337: [{ part: [depositAt(60n, '1')], end: paused }],
      31338: [{ part: [depositAt(90n, '2', south), depositAt(10n, '3', south)], end: complete }],
    });
    await Promise.all(config.chains.map(({ id }) => history.readOn(id)));
    const { deposits, receipts, chains } = history.store.getState();
    expect(deposits.map(({ transactionHash }) => transactionHash)).toEqual([hashOf('2'), hashOf('1'), hashOf('3')]);
    expect([...receipts.keys()].sort()).toEqual([hashOf('1'), hashOf('2'), hashOf('3')]);
    expect(chains).toMatchObject([
      { chainId: 31337, status: 'paused', readTo: 50n, readToMs: 50 },
      { chainId: 31338, status: 'complete', readTo: 0n, readToMs: null },
    ]);
  });

  it('goes on at the cursor, and lists a deposit that it reads twice once', async () => {
    const { history, starts } = historyOf({
      31337: [
        { part: [depositAt(60n, '1')], end: paused },
        { part: [depositAt(60n, '1'), depositAt(20n, '2')], end: complete },
      ],
    });
    await history.readOn(31337);
    await history.readOn(31337);
    await history.readOn(31337);
    expect(starts).toEqual([cursor, paused.cursor]);
    expect(history.store.getState().deposits).toHaveLength(2);
    expect(asked).toEqual([[hashOf('1')], [hashOf('2')]]);
  });

  it('says why a chain stopped, and keeps the deposits that it read', async () => {
    const { history } = historyOf({
      31337: [{ part: [depositAt(60n, '1')], end: { ...paused, problem: 'no answer' } }],
    });
    await history.readOn(31337);
    await history.readOn(31338);
    expect(history.store.getState().chains).toMatchObject([
      { status: 'stopped', problem: 'no answer' },
      { status: 'stopped', problem: 'no such run' },
    ]);
    expect(history.store.getState().deposits).toHaveLength(1);
  });

  it('leaves deposits without a verdict while the service is down, and asks again', async () => {
    isServiceDown = true;
    const { history } = historyOf({ 31337: [{ part: [depositAt(60n, '1')], end: complete }] });
    await history.readOn(31337);
    expect(history.store.getState()).toMatchObject({ isServiceSilent: true, receipts: new Map() });
    isServiceDown = false;
    await history.askAgain();
    expect(history.store.getState()).toMatchObject({ isServiceSilent: false });
    expect(history.store.getState().receipts.get(hashOf('1'))).toEqual([IN_PROGRESS]);
  });

  it('asks again for receipts that can still change, and only for those', async () => {
    const { history } = historyOf({ 31337: [{ part: [depositAt(60n, '1'), depositAt(50n, '2')], end: complete }] });
    answer = (hash) =>
      hash === hashOf('1') ? UNKNOWN : { kind: 'failed', report: REPORT, claim: { hash: null, amount: null } };
    await history.readOn(31337);
    asked = [];
    await history.askAgain();
    expect(asked).toEqual([[hashOf('1')]]);
  });

  it('asks for at most 100 receipts at once', async () => {
    const part = Array.from({ length: 230 }, (_, index) => ({
      ...depositAt(BigInt(index), '1'),
      transactionHash: `0x${index.toString(16).padStart(64, '0')}` as const,
    }));
    const { history } = historyOf({ 31337: [{ part, end: complete }] });
    await history.readOn(31337);
    expect(asked.map(({ length }) => length)).toEqual([100, 100, 30]);
    expect(history.store.getState().receipts.size).toBe(230);
  });
});
