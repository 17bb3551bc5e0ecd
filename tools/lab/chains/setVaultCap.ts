import type { Address, Hex } from 'viem';
import { encodeAbiParameters, hexToBigInt, keccak256, numberToHex } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { BridgeSide } from './testBridge.ts';

/** The largest possible cap. */
export const LARGEST_CAP = 2n ** 112n - 1n;

type Cap = { readonly perPayment: bigint; readonly perWindow: bigint };

/** Where a vault can keep a token's entries: its mappings by token are in the first storage slots. */
function slotsOf(token: Address): readonly Hex[] {
  return Array.from({ length: 16 }, (_, mapping) =>
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [token, BigInt(mapping)])),
  );
}

/**
 * Writes a vault's cap into its storage. The owner could raise it only after the vault's delay, and a call by the vault itself
 * would pay gas from the funds that a test counts.
 */
export async function setVaultCap(
  { chain: { client }, deployment: { vault } }: BridgeSide,
  token: Address,
  cap: Cap,
): Promise<void> {
  const pack = ({ perPayment, perWindow }: Cap) => (perWindow << 112n) | perPayment;
  const now = await client.readContract({ address: vault, abi: vaultAbi, functionName: 'capOf', args: [token] });
  for (const slot of slotsOf(token)) {
    const stored = await client.getStorageAt({ address: vault, slot });
    if (!stored || hexToBigInt(stored) !== pack(now)) continue;
    await client.setStorageAt({ address: vault, index: slot, value: numberToHex(pack(cap), { size: 32 }) });
    return;
  }
  throw new Error(`no storage slot of ${vault} holds the cap of ${token}`);
}

/** Sets a vault's balance of a token. @returns the previous balance */
export async function setVaultFunds(
  { chain, deployment: { vault } }: BridgeSide,
  token: Address,
  amount: bigint,
): Promise<bigint> {
  const before = await chain.balanceOf(token, vault);
  // OpenZeppelin's ERC-20 keeps balances in a mapping at slot 0.
  const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [vault, 0n]));
  await chain.client.setStorageAt({ address: token, index, value: numberToHex(amount, { size: 32 }) });
  return before;
}
