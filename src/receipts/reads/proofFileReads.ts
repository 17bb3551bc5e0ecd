import type { Hash, Hex } from 'viem';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { depositsOf, paymentsOf } from '#shared/events.ts';
import { parseHash } from '#shared/hash.ts';
import type { RpcBlock, RpcHeader, RpcReceipt, RpcTransaction } from '#shared/proof/block.ts';
import { encodeTransaction } from '#shared/proof/encodeTransaction.ts';
import type { BlockProblem, Located } from '#shared/proof/locate.ts';
import { locate } from '#shared/proof/locate.ts';
import { writeProof } from '#shared/proof/proofFile.ts';
import type { ProofProblem, ProvenDelivery } from '#shared/proof/verifyProof.ts';
import { verifyProof } from '#shared/proof/verifyProof.ts';
import type { Endpoint } from '../../chain/chainClients.ts';
import { shortReason } from '../../chain/chainErrors.ts';
import { vaultsOf } from '../../config/registry.ts';
import type { BlockAnswers, ProofBlock } from '../model/blockAnswers.ts';
import { weighBlock } from '../model/blockAnswers.ts';

type Transaction = { readonly chain: ChainConfig; readonly hash: Hash };

/** The delivery to prove: the deposit id and both transactions. */
export type ProofOrder = { readonly id: Hash; readonly deposit: Transaction; readonly payout: Transaction };

export type ProofFileProblem =
  | { readonly code: BlockProblem; readonly chain: ChainConfig }
  | { readonly code: 'noAnswer'; readonly chain: ChainConfig; readonly detail: string }
  | ProofProblem;

export type ProofFileResult =
  | { readonly ok: true; readonly text: string; readonly delivery: ProvenDelivery }
  | { readonly ok: false; readonly problem: ProofFileProblem };

type Read = { readonly found: Located } | { readonly problem: ProofFileProblem };

/** Reads a delivery's blocks from the configured endpoints, and writes its proof. */
export function createProofFileReads(
  endpointsOf: (chainId: number) => readonly Endpoint[],
  chains: readonly ChainConfig[],
) {
  async function tryEndpoint(endpoint: Endpoint, { chain, hash }: Transaction): Promise<Read> {
    try {
      const found = locate(hash, await readBlock(endpoint, hash), chain.id);
      return typeof found === 'string' ? { problem: { code: found, chain } } : { found };
    } catch (error) {
      return { problem: { code: 'noAnswer', chain, detail: shortReason(error) } };
    }
  }

  /** From the first endpoint whose block matches its hashes. */
  async function locateOn(transaction: Transaction): Promise<Read> {
    const { chain } = transaction;
    let last: Read = { problem: { code: 'noAnswer', chain, detail: '' } };
    for (const endpoint of endpointsOf(chain.id)) {
      last = await tryEndpoint(endpoint, transaction);
      if ('found' in last) return last;
    }
    return last;
  }

  async function compareBlock(block: ProofBlock): Promise<BlockAnswers> {
    const asked = endpointsOf(block.chainId).map(async (endpoint) => ({
      host: endpoint.host,
      blockHash: await blockHashAt(endpoint, block.blockNumber),
    }));
    return weighBlock(block, await Promise.all(asked));
  }

  return {
    /** Each configured endpoint's blocks at both heights. Never throws: silence is an answer too. */
    compareBlocks: ({ deposit, payout }: ProvenDelivery): Promise<readonly BlockAnswers[]> =>
      Promise.all([compareBlock(deposit), compareBlock(payout)]),

    /** Makes the proof of a delivery. The result has passed the same verification that its readers run. */
    makeProofFile: async ({ id, deposit, payout }: ProofOrder): Promise<ProofFileResult> => {
      const [origin, destination] = await Promise.all([locateOn(deposit), locateOn(payout)]);
      if ('problem' in origin) return { ok: false, problem: origin.problem };
      if ('problem' in destination) return { ok: false, problem: destination.problem };
      const contract = deposit.chain.depositContract;
      const where = { chainId: deposit.chain.id, contract, transactionHash: deposit.hash };
      const ordinal = depositsOf(origin.found.logs, where).findIndex((one) => one.id === id);
      if (ordinal < 0) return { ok: false, problem: { code: 'noEvent', side: 'deposit' } };
      const payments = paymentsOf(destination.found.logs, vaultsOf(payout.chain));
      const vault = payments.find((one) => one.id === id)?.vault ?? payout.chain.vault;
      const text = writeProof({
        deposit: { contract, ordinal, ...origin.found.evidence },
        payout: { vault, ...destination.found.evidence },
      });
      const verified = verifyProof(text, chains);
      return verified.ok ? { ok: true, text, delivery: verified.delivery } : verified;
    },
  };
}

