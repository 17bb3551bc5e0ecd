import type { Address } from 'viem';
import { isAddressEqual, zeroAddress } from 'viem';
import { addressOn, decimalsOn } from '../../../../service/boot/parseTokens.ts';
import type { ConnectedChain } from '../../audit/readAuditedChain.ts';
import { connectChain, readDeposits, readOutflow, readPayments } from '../../audit/readAuditedChain.ts';
import type { AttackedSide, AttackWorld } from '../world/attackWorld.ts';
import type { Movements } from './listUnowed.ts';

/** The value of an amount of base units in millionths of the installation's currency, rounded up. */
export type Appraise = (chainId: number, token: Address, amount: bigint) => bigint;

/** Native tokens of the vaults before the attack. */
export type VaultBalances = ReadonlyMap<Address, bigint>;

const VALUE_DECIMALS = 6;

type ConnectedVault = ConnectedChain & { readonly vault: Address };

/** One connection for each vault of a chain. */
export function connectVaults({ chain, deployment, vaults }: AttackedSide): readonly ConnectedVault[] {
  const { depositContract, tokens } = deployment;
  const connect = (vault: Address) => ({
    ...connectChain({
      ...{ id: chain.id, rpcUrl: chain.rpcUrl, depositContract, vaults: [vault] },
      tokens: tokens.filter(({ name }) => name !== 'FAKE').map(({ address }) => address),
    }),
    vault,
  });
  return vaults.map(connect);
}

export async function readVaultBalances({ sides }: AttackWorld): Promise<VaultBalances> {
  const read = async ({ client, vault }: ConnectedVault) =>
    [vault, await client.getBalance({ address: vault })] as const;
  return new Map(await Promise.all(sides.flatMap(connectVaults).map(read)));
}

function sumOf(entries: readonly { readonly token: Address; readonly amount: bigint }[], token: Address): bigint {
  return entries.reduce((sum, entry) => (isAddressEqual(entry.token, token) ? sum + entry.amount : sum), 0n);
}

/** Reads what left the vaults from the chains themselves, not through the service's providers. */
export async function readMovements({ sides }: AttackWorld, before: VaultBalances): Promise<Movements> {
  const movements = await Promise.all(
    sides.flatMap(connectVaults).map(async (connected): Promise<Movements> => {
      const { id: chainId, client } = connected;
      // The service may go on paying. Every sum must be of the same block.
      const lastBlock = await client.getBlockNumber();
      const chain = { ...connected, lastBlock };
      const [deposits, payments] = await Promise.all([readDeposits(chain), readPayments(chain)]);
      const left = await Promise.all(
        chain.tokens.map(async (token) => {
          const outflow = [...(await readOutflow(chain, token)).values()].reduce((sum, amount) => sum + amount, 0n);
          return { chainId, token, amount: outflow - sumOf(payments, token) };
        }),
      );
      const balance = await client.getBalance({ address: chain.vault, blockNumber: lastBlock });
      const expected = (before.get(chain.vault) ?? 0n) + sumOf(deposits, zeroAddress) - sumOf(payments, zeroAddress);
      const native = { chainId, token: zeroAddress, amount: expected - balance };
      return { deposits, payments, unexplained: [...left, native].filter(({ amount }) => amount > 0n) };
    }),
  );
  return {
    deposits: movements.flatMap(({ deposits }) => deposits),
    payments: movements.flatMap(({ payments }) => payments),
    unexplained: movements.flatMap(({ unexplained }) => unexplained),
  };
}

/** Values tokens with the prices of the file. */
export function createAppraisal({ file }: AttackWorld): Appraise {
  return (chainId, token, amount) => {
    const chain = file.chains.find(({ id }) => id === chainId);
    for (const settings of file.tokens) {
      const address = chain && addressOn(settings, chain);
      if (!address || !isAddressEqual(address, token)) continue;
      const [whole = '0', fraction = ''] = settings.price.split('.');
      const scaled = BigInt(whole + fraction.padEnd(VALUE_DECIMALS, '0').slice(0, VALUE_DECIMALS));
      const unit = 10n ** BigInt(decimalsOn(settings, chain));
      return (amount * scaled + unit - 1n) / unit;
    }
    return 0n;
  };
}
