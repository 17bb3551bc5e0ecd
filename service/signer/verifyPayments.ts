import type { Address, Hash } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { DepositReference } from '../chain/signer.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Payment } from '../domain/payment.ts';
import { findPayoutProblem, findRefundProblem } from '../domain/paymentBounds.ts';
import { readDeposit, readFinalNonce } from './evidence.ts';
import type { PaymentLog, SignedNonce } from './paymentLog.ts';
import type { Policy } from './policy.ts';
import { Refusal } from './policy.ts';
import { payoutBounds } from './policyBounds.ts';
import type { ProviderSet } from './providers.ts';
import { askQuorum, Unverified } from './providers.ts';

/** What the signer knows by itself: its policy, its providers and what it signed before. */
export type Verifier = {
  readonly policy: Policy;
  /** By chain id. */
  readonly providers: ReadonlyMap<number, ProviderSet>;
  readonly paymentLog: PaymentLog;
};

/** A payment of a call, and the deposit that it is said to be for. */
export type ClaimedPayment = { readonly payment: Payment; readonly reference: DepositReference };

function requireProviders({ providers }: Verifier, chainId: number): ProviderSet {
  const found = providers.get(chainId);
  if (!found) throw new Refusal(`chain ${chainId} is not in the policy`);
  return found;
}

function findDifference(policy: Policy, deposit: Deposit, placed: { chainId: number; payment: Payment }) {
  if (placed.chainId === deposit.chainId) return findRefundProblem(deposit, placed);
  const bounds = payoutBounds(policy, deposit);
  return typeof bounds === 'string' ? bounds : findPayoutProblem(bounds, deposit, placed);
}

/** Whether one of the vaults has paid the id, as a quorum of the providers sees it. */
async function isPaid(set: ProviderSet, vaults: readonly Address[], id: Hash): Promise<boolean> {
  if (vaults.length === 0) return false;
  return askQuorum(set, async (client) => {
    const answers = await Promise.all(
      vaults.map((address) => client.readContract({ address, abi: vaultAbi, functionName: 'isPaid', args: [id] })),
    );
    return answers.includes(true);
  });
}

/**
 * Verifies that no other chain has paid an id, and that none of the payments signed for it there can still be mined.
 * @throws Refusal, Unverified
 */
async function verifyUnpaid(
  { policy }: Verifier,
  set: ProviderSet,
  { id, signed }: { readonly id: Payment['id']; readonly signed: readonly SignedNonce[] },
): Promise<void> {
  const { chain } = set;
  const finalNonce = signed.length > 0 ? await readFinalNonce(set, policy.hotWallet) : 0;
  // Read after the nonces: what they paid is visible in the newest block.
  if (await isPaid(set, vaultsOf(chain), id)) throw new Refusal(`${chain.name} has already paid the deposit`);
  const open = signed.find(({ nonce }) => nonce >= finalNonce);
  if (open) {
    throw new Unverified(
      `another payment of the deposit, signed at nonce ${open.nonce} on ${chain.name}, can still take effect`,
    );
  }
}

/**
 * Verifies one payment from the deposit on its origin chain, as the signer's own providers have it.
 * @returns the earlier nonces on other chains that can no longer pay the id
 */
async function verifyPayment(
  verifier: Verifier,
  chainId: number,
  { payment, reference }: ClaimedPayment,
): Promise<readonly SignedNonce[]> {
  const { policy, paymentLog } = verifier;
  const origin = requireProviders(verifier, reference.chainId);
  const deposit = await readDeposit(origin, reference);
  if (!deposit) {
    throw new Refusal(
      `transaction ${reference.transactionHash} on ${origin.chain.name} has no deposit ${reference.ordinal} for the vault`,
    );
  }
  const difference = findDifference(policy, deposit, { chainId, payment });
  if (difference !== null) throw new Refusal(difference);
  const signed = paymentLog.elsewhere(payment.id, chainId);
  const paying = requireProviders(verifier, chainId);
  // The vault in use refuses an id that it has paid. It does not know what the retired ones have paid.
  if (await isPaid(paying, paying.chain.retiredVaults, payment.id)) {
    throw new Refusal(`a retired vault of ${paying.chain.name} has already paid the deposit`);
  }
  const others = new Set([deposit.chainId, Number(deposit.destination), ...signed.map((nonce) => nonce.chainId)]);
  others.delete(chainId);
  for (const other of others) {
    const set = verifier.providers.get(other);
    const there = signed.filter((nonce) => nonce.chainId === other);
    // A destination that the policy never had cannot have been paid.
    if (set) await verifyUnpaid(verifier, set, { id: payment.id, signed: there });
    else if (there.length > 0)
      throw new Refusal(`the deposit was signed for chain ${other}, which the policy lacks now`);
  }
  return signed;
}

/**
 * Verifies that each payment of a call is due, by the deposit as the origin chain has it. The worker's database and its
 * providers play no part.
 * @returns the earlier nonces on other chains that can no longer pay these ids
 * @throws Refusal when a payment is not what its deposit gives; Unverified when that cannot be known now
 */
export async function verifyPayments(
  verifier: Verifier,
  { chainId, claims }: { readonly chainId: number; readonly claims: readonly ClaimedPayment[] },
): Promise<readonly SignedNonce[]> {
  const settled = await Promise.all(claims.map((claim) => verifyPayment(verifier, chainId, claim)));
  return settled.flat();
}
