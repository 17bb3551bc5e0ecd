import type { Address, Client } from 'viem';
import { BaseError, ContractFunctionRevertedError, createClient, http } from 'viem';
import { getBlockNumber } from 'viem/actions';
import { getEnsAddress, normalize, toCoinType } from 'viem/ens';
import { parseAddress } from '#shared/address.ts';
import type { NameAnswer } from '../model/readRecipient.ts';

/** Resolves a name for a destination chain. Asks every RPC endpoint of the name service's chain. Never throws. */
export async function resolveName(
  chain: NameChain,
  { text, destinationId }: { readonly text: string; readonly destinationId: number },
): Promise<NameAnswer> {
  const name = normalized(text);
  if (name === null) return { kind: 'invalid' };
  const ask = (url: string) => askEndpoint(url, chain.nameResolver, { name, destinationId });
  return weighReports(name, chain, await Promise.all(chain.rpcUrls.map(ask)));
}

/** The chain with the name service. */
export type NameChain = {
  readonly id: number;
  readonly name: string;
  readonly rpcUrls: readonly string[];
  readonly nameResolver: Address;
};

const TIMEOUT_MS = 10_000;

const ETHEREUM_COIN = 60n;

/** Chain ids from here on have no coin type (ENSIP-11). */
const FIRST_ID_WITHOUT_COIN = 0x80000000;

const OFFCHAIN_LOOKUP = '0x556f1830';

/** The Universal Resolver reverts with these if a name has no resolver, or none for this kind of record. */
const NO_RECORD: ReadonlySet<string> = new Set([
  'ResolverNotFound',
  'ResolverNotContract',
  'ResolverError',
  'UnsupportedResolverProfile',
]);

function normalized(text: string): string | null {
  try {
    return normalize(text.trim());
  } catch {
    return null;
  }
}

/** Asks one endpoint: first for the destination's record, then for Ethereum's. */
async function askEndpoint(url: string, resolver: Address, { name, destinationId }: Question): Promise<NameReport> {
  // With CCIP read (EIP-3668) a name could send the browser to any server, and that server would choose the address.
  const client = createClient({ transport: http(url, { timeout: TIMEOUT_MS, retryCount: 1 }), ccipRead: false });
  try {
    const blockNumber = await getBlockNumber(client, { cacheTime: 0 });
    const own = destinationId < FIRST_ID_WITHOUT_COIN ? toCoinType(destinationId) : null;
    for (const coinType of own === null || own === ETHEREUM_COIN ? [ETHEREUM_COIN] : [own, ETHEREUM_COIN]) {
      const record = await readRecord(client, { name, resolver, blockNumber }, coinType);
      if (record === 'none') continue;
      if (record === 'offchain') return { kind: 'offchain' };
      const { host } = new URL(url);
      return { kind: 'address', address: record, isForDestination: coinType === own, block: blockNumber, host };
    }
    return { kind: 'none' };
  } catch {
    return { kind: 'silent' };
  }
}

type Question = { readonly name: string; readonly destinationId: number };

/** @returns the address in one record, or why there is none. Throws if the endpoint gives no usable answer. */
async function readRecord(client: Client, lookup: Lookup, coinType: bigint): Promise<Address | 'none' | 'offchain'> {
  const { name, resolver, blockNumber } = lookup;
  try {
    const record = await getEnsAddress(client, {
      ...{ name, blockNumber, strict: true, universalResolverAddress: resolver },
      // Ethereum's record is older than coin types, and every resolver has it.
      ...(coinType === ETHEREUM_COIN ? {} : { coinType }),
    });
    if (record === null) return 'none';
    const address = parseAddress(record);
    if (address === null) throw new Error(`the record ${record} is not an address`);
    return address;
  } catch (error) {
    const revert = error instanceof BaseError ? error.walk((e) => e instanceof ContractFunctionRevertedError) : null;
    if (!(revert instanceof ContractFunctionRevertedError)) throw error;
    if (revert.raw?.startsWith(OFFCHAIN_LOOKUP)) return 'offchain';
    if (NO_RECORD.has(revert.data?.errorName ?? '')) return 'none';
    throw error;
  }
}

type Lookup = { readonly name: string; readonly resolver: Address; readonly blockNumber: bigint };

/** What one RPC endpoint says about a name. */
export type NameReport =
  | {
      readonly kind: 'address';
      readonly address: Address;
      readonly isForDestination: boolean;
      readonly block: bigint;
      readonly host: string;
    }
  | { readonly kind: 'none' | 'offchain' | 'silent' };

/** No source outvotes another: if two answers differ, the name is refused. */
export function weighReports(
  name: string,
  chain: { readonly id: number; readonly name: string },
  reports: readonly NameReport[],
): NameAnswer {
  const heard = reports.filter(({ kind }) => kind !== 'silent');
  const [first, ...others] = heard;
  if (!first || first.kind === 'silent') return { kind: 'unanswered' };
  if (others.some((other) => claimOf(other) !== claimOf(first))) return { kind: 'differs' };
  if (first.kind !== 'address') return { kind: first.kind };
  const addresses = heard.filter((report) => report.kind === 'address');
  return {
    kind: 'resolved',
    name,
    chainId: chain.id,
    chainName: chain.name,
    address: first.address,
    isForDestination: first.isForDestination,
    block: addresses.reduce((oldest, { block }) => (block < oldest ? block : oldest), first.block),
    sources: new Set(addresses.map(({ host }) => host)).size,
  };
}

const claimOf = (report: NameReport) =>
  report.kind === 'address' ? `${report.address} ${report.isForDestination}` : report.kind;
