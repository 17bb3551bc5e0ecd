import type { Address } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import { maxGasDropOf, vaultsOf } from '../../boot/model/catalog.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import type { Payment, PayoutBounds } from '../../payments/model/payment.ts';
import { findPayoutProblem, findRefundProblem } from '../../payments/model/payment.ts';
import type { DepositReference } from '../client/signer.ts';
import type { CallPlace, SignedCall, SignedNonce } from './callIndex.ts';
import type { ChainReading } from './evidence.ts';
import { createChainReading, isPaid, readDeposit, readOutcome } from './evidence.ts';
import { isRevoked, verifyFormerWallets } from './formerWallets.ts';
import type { PaymentLog } from './paymentLog.ts';
import type { Policy } from './policy.ts';
import { internalAddresses, Refusal } from './policy.ts';
import type { ProviderSet } from './providers.ts';
import { Unverified } from './providers.ts';

/**
 * What limits a deposit's payout, according to the policy alone.
 * @returns the reason if the policy has no route for the deposit
 */
export function payoutBounds(
  { chains, routes, hotWallet }: Policy,
  deposit: Pick<Deposit, 'chainId' | 'token' | 'destination'>,
): PayoutBounds | string {
  const origin = chains.find(({ id }) => id === deposit.chainId);
  const destination = chains.find(({ id }) => BigInt(id) === deposit.destination);
  const originToken = origin?.tokens.find(({ address }) => address === deposit.token);
  const token = destination?.tokens.find(({ name }) => name === originToken?.name);
  const route = routes.find(
    ({ from, to, token: name }) => from === origin?.name && to === destination?.name && name === token?.name,
  );
  if (!destination || !originToken || !token || !route) {
    return `the policy has no route for token ${deposit.token} from chain ${deposit.chainId} to chain ${deposit.destination}`;
  }
  return {
    ...{ destinationId: destination.id, token, originDecimals: originToken.decimals },
    ...{ minFee: route.minFee, gasDropFloor: route.gasDropFloor },
    maxGasDrop: maxGasDropOf(destination, token.address),
    internal: internalAddresses(destination, hotWallet),
  };
}

/** What the signer knows by itself: its policy, its providers and what it signed before. */
export type Verifier = {
  readonly policy: Policy;
  /** By chain id. */
  readonly providers: ReadonlyMap<number, ProviderSet>;
  readonly paymentLog: PaymentLog;
};

/** A payment in a call, and the deposit that it is claimed to be for. */
export type ClaimedPayment = { readonly payment: Payment; readonly reference: DepositReference };

/** For each chain in the policy, what one request's payments read. */
type Readings = ReadonlyMap<number, ChainReading>;

function requireChain<Found>(chains: ReadonlyMap<number, Found>, chainId: number): Found {
  const found = chains.get(chainId);
  if (!found) throw new Refusal(`chain ${chainId} is not in the policy`);
  return found;
}

/**
 * Verifies that the payment log knows every nonce that the hot wallet has used on a chain. A log that was lost or
 * restored from a backup lacks payments that can still be mined.
 * @throws Refusal, Unverified
 */
async function verifyMemory({ policy, paymentLog }: Verifier, { chain, nonces }: ProviderSet): Promise<void> {
  const used = await nonces.first();
  const known = paymentLog.nextNonce({ chainId: chain.id, address: policy.hotWallet });
  if (known === null || used <= known) return;
  throw new Refusal(
    `the signer's payment log knows the nonces of the hot wallet on ${chain.name} below ${known}, but the wallet has used those below ${used}. Restore the newest log, or follow "To continue without the signer's payment log" in the runbook`,
  );
}

/**
 * Verifies that a nonce is one of the next ones, and that the signer remembers those before it.
 * @throws Refusal, Unverified
 */
export async function verifyNonce(verifier: Verifier, { chainId, nonce }: SignedNonce): Promise<void> {
  const set = requireChain(verifier.providers, chainId);
  await verifyMemory(verifier, set);
  if (await set.nonces.admits(nonce)) return;
  throw new Unverified(`nonce ${nonce} is far beyond the hot wallet's next one on ${set.chain.name}`);
}

function findDifference(policy: Policy, deposit: Deposit, placed: { chainId: number; payment: Payment }) {
  if (placed.chainId === deposit.chainId) return findRefundProblem(deposit, placed);
  const bounds = payoutBounds(policy, deposit);
  return typeof bounds === 'string' ? bounds : findPayoutProblem(bounds, deposit, placed);
}

/**
 * The wallets of signed calls, without former ones that can no longer pay.
 * @throws Unverified
 */
