import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import { pollOnce as poll } from '../../../tools/lab/web/pollOnce.ts';
import type { Transfer } from '../model/transfer.ts';
import type { PollHistory, PollSources } from './lookForDeposit.ts';
import { lookForDeposit, NO_HISTORY, startPoll } from './lookForDeposit.ts';

type Reads = Partial<PollSources['reads']>;

const FOUND = hashOf('2');
const HASH = hashOf('1');
const attempt = { nonce: 7, fromBlock: 100n };
const sought = { terms, attempt, nonce: 7 };
const sent: Transfer = { status: 'sent', terms, attempt, hash: HASH, nonce: 7, since: null, doubt: null };
const seen: Transfer = { ...sent, doubt: { kind: 'reverted', foundOn: null } };

/** Looks at an account that used the nonce in block 196, with five confirmations. An earlier poll saw the same. */
function look(reads: Reads, history: PollHistory = { ...NO_HISTORY, absentPolls: 1 }) {
  const all: Reads = {
    codeOf: async () => '0x',
    findDeposit: async () => ({ kind: 'none', to: 200n }),
    minedNonce: async (_terms, at = 200n) => (at >= 196n ? 8 : 7),
    pendingNonce: async () => 8,
    ...reads,
  };
  const receiptOf: PollSources['receiptOf'] = async () => ({ kind: 'unknown' });
  const sources = { reads: all as PollSources['reads'], receiptOf, isClaimed: () => false, history };
  return lookForDeposit(sought, startPoll(sources));
}

/** Everything that keeps a deposit possible, although something else seems to have its nonce. */
const DOUBTS: readonly (readonly [what: string, reads: Reads])[] = [
  ['the nonce is unused', { minedNonce: async () => 7, pendingNonce: async () => 7 }],
  ['the block that uses the nonce has four confirmations', { findDeposit: async () => ({ kind: 'none', to: 199n }) }],
  ['the search does not reach the newest block', { findDeposit: async () => ({ kind: 'incomplete', to: 200n }) }],
  ['the account has another pending transaction', { pendingNonce: async () => 9 }],
  ['the account is a contract', { codeOf: async () => '0x6001' }],
  ['the account is delegated (EIP-7702)', { codeOf: async () => `0xef0100${'a'.repeat(40)}` }],
];

describe('a deposit that its transaction does not show', () => {
  it('is ruled out by two polls in a row', async () => {
    const history = { ...NO_HISTORY };
    expect(await look({}, history)).toEqual({ kind: 'open' });
    expect(await look({ pendingNonce: async () => 9 }, history)).toEqual({ kind: 'open' });
    expect(await look({}, history)).toEqual({ kind: 'open' });
    expect(await look({}, history)).toEqual({ kind: 'ruledOut' });
  });

  it('is ruled out only by the last two polls, and by two more after a verdict', async () => {
    const history = { ...NO_HISTORY };
    const found: Reads = { findDeposit: async () => ({ kind: 'found', hash: FOUND }) };
    const kinds: string[] = [];
    for (const reads of [{}, found, {}, {}, {}, {}]) kinds.push((await look(reads, history)).kind);
    expect(kinds).toEqual(['open', 'found', 'open', 'ruledOut', 'open', 'ruledOut']);
  });

  it('is ruled out by whole searches, which may take several polls', async () => {
    const asked: (boolean | undefined)[] = [];
    const search = (kind: 'none' | 'incomplete'): Reads => ({
      findDeposit: async (_terms, { isWhole }) => {
        asked.push(isWhole);
        return { kind, to: 200n };
      },
    });
    const history = { ...NO_HISTORY };
    expect(await look({ ...search('none'), pendingNonce: async () => 9 }, history)).toEqual({ kind: 'open' });
    for (const kind of ['incomplete', 'none', 'incomplete'] as const) {
      expect(await look(search(kind), history)).toEqual({ kind: 'open' });
    }
    expect(await look(search('none'), history)).toEqual({ kind: 'ruledOut' });
    expect(asked).toEqual([false, true, true, true, true]);
  });

  it.each(DOUBTS)('is possible while %s', async (_what, reads) => {
    expect(await look(reads)).toEqual({ kind: 'open' });
  });

  it('is found by its log, whatever the nonce', async () => {
    const findDeposit: PollSources['reads']['findDeposit'] = async () => ({ kind: 'found', hash: FOUND });
    expect(await look({ findDeposit })).toEqual({ kind: 'found', hash: FOUND });
  });

  it('stays possible if a node does not answer, which resets the count', async () => {
    const history = { ...NO_HISTORY, absentPolls: 1 };
    await expect(look({ codeOf: () => Promise.reject(new Error('no answer')) }, history)).rejects.toThrow();
    expect(await look({}, history)).toEqual({ kind: 'open' });
  });

  it('may be mined while the search runs, because the pending nonce is read first', async () => {
    const read: string[] = [];
    await look({
      pendingNonce: async () => {
        read.push('pending');
        return 8;
      },
      findDeposit: async () => {
        read.push('search');
        return { kind: 'none', to: 200n };
      },
    });
    expect(read).toEqual(['pending', 'search']);
  });
});

describe('a poll between two polls that find the deposit absent', () => {
  const ABSENT: Partial<PollSources['reads']> = {
    minedNonce: async () => 8,
    pendingNonce: async () => 8,
    readDeposit: async () => 'reverted',
  };
  const between: readonly (readonly [what: string, transfer: Transfer, reads: Partial<PollSources['reads']>])[] = [
    ['the receipt has the deposit', sent, { readDeposit: async () => 'mined' }],
    ['a node knows the transaction', sent, { nonceOf: async () => 7 }],
    ['no node answers', sent, { readDeposit: () => Promise.reject(new Error('no answer')) }],
    ['it looks for a late deposit', { status: 'readyToSign', terms, attempt }, {}],
  ];
  it.each(between)('restarts the count if %s', async (_what, transfer, reads) => {
    const history = { ...NO_HISTORY, emptyPolls: 3 };
    expect(await poll(seen, { reads: ABSENT, history })).toBeNull();
    await poll(transfer, { reads, history }).catch(() => null);
    expect(await poll(seen, { reads: ABSENT, history })).toBeNull();
    expect(await poll(seen, { reads: ABSENT, history })).toMatchObject({ type: 'depositFailed' });
  });
});

describe('pollTransfer, signing by the owners of a Safe', () => {
  const proposed: Transfer = { status: 'signing', terms, attempt, proposal: HASH };

  it("waits, although the account's nonce is used", async () => {
    expect(
      await poll(proposed, {
        reads: { minedNonce: async () => 8, pendingNonce: async () => 8 },
        history: { ...NO_HISTORY, absentPolls: 1 },
      }),
    ).toBeNull();
  });

  it('finds the deposit by its log', async () => {
    expect(await poll(proposed, { reads: { findDeposit: async () => ({ kind: 'found', hash: FOUND }) } })).toEqual({
      type: 'depositFound',
      hash: FOUND,
    });
  });

  it('accepts the proposal if it is a transaction after all', async () => {
    expect(await poll(proposed, { reads: { nonceOf: async () => 3 } })).toEqual({ type: 'depositFound', hash: HASH });
  });
});
