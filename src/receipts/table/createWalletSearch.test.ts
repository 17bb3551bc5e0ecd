import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT, config, terms } from '../../../tools/lab/web/fixtures.ts';
import type { AccountLogs } from '../../chain/historyReads.ts';
import { createWalletSearch } from './createWalletSearch.ts';

const deposit = (digit: string, chainId: number): AccountLogs['deposits'][number] => ({
  ...{ chainId, chainName: '', transactionHash: hashOf(digit), blockNumber: 5n, logIndex: 0, depositedAt: 1 },
  ...{ user: ACCOUNT, token: terms.origin.token, maker: terms.maker, target: '', amount: 5n, destination: 1n },
});
const payment = (digit: string, chainId: number): AccountLogs['payments'][number] => ({
  ...{ id: hashOf('f'), chainId, transactionHash: hashOf(digit), blockNumber: 5n, logIndex: 0 },
});

function searchOver(parts: Readonly<Record<number, AccountLogs>>) {
  return createWalletSearch({
    account: ACCOUNT,
    chains: config.chains,
    reads: {
      startCursor: async () => ({ next: 100n, span: 10n, refused: null }),
      blockTimeMs: async () => null,
      readAccountBack: async ({ chain }, _start, onPart) => {
        const part = parts[chain.id];
        if (!part) return { cursor: { next: 50n, span: 10n, refused: null }, problem: 'no answer' };
        onPart(part, 0n);
        return { cursor: null, problem: null };
      },
    },
  });
}

describe('the wallet search', () => {
  it('lists the transactions of its deposits and of the payments to it, each once, with their chain', async () => {
    const search = searchOver({
      31337: { deposits: [deposit('a', 31337), deposit('a', 31337)], payments: [payment('b', 31337)] },
      31338: { deposits: [], payments: [payment('c', 31338)] },
    });
    await search.readOn(31337);
    await search.readOn(31338);
    expect(search.store.getState().hashes.map(({ hash, chainId }) => [hash, chainId])).toEqual([
      [hashOf('a'), 31337],
      [hashOf('b'), 31337],
      [hashOf('c'), 31338],
    ]);
    expect(search.readings.getState().map(({ status }) => status)).toEqual(['complete', 'complete']);
  });

  it('names the chain that it could not read', async () => {
    const search = searchOver({ 31337: { deposits: [deposit('a', 31337)], payments: [] } });
    await search.readOn(31338);
    expect(search.readings.getState().find(({ chainId }) => chainId === 31338)).toMatchObject({
      ...{ status: 'stopped', problem: 'no answer' },
    });
  });
});
