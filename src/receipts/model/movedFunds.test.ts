import type { Address, Log } from 'viem';
import { encodeAbiParameters, encodeEventTopics, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { northshore } from '../../../tools/lab/web/deskEvidence.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT, OTHER_ACCOUNT, terms } from '../../../tools/lab/web/fixtures.ts';
import { movedFunds } from './movedFunds.ts';

const { token } = terms.origin;
const RELAYER: Address = '0x00000000000000000000000000000000000000e1';
const ENTRY_POINT: Address = '0x00000000000000000000000000000000000000e2';

function transfer(from: Address, to: Address, amount = 5n): Log {
  const topics = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }) as Log['topics'];
  const data = encodeAbiParameters([{ type: 'uint256' }], [amount]);
  const place = { blockHash: hashOf('8'), blockNumber: 1n, transactionHash: hashOf('1'), transactionIndex: 0 };
  return { ...place, address: token, topics, data, logIndex: 0, removed: false };
}

const relayed = (...logs: Log[]) => movedFunds({ from: RELAYER, to: ENTRY_POINT, value: 0n, logs }, northshore);

describe('what a transaction moved', () => {
  it("is unknown if a relayer moved another account's tokens", () => {
    expect(relayed(transfer(ACCOUNT, OTHER_ACCOUNT))).toBeNull();
  });

  it('is what a relayer brought into a vault', () => {
    const logs = [transfer(ACCOUNT, OTHER_ACCOUNT), transfer(ACCOUNT, northshore.vault)];
    expect(relayed(...logs)).toEqual([{ token, to: northshore.vault, amount: 5n }]);
  });

  it('is nothing without any transfer', () => {
    expect(relayed()).toEqual([]);
  });

  it('includes the transfer to the vault, however many others come before it', () => {
    const logs = Array.from({ length: 12 }, () => transfer(RELAYER, OTHER_ACCOUNT));
    const moved = relayed(...logs, transfer(RELAYER, northshore.vault));
    expect(moved).toHaveLength(10);
    expect(moved?.[0]).toMatchObject({ to: northshore.vault });
  });
});
