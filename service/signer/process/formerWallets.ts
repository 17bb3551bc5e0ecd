import type { Address } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import { vaultsOf } from '../../boot/model/catalog.ts';
import type { ChainReading } from './evidence.ts';
import type { PaymentLog } from './paymentLog.ts';
import type { Policy } from './policy.ts';
import { Refusal } from './policy.ts';
import type { ProviderSet } from './providers.ts';
import { ask } from './providers.ts';

/** What the signer knows about hot wallets. */
type Memory = { readonly policy: Policy; readonly paymentLog: PaymentLog };

/**
 * Whether a former hot wallet is no longer a payer of a chain's vaults, now and in a final block. Nothing it has signed
 * can pay after that block, and the paid ids were read at a later one.
 * @throws Unverified
 */
export async function isRevoked({ set, head: readHead, finalBlock }: ChainReading, account: Address): Promise<boolean> {
  const { chain, reader, revoked } = set;
  return ask(set, async () => {
    const head = await readHead();
    const known = revoked.get(account);
    if (known !== undefined && known <= head) return true;
    const last = await finalBlock();
    const call = { abi: vaultAbi, functionName: 'isPayer', args: [account] } as const;
    const answers = await Promise.all(
      vaultsOf(chain).flatMap((address) =>
        [head, last].map((blockNumber) => reader.readContract({ ...call, address, blockNumber })),
      ),
    );
    if (answers.includes(true)) return false;
    revoked.set(account, last);
    return true;
  });
}

function listFormer({ policy, paymentLog }: Memory): readonly Address[] {
  const all = new Set([...policy.formerHotWallets, ...paymentLog.wallets()]);
  return [...all].filter((address) => !isSameAddress(address, policy.hotWallet));
}

/** Whether the payment log has everything that a former hot wallet has signed for a chain. */
async function isRemembered({ paymentLog }: Memory, set: ProviderSet, address: Address): Promise<boolean> {
  if (!paymentLog.wallets().some((known) => isSameAddress(known, address))) return false;
  // Its log no longer changes, so the first read in this process is enough.
  if (set.remembered.has(address)) return true;
  const known = paymentLog.nextNonce({ chainId: set.chain.id, address }) ?? 0;
  if (known < (await ask(set, (reader) => reader.getTransactionCount({ address })))) return false;
  set.remembered.add(address);
  return true;
}

/**
 * Verifies that the signer knows what former hot wallets have signed for a chain, or that it can no longer pay. A
 * compromised worker could keep a former hot wallet's payment, get a refund from this one, and then send both.
 * @throws Refusal, Unverified
 */
export async function verifyFormerWallets(memory: Memory, reading: ChainReading): Promise<void> {
  const { set } = reading;
  for (const address of listFormer(memory)) {
    if ((await isRemembered(memory, set, address)) || (await isRevoked(reading, address))) continue;
    throw new Refusal(
      `the former hot wallet ${address} is a payer on ${set.chain.name}, or its removal is not final, and the signer's payment log lacks what it has signed. Let the owner of each vault remove it, or put its payment log back`,
    );
  }
}
