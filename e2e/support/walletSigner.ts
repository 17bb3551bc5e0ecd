import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import { createPublicClient, createWalletClient, defineChain, hexToBigInt, hexToNumber, http, isHex } from 'viem';
import type { InstalledChain } from '../../lab/installation/deployment.ts';
import { WalletError } from './walletError.ts';

/** A transaction that the test wallet signed and sent. */
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

/** Fills in the missing fields, signs the transaction and sends it to the chain. */
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
  const value = toBigInt(request.value) ?? 0n;
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

function toBigInt(value: Hex | undefined): bigint | undefined {
  if (value === undefined) return undefined;
  if (!isHex(value)) throw new WalletError(-32_602, `The value ${String(value)} is not hex.`);
  return hexToBigInt(value);
}
