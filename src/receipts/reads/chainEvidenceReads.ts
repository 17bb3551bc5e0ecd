import type { Address, Hash, Transaction, TransactionReceipt } from 'viem';
import { BaseError, getAddress, keccak256, stringToHex } from 'viem';
import { call, getBlock, getBlockNumber, getCode } from 'viem/actions';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { depositsOf, paymentsOf } from '#shared/events.ts';
import type { ChainClient, Endpoint } from '../../chain/chainClients.ts';
import { isRevert, revertReason, shortReason } from '../../chain/chainErrors.ts';
import { chainTime } from '../../chain/model/chainTime.ts';
import { receiptAt, transactionAt } from '../../chain/transactionReads.ts';
import { vaultsOf } from '../../config/registry.ts';
import type { ChainEvidence, ChainEvidenceOf, EndpointAnswer, Failure } from '../model/evidence.ts';
import { receiverOf } from '../model/judgeWithoutDeposit.ts';
import { movedFunds, strangersIn } from '../model/movedFunds.ts';

/** What one endpoint answered about a hash. Equal fingerprints mean equal answers. */
type Reading = {
  readonly host: string;
  readonly kind: 'mined' | 'pending' | 'unknown' | 'silent';
  readonly fingerprint: string;
};

type EndpointReading = Reading & { readonly client: ChainClient } & (
    | { readonly kind: 'mined'; readonly receipt: TransactionReceipt }
    | { readonly kind: 'pending'; readonly transaction: Transaction }
    | { readonly kind: 'unknown' }
    | { readonly kind: 'silent'; readonly reason: string }
  );

type Mined = Extract<EndpointReading, { readonly kind: 'mined' }>;

/** What a chain shows of a hash, with the receipt that proofs need. */
export type ChainReading = { readonly evidence: ChainEvidence; readonly receipt: TransactionReceipt | null };

export type LookupDetail = 'all' | 'short';

/** Reads what a chain shows of a hash from each of its endpoints. Never throws. */
export function createChainEvidenceReads(endpointsOf: (chain: ChainConfig) => readonly Endpoint[]) {
  return async function evidenceOn(
    chain: ChainConfig,
    hash: Hash,
    detail: LookupDetail = 'all',
  ): Promise<ChainReading> {
    const readings = await Promise.all(endpointsOf(chain).map((endpoint) => readAt(endpoint, hash)));
    try {
      return await toChainReading(chain, readings, detail);
    } catch (error) {
      const endpoints = readings.map(({ host }) => ({ host, answer: 'silent' as const }));
      return { evidence: { chain, endpoints, kind: 'silent', reason: shortReason(error) }, receipt: null };
    }
  };
}

export type EvidenceOn = ReturnType<typeof createChainEvidenceReads>;

/** An endpoint this far past a block but without its transaction contradicts the endpoint that shows it. */
const LAG_BLOCKS = 5n;
/** Endpoints do not lag this far, so the block that another endpoint names may not exist. */
const AHEAD_BLOCKS = 50n;

function fingerprintOf({ status, blockHash, logs }: TransactionReceipt): string {
  const facts = logs.map(({ address, topics, data }) => [address.toLowerCase(), topics, data]);
  return keccak256(stringToHex(JSON.stringify([status, blockHash, facts])));
}

async function readAt({ host, client }: Endpoint, hash: Hash): Promise<EndpointReading> {
  try {
    const receipt = await receiptAt(client, hash);
    if (receipt) return { host, client, kind: 'mined', fingerprint: fingerprintOf(receipt), receipt };
    const transaction = await transactionAt(client, hash);
    if (transaction) return { host, client, kind: 'pending', fingerprint: '', transaction };
    return { host, client, kind: 'unknown', fingerprint: '' };
  } catch (error) {
    return { host, client, kind: 'silent', fingerprint: '', reason: shortReason(error) };
  }
}

/** Distinguishes a lagging endpoint from one that has the block but denies its transaction. */
export async function markDenials(
  answers: readonly EndpointAnswer[],
  readings: readonly EndpointReading[],
  block: bigint,
): Promise<readonly EndpointAnswer[]> {
  return Promise.all(
    answers.map(async (one, index) => {
      const client = readings[index]?.client;
      if (one.answer !== 'behind' || !client) return one;
      const head = await getBlockNumber(client, { cacheTime: 0 }).catch(() => null);
      if (head === null) return one;
      const isContradiction = head >= block + LAG_BLOCKS || block > head + AHEAD_BLOCKS;
      return isContradiction ? { ...one, answer: 'differs' as const } : { ...one, isLagging: head < block };
    }),
  );
}

/** The block's time and its confirmations. Null if the endpoint does not say. */
async function placeOf(
  { client, receipt: { blockNumber } }: Mined,
  { knownSeconds, detail }: { readonly knownSeconds: bigint | undefined; readonly detail: LookupDetail },
) {
  const [seconds, head] = await Promise.all([
    knownSeconds ??
      getBlock(client, { blockNumber })
        .then(({ timestamp }) => timestamp)
        .catch(() => null),
    // For a long list, the cached height of the chain is enough.
    getBlockNumber(client, detail === 'all' ? { cacheTime: 0 } : {}).catch(() => null),
  ]);
  const confirmations = head === null ? null : Math.max(1, Number(head - blockNumber) + 1);
  return { minedAtMs: seconds === null ? null : chainTime(seconds), confirmations };
}

const hasCode = (client: ChainClient, address: Address): Promise<boolean | null> =>
  getCode(client, { address }).then(
    (code) => code !== undefined && code !== '0x',
    () => null,
  );

