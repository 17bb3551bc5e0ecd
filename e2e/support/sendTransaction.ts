import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import { createPublicClient, createWalletClient, defineChain, hexToBigInt, hexToNumber, http } from 'viem';
import type { InstalledChain } from '../../tools/lab/chains/deployment.ts';
import type { TestStack } from './testStack.ts';

/** A signed and sent transaction. */
export type SentTransaction = {
  readonly hash: Hash;
  readonly chainId: number;
  readonly from: Address;
  readonly to: Address | null;
  readonly data: Hex;
  readonly value: bigint;
  readonly nonce: number;
};

type TransactionRequest = Readonly<
  Partial<
    Record<'from' | 'to' | 'data' | 'input' | 'value' | 'gas' | 'nonce' | 'maxFeePerGas' | 'maxPriorityFeePerGas', Hex>
  >
>;

/** Fills in missing fields, then signs the transaction and sends it to the chain. */
export async function sendTransaction(
  chain: InstalledChain,
  { account, request }: { readonly account: PrivateKeyAccount; readonly request: TransactionRequest },
): Promise<SentTransaction> {
  const viemChain = defineChain({
    id: chain.id,
    name: chain.name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
  });
  const client = createWalletClient({ account, chain: viemChain, transport: http(chain.rpcUrl) });
  const data = request.data ?? request.input ?? '0x';
  const value = hexToBigInt(request.value ?? '0x0');
  const prepared = await client.prepareTransactionRequest({
    type: 'eip1559',
    to: request.to ?? null,
    data,
    value,
    ...(request.gas === undefined ? {} : { gas: hexToBigInt(request.gas) }),
    ...(request.nonce === undefined ? {} : { nonce: hexToNumber(request.nonce) }),
    ...(request.maxFeePerGas === undefined ? {} : { maxFeePerGas: hexToBigInt(request.maxFeePerGas) }),
    ...(request.maxPriorityFeePerGas === undefined
      ? {}
      : { maxPriorityFeePerGas: hexToBigInt(request.maxPriorityFeePerGas) }),
  });
  const hash = await client.sendRawTransaction({ serializedTransaction: await client.signTransaction(prepared) });
  return {
    hash,
    chainId: chain.id,
    from: account.address,
    to: request.to ?? null,
    data,
    value,
    nonce: prepared.nonce,
  };
}

/** Forwards a request to the chain's RPC endpoint, as a wallet does for reads. */
export async function askNode(
  { rpcUrl }: InstalledChain,
  { method, params }: { readonly method: string; readonly params: readonly unknown[] },
): Promise<unknown> {
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) });
  return client.transport.request({ method, params });
}

/** Sends a transaction that is not a deposit on the origin chain, from a new account. Returns its hash once it is mined. */
export async function sendUnrelatedTransaction(stack: TestStack): Promise<Hash> {
  const account = await stack.createAccount({ Northshore: { ETH: '1' } });
  const request = { to: account.address, value: '0x1' } as const;
  const { hash } = await sendTransaction(stack.chain('Northshore'), { account, request });
  await stack.chain('Northshore').client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return hash;
}
