import type { Hash } from 'viem';
import { depositsOf, paymentsOf } from '#shared/events.ts';
import type { BlockProblem, Located } from '#shared/proof/locate.ts';
import { locate } from '#shared/proof/locate.ts';
import { writeProof } from '#shared/proof/proofFile.ts';
import type { ProofProblem, ProvenDelivery } from '#shared/proof/verifyProof.ts';
import { verifyProof } from '#shared/proof/verifyProof.ts';
import type { Endpoint } from '../../chain/chainClients.ts';
import { shortReason } from '../../chain/chainErrors.ts';
import { vaultsOf } from '../../config/registry.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { BlockAnswers, ProofBlock } from '../model/blockAnswers.ts';
import { weighBlock } from '../model/blockAnswers.ts';
import { blockHashAt, readBlock } from './readBlock.ts';

type Transaction = { readonly chain: ChainConfig; readonly hash: Hash };

/** The delivery that a proof is about: the id of the deposit, and both transactions. */
export type ProofOrder = { readonly id: Hash; readonly deposit: Transaction; readonly payout: Transaction };

export type ProofFileProblem =
  | { readonly code: BlockProblem; readonly chain: ChainConfig }
  | { readonly code: 'noAnswer'; readonly chain: ChainConfig; readonly detail: string }
  | ProofProblem;

export type ProofFileResult =
  | { readonly ok: true; readonly text: string; readonly delivery: ProvenDelivery }
  | { readonly ok: false; readonly problem: ProofFileProblem };

type Read = { readonly found: Located } | { readonly problem: ProofFileProblem };

/** Reads the blocks of a delivery from the configured endpoints, and writes its proof. */
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

  /** From the first endpoint whose block has the hashes that it must have. */
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
    /** What each configured endpoint has at the heights of both blocks. Never throws: silence is an answer too. */
    compareBlocks: ({ deposit, payout }: ProvenDelivery): Promise<readonly BlockAnswers[]> =>
      Promise.all([compareBlock(deposit), compareBlock(payout)]),

    /** Makes the proof of a delivery. The result has passed the same verification as its readers run. */
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