async function minedEvidence(chain: ChainConfig, read: Mined, detail: LookupDetail): Promise<ChainEvidenceOf<'mined'>> {
  const { client, receipt } = read;
  const { status, blockNumber, blockHash, logs, transactionHash, gasUsed, effectiveGasPrice } = receipt;
  const [from, to] = [getAddress(receipt.from), receipt.to && getAddress(receipt.to)];
  const deposits = depositsOf(logs, { chainId: chain.id, contract: chain.depositContract, transactionHash });
  const payments = paymentsOf(logs, vaultsOf(chain));
  const isPlain = deposits.length === 0 && payments.length === 0;
  const [transaction, place] = await Promise.all([
    detail === 'all' || isPlain ? transactionAt(client, transactionHash).catch(() => null) : null,
    placeOf(read, { knownSeconds: deposits[0]?.timestamp, detail }),
  ]);
  const isFailed = status === 'reverted';
  const moved =
    transaction && isPlain && !isFailed ? movedFunds({ from, to, value: transaction.value, logs }, chain) : null;
  const receiver = receiverOf({ to, moved });
  const failure = isFailed && transaction ? await readFailure(client, receipt, transaction) : null;
  return {
    ...{ chain, endpoints: [], kind: 'mined', from, to, blockNumber, blockHash, deposits, payments, ...place },
    nonce: transaction?.nonce ?? null,
    failure: isFailed ? (failure ?? { kind: 'reverted', reason: null }) : null,
    networkFee: gasUsed * (effectiveGasPrice ?? 0n),
    moved,
    receiverHasCode: receiver === null ? null : await hasCode(client, receiver),
    strangers: strangersIn(logs, chain),
  };
}

async function toChainReading(chain: ChainConfig, readings: readonly EndpointReading[], detail: LookupDetail) {
  const [first, ...others] = readings;
  if (!first) throw new Error(`chain ${chain.id} has no RPC endpoint`);
  const read = pickReading([first, ...others]);
  const answers = compareReadings(readings, read);
  const answered = { chain, endpoints: answers };
  switch (read.kind) {
    case 'mined': {
      const [evidence, endpoints] = await Promise.all([
        minedEvidence(chain, read, detail),
        markDenials(answers, readings, read.receipt.blockNumber),
      ]);
      return { evidence: { ...evidence, endpoints }, receipt: read.receipt };
    }
    case 'pending': {
      const { from, to, nonce } = read.transaction;
      const sent = { from: getAddress(from), to: to && getAddress(to), nonce };
      return { evidence: { ...answered, kind: read.kind, ...sent }, receipt: null };
    }
    case 'unknown':
      return { evidence: { ...answered, kind: read.kind }, receipt: null };
    case 'silent':
      return { evidence: { ...answered, kind: read.kind, reason: read.reason }, receipt: null };
  }
}

/** A mined transaction says more than a pending one, and any answer more than none. */
const RANKS: Readonly<Record<Reading['kind'], number>> = { mined: 3, pending: 2, unknown: 1, silent: 0 };

function countLike(readings: readonly Reading[], { kind, fingerprint }: Reading): number {
  return readings.filter((one) => one.kind === kind && one.fingerprint === fingerprint).length;
}

/** The accepted reading: the most telling kind, and of that kind the one that most endpoints give. */
function pickReading<R extends Reading>(readings: readonly [R, ...R[]]): R {
  return readings.reduce((best, one) => {
    if (RANKS[one.kind] !== RANKS[best.kind]) return RANKS[one.kind] > RANKS[best.kind] ? one : best;
    return countLike(readings, one) > countLike(readings, best) ? one : best;
  });
}

/** Compares each endpoint's answer with the accepted reading. */
function compareReadings(readings: readonly Reading[], picked: Reading): readonly EndpointAnswer[] {
  return readings.map(({ host, kind, fingerprint }): EndpointAnswer => {
    if (kind === 'silent') return { host, answer: 'silent' };
    if (kind !== picked.kind) return { host, answer: 'behind' };
    return { host, answer: fingerprint === picked.fingerprint ? 'agrees' : 'differs' };
  });
}

/** A call keeps 1/64 of its gas (EIP-150), so a little is left when an inner call runs out. */
const isGasUsedUp = (used: bigint, limit: bigint) => used * 64n >= limit * 63n;

/** Nodes report it only as text, without a code. */
const ranOutOfGas = (error: unknown) =>
  error instanceof BaseError && /out of ?gas/i.test(`${error.details} ${error.shortMessage}`);

/**
 * Finds out why a mined transaction failed by replaying it on the parent block's state. Endpoints keep old state for a
 * limited time, so the reason can be missing.
 */
export async function readFailure(
  client: ChainClient,
  { gasUsed, blockNumber }: Pick<TransactionReceipt, 'gasUsed' | 'blockNumber'>,
  transaction: Pick<Transaction, 'from' | 'to' | 'input' | 'value' | 'gas'>,
): Promise<Failure> {
  const { from: account, to, input: data, value, gas } = transaction;
  const outOfGas: Failure = { kind: 'outOfGas', gasLimit: gas };
  const replay = { account, to, data, value, blockNumber: blockNumber - 1n };
  try {
    await call(client, replay);
    // It ran out of gas, or an earlier transaction in its block changed the state.
    return isGasUsedUp(gasUsed, gas) ? outOfGas : { kind: 'reverted', reason: null };
  } catch (error) {
    if (ranOutOfGas(error)) return outOfGas;
    return { kind: 'reverted', reason: isRevert(error) ? revertReason(error) : null };
  }
}
