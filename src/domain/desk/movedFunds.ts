import type { Address, Log } from 'viem';
import { encodeEventTopics, erc20Abi, parseEventLogs, zeroAddress } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import { vaultsOf } from '../registry.ts';
import type { MovedFunds, PaymentLog } from './evidence.ts';

/** A transaction of an airdrop or an exchange can move thousands of tokens. */
const MAX_MOVED = 10;
const [DEPOSIT_TOPIC] = encodeEventTopics({ abi: depositAbi, eventName: 'Deposit' });

type Sent = {
  readonly from: Address;
  readonly to: Address | null;
  readonly value: bigint;
  readonly logs: readonly Log[];
};

/** What a transaction moved away from its sender, or else from the contract that it called, such as a smart account. */
export function movedFunds({ from, to, value, logs }: Sent): readonly MovedFunds[] {
  const native =
    value > 0n && to !== null && !isSameAddress(from, to) ? [{ token: zeroAddress, to, amount: value }] : [];
  const transfers = parseEventLogs({ abi: erc20Abi, logs: [...logs], eventName: 'Transfer' }).filter(
    ({ args }) => args.value > 0n && !isSameAddress(args.from, args.to),
  );
  const movedBy = (owner: Address) =>
    transfers
      .filter(({ args }) => isSameAddress(args.from, owner))
      .map(({ address, args }) => ({ token: address, to: args.to, amount: args.value }));
  const own = [...native, ...movedBy(from)];
  return (own.length > 0 || to === null ? own : movedBy(to)).slice(0, MAX_MOVED);
}

/** Contracts that emitted a Deposit event and are not the pinned one. */
export function strangersIn(logs: readonly Log[], chain: ChainConfig): readonly Address[] {
  return logs
    .filter(({ address, topics }) => topics[0] === DEPOSIT_TOPIC && !isSameAddress(address, chain.depositContract))
    .map(({ address }) => address);
}

/** The payments of the pinned vaults. */
export function paymentsIn(logs: readonly Log[], chain: ChainConfig): readonly PaymentLog[] {
  const ours = logs.filter(({ address }) => vaultsOf(chain).some((vault) => isSameAddress(vault, address)));
  return parseEventLogs({ abi: vaultAbi, logs: [...ours], eventName: 'Paid' }).map(({ address, args }) => {
    const { id, to, token, amount } = args;
    return { vault: address, id, to, token, amount };
  });
}
