import type { Address } from 'viem';
import { pad } from 'viem';
import { expect, test } from 'vitest';
import { createCallIndex } from './callIndex.ts';
import { requireVaults } from './openSigner.ts';
import { parsePaymentLines, writePaymentLine } from './paymentLog.ts';
import type { Policy } from './policy.ts';

const account = (digit: number): Address => `0x${String(digit).repeat(40)}`;
const [OLD, NEW, HOT_WALLET] = [account(1), account(2), account(3)];
const CHAIN_ID = 7;

function policyWith(retiredVaults: readonly Address[]): Policy {
  const limits = { maxGasLimit: 1n, maxGasPrice: 1n, maxGasDrop: 0n, tokens: [] };
  const reading = { rpcUrls: [], quorum: 1, confirmations: 1, payoutConfirmations: 1 };
  const chain = { name: 'Northshore', id: CHAIN_ID, ...limits, ...reading, depositContract: account(4) };
  const own = { hotWallet: HOT_WALLET, formerHotWallets: [], routes: [], remote: null };
  return { ...own, chains: [{ ...chain, vault: NEW, retiredVaults }] };
}

/** A log with a payment of the old vault and a cancel, as a restart reads it. */
function logAfter(forgottenBelow: number) {
  const paid = {
    chainId: CHAIN_ID,
    address: HOT_WALLET,
    nonce: 0,
    vault: OLD,
    callHash: pad('0x1'),
    ids: [pad('0x2')],
  };
  const cancelled = { ...paid, nonce: 1, vault: HOT_WALLET, callHash: pad('0x3'), ids: [] };
  const index = createCallIndex([paid, cancelled], []);
  index.forget({ chainId: CHAIN_ID, address: HOT_WALLET, nonce: forgottenBelow });
  const lines = index.entries().map((entry) => writePaymentLine(entry).trim());
  const { calls, forgottenCalls } = parsePaymentLines('a file', lines);
  return createCallIndex(calls, forgottenCalls);
}

test.each([0, 1, 2])('a policy needs each vault that has paid, even if the calls below %i are forgotten', (below) => {
  const used = logAfter(below).vaults();
  expect(() => requireVaults(policyWith([]), used)).toThrow(
    expect.objectContaining({ problems: [expect.stringContaining(`lacks the vault ${OLD}`)] }),
  );
  requireVaults(policyWith([OLD]), used);
  requireVaults({ ...policyWith([]), chains: [] }, used);
});
