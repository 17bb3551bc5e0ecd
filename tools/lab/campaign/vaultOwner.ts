import { setTimeout as sleep } from 'node:timers/promises';
import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi, parseEther, parseGwei } from 'viem';
import { vaultOwner } from '../../../contracts/deploy.ts';
import type { BridgeSide } from '../chains/testBridge.ts';

const ownerAbi = parseAbi([
  'function schedule(bytes action)',
  'function execute(bytes action)',
  'function readyAt(bytes action) view returns (uint256)',
  'function addPayer(address payer)',
  'function removePayer(address payer)',
  'function isPayer(address account) view returns (bool)',
]);

// Deeper than every reorg of a campaign.
const FINAL_BLOCKS = 12n;
const EVERY_MS = 400;
const TIMEOUT_MS = 180_000;
const GAS = 300_000n;
// Above every base fee of a campaign.
const MAX_FEE = parseGwei('2000');

type Membership = readonly [side: BridgeSide, vault: Address, payer: Address];

/** The owner of the vaults. A reorg can drop its transactions like any others. */
export type VaultOwner = {
  /** Announces a payer of a vault and adds it after the delay. Returns once the change is final. */
  addPayer(side: BridgeSide, vault: Address, payer: Address): Promise<void>;
  removePayer(side: BridgeSide, vault: Address, payer: Address): Promise<void>;
};

export async function createVaultOwner(sides: readonly BridgeSide[]): Promise<VaultOwner> {
  const { address } = vaultOwner;
  for (const { chain } of sides) await chain.client.setBalance({ address, value: parseEther('10000000') });

  const isPayer = async (
    [
      {
        chain: { client },
      },
      vault,
      payer,
    ]: Membership,
    depth: bigint,
  ) => {
    const blockNumber = (await client.getBlockNumber()) - depth;
    return client.readContract({ address: vault, abi: ownerAbi, functionName: 'isPayer', args: [payer], blockNumber });
  };
  /** Sends a call that would succeed now. The vault's state shows later whether it did. */
  const tryToSend = async ({ chain: { client } }: BridgeSide, to: Address, data: Hex) => {
    await client.call({ account: vaultOwner, to, data });
    const fees = { gas: GAS, maxFeePerGas: MAX_FEE, maxPriorityFeePerGas: parseGwei('1') };
    await client.sendTransaction({ account: vaultOwner, chain: null, to, data, ...fees });
  };
  const untilFinal = async (
    membership: Membership,
    { wanted, nextCall }: { readonly wanted: boolean; readonly nextCall: () => Promise<Hex> },
  ) => {
    const [side, vault] = membership;
    const deadline = Date.now() + TIMEOUT_MS;
    // Reads fail during a reorg.
    const isDone = (depth: bigint) =>
      isPayer(membership, depth).then(
        (answer) => answer === wanted,
        () => null,
      );
    while ((await isDone(FINAL_BLOCKS)) !== true) {
      if (Date.now() > deadline) throw new Error(`the payers of ${vault} on ${side.name} did not change in time`);
      if ((await isDone(0n)) === false) {
        // This fails until the delay is over, and while the earlier call waits for a block.
        await nextCall()
          .then((data) => tryToSend(side, vault, data))
          .catch(() => {});
      }
      await sleep(EVERY_MS);
    }
  };
  return {
    addPayer: (side, vault, payer) => {
      const action = encodeFunctionData({ abi: ownerAbi, functionName: 'addPayer', args: [payer] });
      const nextCall = async () => {
        const call = { address: vault, abi: ownerAbi, functionName: 'readyAt', args: [action] } as const;
        const isScheduled = (await side.chain.client.readContract(call)) > 0n;
        const functionName = isScheduled ? 'execute' : 'schedule';
        return encodeFunctionData({ abi: ownerAbi, functionName, args: [action] });
      };
      return untilFinal([side, vault, payer], { wanted: true, nextCall });
    },
    removePayer: (side, vault, payer) => {
      const data = encodeFunctionData({ abi: ownerAbi, functionName: 'removePayer', args: [payer] });
      return untilFinal([side, vault, payer], { wanted: false, nextCall: async () => data });
    },
  };
}
