import type { Hash } from 'viem';
import { encodeDeposit } from '#client/depositEncoder.ts';
import { isNativeToken, isSameAddress, parseAddress } from '#shared/address.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type { DepositLog } from '#shared/events.ts';
import { splitTarget } from '#shared/gasDrop.ts';
import { parseHash } from '#shared/hash.ts';
import { chainTime } from '../chain/model/chainTime.ts';
import type { Registry } from '../config/registry.ts';
import { tokenByName, vaultsOf } from '../config/registry.ts';
import { ownValue } from '../lib/ownValue.ts';
import { isDepositOf } from '../transfer/model/depositMatch.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import { depositHash } from '../transfer/model/transfer.ts';
import type { ChainReads } from '../transfer/reads/chainReads.ts';
import type { TransferStore } from '../transfer/transferStore.ts';

export type Adopted =
  | { readonly kind: 'added'; readonly ids: readonly string[] }
  /** This browser already has it. Nothing changed. */
  | { readonly kind: 'known'; readonly ids: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: AdoptionProblem | 'noAnswer' | 'noDeposit' | 'notStored' };

type Sources = {
  readonly reads: Pick<ChainReads, 'depositsIn'>;
  readonly registry: Registry;
  readonly store: TransferStore;
  readonly now: () => number;
};

/**
 * Adds the deposits of a transaction to this browser, without a result: the tracker proves each step again. Transfers that
 * this browser already has are not changed.
 */
export async function adoptDeposits(
  { reads, registry, store, now }: Sources,
  { chain, hash }: { readonly chain: ChainConfig; readonly hash: Hash },
): Promise<Adopted> {
  const deposits = await reads.depositsIn(chain.id, hash).catch(() => null);
  if (deposits === null) return { kind: 'refused', reason: 'noAnswer' };
  const added: string[] = [];
  const known = new Set<string>();
  const problems: AdoptionProblem[] = [];
  store.getState().add((transfers) => {
    // An adopted transfer has its deposit's id, so a different id is a different deposit.
    const ofThisBrowser = Object.values(transfers).filter(
      (one) => depositHash(one) === hash && one.terms.origin.chainId === chain.id && parseHash(one.terms.id) === null,
    );
    return deposits.flatMap((deposit): readonly Transfer[] => {
      const adoption = adoptDeposit(registry, { chain, deposit }, now());
      if (!adoption.ok) {
        problems.push(adoption.problem);
        return [];
      }
      const own = ownValue(transfers, deposit.id) ?? ofThisBrowser.find(({ terms }) => isDepositOf(deposit, terms));
      if (own) known.add(own.terms.id);
      else added.push(deposit.id);
      return own ? [] : [adoption.transfer];
    });
  });
  const { transfers } = store.getState();
  const stored = added.filter((id) => Object.hasOwn(transfers, id));
  if (stored.length > 0) return { kind: 'added', ids: stored };
  if (known.size > 0) return { kind: 'known', ids: [...known] };
  return { kind: 'refused', reason: added.length > 0 ? 'notStored' : (problems[0] ?? 'noDeposit') };
}

/** Why the app cannot follow a deposit: the pinned chains, tokens and vaults do not cover it. */
type AdoptionProblem = 'unknownToken' | 'unknownDestination' | 'invalidRecipient' | 'otherVault';

type Adoption =
  | { readonly ok: true; readonly transfer: Extract<Transfer, { status: 'sent' }> }
  | { readonly ok: false; readonly problem: AdoptionProblem };

const refuse = (problem: AdoptionProblem): Adoption => ({ ok: false, problem });

/**
 * Makes a transfer from a deposit that a chain shows. It starts without a result, so that the tracker proves each step again.
 * Its status never lets a wallet sign.
 */
function adoptDeposit(
  registry: Registry,
  { chain, deposit }: { readonly chain: ChainConfig; readonly deposit: DepositLog },
  now: number,
): Adoption {
  const token = chain.tokens.find(({ address }) => isSameAddress(address, deposit.token));
  if (!token) return refuse('unknownToken');
  const destination = registry.chains.find(({ id }) => BigInt(id) === deposit.destination);
  const destinationToken = destination && tokenByName(destination, token.name);
  if (!destination || !destinationToken || destination.id === chain.id) return refuse('unknownDestination');
  if (!vaultsOf(chain).some((vault) => isSameAddress(vault, deposit.maker))) return refuse('otherVault');
  const target = splitTarget(deposit.target);
  const recipient = parseAddress(target.recipient);
  if (!recipient) return refuse('invalidRecipient');
  const { gasDrop } = target;
  const { user: account, maker, amount: send } = deposit;
  const since = chainTime(deposit.timestamp);
  const data = encodeDeposit({
    ...{ recipient, gasDrop, token: token.address, maker, amount: send, destinationChainId: destination.id },
  });
  const terms = {
    ...{ id: deposit.id, createdAt: since ?? now, account, recipient, tokenName: token.name },
    ...{ typed: null, knownDuplicates: [] },
    origin: { chainId: chain.id, chainName: chain.name, token: token.address, decimals: token.decimals },
    destination: {
      ...{ chainId: destination.id, chainName: destination.name },
      ...{ token: destinationToken.address, decimals: destinationToken.decimals },
    },
    ...{ send, receive: null, gasDrop, validUntilMs: null, usualSeconds: null },
    deposit: { to: chain.depositContract, data, value: isNativeToken(token.address) ? send : 0n },
    ...{ maker, resetsAllowance: token.resetsAllowance },
  };
  return {
    ok: true,
    transfer: { status: 'sent', terms, attempt: null, hash: deposit.transactionHash, nonce: null, since, doubt: null },
  };
}