async function listActive(
  { policy }: Verifier,
  reading: ChainReading,
  signed: readonly SignedCall[],
): Promise<ReadonlySet<Address>> {
  const active = new Set<Address>();
  for (const address of new Set(signed.map((call) => call.address))) {
    const isGone = !isSameAddress(address, policy.hotWallet) && (await isRevoked(reading, address));
    if (!isGone) active.add(address);
  }
  return active;
}

/**
 * Verifies that a chain has not paid an id, and that none of the payments signed for it there can still be mined.
 * @throws Refusal, Unverified
 */
async function verifyUnpaid(
  verifier: Verifier,
  reading: ChainReading,
  { id, signed }: { readonly id: Payment['id']; readonly signed: readonly SignedCall[] },
): Promise<void> {
  const { chain } = reading.set;
  await verifyMemory(verifier, reading.set);
  const unknown = signed.find(({ vault }) => !vaultsOf(chain).some((known) => isSameAddress(known, vault)));
  if (unknown) {
    throw new Refusal(
      `the deposit was signed for the vault ${unknown.vault}, which the policy of ${chain.name} lacks now`,
    );
  }
  const accounts = await listActive(verifier, reading, signed);
  const outcome = await readOutcome(reading, { accounts, id });
  if (outcome.isPaid) throw new Refusal(`${chain.name} has already paid the deposit`);
  const open = signed.find(
    ({ address, nonce }) => nonce >= (outcome.finalNonces.get(address) ?? 0) && accounts.has(address),
  );
  if (!open) return;
  throw new Unverified(
    `another payment of the deposit, signed at nonce ${open.nonce} on ${chain.name}, can still take effect`,
    { open },
  );
}

/** Only the policy's chains can be asked. About any other chain, the signer knows only what it remembers. */
function verifyUnknownChain({ paymentLog }: Verifier, chainId: number, signed: readonly SignedCall[]): void {
  if (signed.length > 0) throw new Refusal(`the deposit was signed for chain ${chainId}, which the policy lacks now`);
  if (paymentLog.hasForgotten(chainId)) {
    throw new Refusal(
      `the policy lacks chain ${chainId} now, and only that chain knows which deposits it has paid. Put it back into the policy`,
    );
  }
}

/**
 * Verifies one payment against the deposit on its origin chain, as the signer's own providers have it.
 * @returns the earlier calls that can no longer pay the id
 */
async function verifyPayment(
  verifier: Verifier,
  { place, readings }: { readonly place: CallPlace; readonly readings: Readings },
  { payment, reference }: ClaimedPayment,
): Promise<readonly SignedCall[]> {
  const { policy, paymentLog } = verifier;
  const { chainId } = place;
  const origin = requireChain(readings, reference.chainId);
  const deposit = await readDeposit(origin, reference);
  if (!deposit) {
    throw new Refusal(
      `transaction ${reference.transactionHash} on ${origin.set.chain.name} has no deposit ${reference.ordinal} for the vault`,
    );
  }
  const difference = findDifference(policy, deposit, { chainId, payment });
  if (difference !== null) throw new Refusal(difference);
  for (const end of new Set([chainId, deposit.chainId, Number(deposit.destination)])) {
    const reading = readings.get(end);
    if (reading) await verifyFormerWallets(verifier, reading);
  }
  const signed = paymentLog.besides(payment.id, place);
  const paying = requireChain(readings, chainId);
  // The current vault refuses an id that it has paid, but doesn't know what the retired vaults have paid.
  if (await isPaid(paying, paying.set.chain.retiredVaults, payment.id)) {
    throw new Refusal(`a retired vault of ${paying.set.chain.name} has already paid the deposit`);
  }
  const chains = new Set(signed.map((call) => call.chainId));
  for (const end of [deposit.chainId, Number(deposit.destination)]) if (end !== chainId) chains.add(end);
  for (const other of chains) {
    const reading = readings.get(other);
    const there = signed.filter((call) => call.chainId === other);
    if (reading) await verifyUnpaid(verifier, reading, { id: payment.id, signed: there });
    else verifyUnknownChain(verifier, other, there);
  }
  return signed;
}

/**
 * Verifies that each payment in a call is due, according to the deposit on the origin chain. The worker's database and
 * providers play no part.
 * @returns the earlier calls that can no longer pay these ids
 * @throws Refusal if a payment differs from what its deposit gives; Unverified if that can't be known now
 */
export async function verifyPayments(
  verifier: Verifier,
  { place, claims }: { readonly place: CallPlace; readonly claims: readonly ClaimedPayment[] },
): Promise<readonly SignedCall[]> {
  const ids = claims.map(({ payment }) => payment.id);
  const references = claims.map(({ reference }) => reference);
  const readings = new Map([...verifier.providers].map(([id, set]) => [id, createChainReading(set, ids, references)]));
  const settled = await Promise.all(claims.map((claim) => verifyPayment(verifier, { place, readings }, claim)));
  return settled.flat();
}