type Ask = Endpoint['ask'];

// A public endpoint allows a few requests at a time.
const PARALLEL = 6;
// No chain has larger blocks. Without a limit, an endpoint could make the page ask forever.
const MAX_TRANSACTIONS = 20_000;

/** An endpoint does not have the transaction, or its answer is not a block. */
class NoBlock extends Error {
  readonly code = 'no_block';
}

/** Maps the items in order, a few at a time. */
async function mapBounded<A, B>(items: readonly A[], work: (item: A) => Promise<B>): Promise<readonly B[]> {
  const results: B[] = [];
  for (let at = 0; at < items.length; at += PARALLEL) {
    results.push(...(await Promise.all(items.slice(at, at + PARALLEL).map(work))));
  }
  return results;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A block's receipts in one answer, or one by one if the endpoint does not offer that. */
async function receiptsOf(ask: Ask, blockHash: Hash, hashes: readonly Hash[]): Promise<readonly RpcReceipt[]> {
  const all = await ask('eth_getBlockReceipts', [blockHash]).catch(() => null);
  const isWhole = Array.isArray(all) && all.length === hashes.length;
  return (
    isWhole ? all : await mapBounded(hashes, (hash) => ask('eth_getTransactionReceipt', [hash]))
  ) as readonly RpcReceipt[];
}

/** The bytes of transactions that `encodeTransaction` does not know, if the endpoint offers them. */
async function rawTransactionsOf(ask: Ask, transactions: readonly RpcTransaction[]): Promise<ReadonlyMap<Hash, Hex>> {
  const unknown = transactions.filter((transaction) => encodeTransaction(transaction) === null);
  const raw = await mapBounded(unknown, async ({ hash }) => {
    const bytes = await ask('eth_getRawTransactionByHash', [hash]).catch(() => null);
    return typeof bytes === 'string' && bytes.startsWith('0x') ? ([[hash, bytes as Hex]] as const) : [];
  });
  return new Map(raw.flat());
}

/**
 * Reads a mined transaction's whole block from one endpoint. Nothing is trusted: the caller checks all hashes against the
 * header.
 * @throws NoBlock, or the error of the endpoint
 */
async function readBlock({ ask }: Endpoint, transactionHash: Hash): Promise<RpcBlock> {
  const receipt = await ask('eth_getTransactionReceipt', [transactionHash]);
  const blockHash = isObject(receipt) && typeof receipt.blockHash === 'string' ? parseHash(receipt.blockHash) : null;
  if (!blockHash) throw new NoBlock('the endpoint does not have the transaction in a block');
  const block = await ask('eth_getBlockByHash', [blockHash, true]);
  const list = isObject(block) ? block.transactions : null;
  if (!Array.isArray(list) || list.length > MAX_TRANSACTIONS || !list.every(isObject)) {
    throw new NoBlock('the endpoint does not have the block');
  }
  const transactions = list as unknown as readonly RpcTransaction[];
  const hashes = transactions.map(({ hash }) => hash);
  return {
    header: block as unknown as RpcHeader,
    transactions,
    receipts: await receiptsOf(ask, blockHash, hashes),
    rawTransactions: await rawTransactionsOf(ask, transactions),
  };
}

/** An endpoint's block hash at a height; null if it does not answer or has no such block. */
async function blockHashAt({ ask }: Endpoint, height: bigint): Promise<Hash | null> {
  const block = await ask('eth_getBlockByNumber', [`0x${height.toString(16)}`, false]).catch(() => null);
  return isObject(block) && typeof block.hash === 'string' ? parseHash(block.hash) : null;
}
