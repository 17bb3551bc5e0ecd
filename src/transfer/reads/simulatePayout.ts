import type { Address } from 'viem';
import { BaseError, isHex } from 'viem';
import { call } from 'viem/actions';
import { visibleText } from '#shared/foreignText.ts';
import type { ChainClient } from '../../chain/chainClients.ts';
import { isRevert, revertReason } from '../../chain/chainErrors.ts';
import type { PayoutRefusal } from '../model/payoutRefusal.ts';

// CausewayVault.sol gives a recipient's code RECIPIENT_GAS, and the EVM adds 2,300 to a call with a value. A transaction
// itself takes 21,000.
const PAYOUT_GAS = 100_000n + 2_300n + 21_000n;

// Nodes have no code for these ends of a call, and each program has its own words.
const OUT_OF_GAS = /out ?of ?gas/i;
const HALTED = /invalid ?\w*opcode|bad ?instruction|EVM error/i;

/** Null: the recipient receives the payout. */
export type PayoutSimulation = { readonly refusal: PayoutRefusal | null };

export type NativePayout = { readonly vault: Address; readonly recipient: Address; readonly amount: bigint };

/**
 * Simulates a vault's payout of native tokens, with the gas that the vault gives. Throws if no node simulates it: the
 * caller then has no result, which is neither a success nor a refusal.
 */
export async function simulatePayout(
  client: ChainClient,
  { vault, recipient, amount }: NativePayout,
): Promise<PayoutSimulation> {
  try {
    const { data = '0x' } = await call(client, { account: vault, to: recipient, value: amount, gas: PAYOUT_GAS });
    if (!isHex(data)) throw new Error('the endpoint answered without a result');
    return { refusal: null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) return { refusal };
    throw error;
  }
}

function refusalOf(error: unknown): PayoutRefusal | null {
  if (!(error instanceof BaseError)) return null;
  if (OUT_OF_GAS.test(error.details)) return { kind: 'gas' };
  if (isRevert(error)) return { kind: 'fails', reason: revertReason(error) };
  return HALTED.test(error.details) ? { kind: 'fails', reason: visibleText(error.details) } : null;
}
