import type { Hash } from 'viem';
import { parseHash } from '#shared/hash.ts';
import type { Registry } from '../config/registry.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import { ownValue } from '../lib/ownValue.ts';
import { isDepositOf } from '../transfer/model/depositLog.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import { depositHash } from '../transfer/model/transfer.ts';
import type { ChainReads } from '../transfer/reads/chainReads.ts';
import type { TransferStore } from '../transfer/transferStore.ts';
import type { AdoptionProblem } from './model/adoptDeposit.ts';
import { adoptDeposit } from './model/adoptDeposit.ts';

export type Adopted =
  | { readonly kind: 'added'; readonly ids: readonly string[] }
  /** This browser has it already. Nothing changed. */
  | { readonly kind: 'known'; readonly ids: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: AdoptionProblem | 'noAnswer' | 'noDeposit' | 'notStored' };

type Sources = {
  readonly reads: Pick<ChainReads, 'depositsIn'>;
  readonly registry: Registry;
  readonly store: TransferStore;
  readonly now: () => number;
};

/**
 * Adds the deposits of a transaction to this browser, without any result: the tracker proves each step again. A transfer that
 * this browser has stays as it is.
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
    // The id of an adopted transfer is that of its deposit, so another one stands for another deposit.
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
