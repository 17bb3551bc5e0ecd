import type { Address, Hex } from 'viem';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { setNativeBalance } from '../../../contracts/deploy.ts';
import { GAS_FUNDS } from '../chains/chainsAndTokens.ts';
import { addVault } from '../chains/deployment.ts';
import type { TestBridge } from '../chains/testBridge.ts';

/** What the operator has prepared for one round of changes. */
export type Reserve = {
  /** A funded vault on each chain. Its payer is the previous hot wallet. */
  readonly vaults: readonly [origin: Address, destination: Address];
  /** The key of the next hot wallet, which has native tokens for gas. */
  readonly privateKey: Hex;
};

// The shortest delay that a vault allows.
const DELAY_SECONDS = 60n;

/** Prepares vaults and hot wallets before the faults begin, so that no reorg can remove them. */
export async function createReserves(bridge: TestBridge, count: number): Promise<readonly Reserve[]> {
  const artifacts = await compileContracts();
  const sides = [bridge.origin, bridge.destination] as const;
  const reserves: Reserve[] = [];
  let { hotWallet } = bridge;
  while (reserves.length < count) {
    const addTo = ({ chain, deployment }: (typeof sides)[number]) =>
      addVault(chain, { artifacts, hotWallet, deployment, delay: DELAY_SECONDS });
    const vaults = [await addTo(sides[0]), await addTo(sides[1])] as const;
    const privateKey = generatePrivateKey();
    hotWallet = privateKeyToAccount(privateKey);
    for (const { chain } of sides) {
      await setNativeBalance(chain, { account: hotWallet.address, amount: parseEther(GAS_FUNDS) });
    }
    reserves.push({ vaults, privateKey });
  }
  return reserves;
}
