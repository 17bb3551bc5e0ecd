import type { Hash } from 'viem';
import type { BlockProblem, Located } from '#shared/proof/locate.ts';
import { locate } from '#shared/proof/locate.ts';
import type { MadeProof } from '#shared/proof/makeProof.ts';
import { makeProof } from '#shared/proof/makeProof.ts';
import type { Statement, Witness } from '#shared/proof/proofFile.ts';
import type { Pins } from '#shared/proof/verification.ts';
import { verifyProof } from '#shared/proof/verifyProof.ts';
import type { ProofOrder } from '../../domain/desk/proofOrder.ts';
import type { ComparedBlock } from '../../domain/desk/weighWitnesses.ts';
import type { Endpoint } from '../chainClients.ts';
import { shortReason } from '../chainErrors.ts';
import { blockHashAt, readBlock } from './readBlock.ts';

export type ProofFileProblem =
  | { readonly code: BlockProblem; readonly chainId: number }
  | { readonly code: Extract<MadeProof, { readonly ok: false }>['problem'] }
  | { readonly code: 'noAnswer'; readonly chainId: number; readonly detail: string }
  /** The file does not pass the verification that its readers run. */
  | { readonly code: 'notVerified' };

export type ProofFileResult =
  | {
      readonly ok: true;
      readonly text: string;
      readonly statement: Statement;
      readonly witnesses: readonly Witness[];
    }
  | { readonly ok: false; readonly problem: ProofFileProblem };

type Read = { readonly found: Located } | { readonly problem: ProofFileProblem };

/** Reads the blocks of a delivery from the configured endpoints, and writes its proof. */
export function createProofFileReads(endpointsOf: (chainId: number) => readonly Endpoint[], pins: Pins) {
  async function tryEndpoint(endpoint: Endpoint, chainId: number, hash: Hash): Promise<Read> {
    try {
      const found = locate(hash, await readBlock(endpoint, hash));
      return typeof found === 'string' ? { problem: { code: found, chainId } } : { found };
    } catch (error) {
      return { problem: { code: 'noAnswer', chainId, detail: shortReason(error) } };
    }
  }

  /** From the first endpoint whose block has the hashes that it must have. */
  async function locateOn(chainId: number, hash: Hash): Promise<Read> {
    let last: Read = { problem: { code: 'noAnswer', chainId, detail: '' } };
    for (const endpoint of endpointsOf(chainId)) {
      last = await tryEndpoint(endpoint, chainId, hash);
      if ('found' in last) return last;
    }
    return last;
  }

  async function compareBlock({ chainId, blockNumber }: ComparedBlock): Promise<readonly Witness[]> {
    return Promise.all(
      endpointsOf(chainId).map(async (endpoint) => ({
        ...{ chainId, blockNumber, endpoint: endpoint.host },
        blockHash: await blockHashAt(endpoint, blockNumber),
      })),
    );
  }

  /** What each configured endpoint has at the heights of these blocks. Never throws: silence is an answer too. */
  async function compareBlocks(blocks: readonly ComparedBlock[]): Promise<readonly Witness[]> {
    return (await Promise.all(blocks.map(compareBlock))).flat();
  }

  return {
    compareBlocks,

    /** Makes the proof of a delivery. The result has passed the same verification as its readers run. */
    makeProofFile: async ({ deposit, ordinal, payout }: ProofOrder, nowMs: number): Promise<ProofFileResult> => {
      const [origin, destination] = await Promise.all([
        locateOn(deposit.chainId, deposit.hash),
        locateOn(payout.chainId, payout.hash),
      ]);
      if ('problem' in origin) return { ok: false, problem: origin.problem };
      if ('problem' in destination) return { ok: false, problem: destination.problem };
      const witnesses = await compareBlocks([
        { chainId: deposit.chainId, ...origin.found.place },
        { chainId: payout.chainId, ...destination.found.place },
      ]);
      const made = makeProof({
        deposit: { ...origin.found, ...deposit },
        payout: { ...destination.found, ...payout },
        ...{ ordinal, nowMs, witnesses },
      });
      if (!made.ok) return { ok: false, problem: { code: made.problem } };
      const verified = verifyProof(made.text, pins);
      if (!verified.ok) return { ok: false, problem: { code: 'notVerified' } };
      return { ok: true, text: made.text, statement: verified.statement, witnesses };
    },
  };
}
