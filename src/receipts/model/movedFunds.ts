import type { Address, Log } from 'viem';
import { encodeEventTopics, getAddress, zeroAddress } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { tokenMovesOf } from '#shared/events.ts';
import { vaultsOf } from '../../config/registry.ts';
import type { MovedFunds } from '../../transfer/verdict/verdict.ts';

/** An airdrop can move thousands of tokens in one transaction. */
const MAX_MOVED = 10;
const [DEPOSIT_TOPIC] = encodeEventTopics({ abi: depositAbi, eventName: 'Deposit' });

type Sent = {
  readonly from: Address;
  readonly to: Address | null;
  readonly value: bigint;
  readonly logs: readonly Log[];
};

type Moved = readonly MovedFunds[];

/** Puts transfers to a vault first, so that the limit cuts none of them. */
function vaultsFirst(moved: Moved, isVault: (address: Address) => boolean): Moved {
  return [...moved.filter(({ to }) => isVault(to)), ...moved.filter(({ to }) => !isVault(to))].slice(0, MAX_MOVED);
}

/**
 * What a transaction moved away from its sender, or else from the contract that it called, such as a smart account. A relayer
 * or bundler moves another account's tokens: then only those that went to a vault count. Null if such tokens moved, but none
 * to a vault.
 */
export function movedFunds({ from, to, value, logs }: Sent, chain: ChainConfig): Moved | null {
  const isVault = (address: Address) => vaultsOf(chain).some((vault) => isSameAddress(vault, address));
  const native =
    value > 0n && to !== null && !isSameAddress(from, to) ? [{ token: zeroAddress, to, amount: value }] : [];
  const transfers = tokenMovesOf(logs).filter((one) => one.amount > 0n && !isSameAddress(one.from, one.to));
  const toMoved = (some: typeof transfers) => some.map(({ from: _owner, ...moved }) => moved);
  const movedBy = (owner: Address) => toMoved(transfers.filter((one) => isSameAddress(one.from, owner)));
  const own = [...native, ...movedBy(from)];
  const known = own.length > 0 || to === null ? own : movedBy(to);
  if (known.length > 0 || transfers.length === 0) return vaultsFirst(known, isVault);
  const intoVault = toMoved(transfers).filter((one) => isVault(one.to));
  return intoVault.length > 0 ? vaultsFirst(intoVault, isVault) : null;
}

/** Contracts that emitted a Deposit event and are not the pinned one. */
export function strangersIn(logs: readonly Log[], chain: ChainConfig): readonly Address[] {
  return logs
    .filter(({ address, topics }) => topics[0] === DEPOSIT_TOPIC && !isSameAddress(address, chain.depositContract))
    .map(({ address }) => getAddress(address));
}
