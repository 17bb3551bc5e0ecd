import type { BlockTag } from '../../domain/depth.ts';
import { findAgreement, reachedBy } from './agreement.ts';
import { askAll } from './askAll.ts';
import { askQuorum } from './askQuorum.ts';
import type { Panel } from './ballot.ts';
import { NoQuorum } from './noQuorum.ts';
import { toProviderHead } from './providerHead.ts';
import type { RpcCall } from './rpcAnswer.ts';
import { describeAnswer } from './rpcAnswer.ts';

const GRACE_MS = 300;

function getBlock(block: string): RpcCall {
  return { method: 'eth_getBlockByNumber', params: [block, false] };
}

/**
 * Reads the newest block that a quorum of providers tags. Each provider may have seen a newer one than the others, so the
 * highest block that a quorum reaches counts, and a quorum must agree on that block.
 * @throws NoQuorum
 */
export async function readTaggedBlock(panel: Panel, tag: BlockTag): Promise<unknown> {
  const { quorum, chainName } = panel;
  const { results, failures } = await askAll(
    panel,
    async (voter) => ({ voter, answer: await voter.ask(getBlock(tag)) }),
    GRACE_MS,
  );
  const known = results.flatMap(({ voter, answer }) => {
    const block = toProviderHead(answer, 0);
    return block ? [{ voter, answer, number: block.number }] : [];
  });
  const number = reachedBy(
    quorum,
    known.map((one) => one.number),
  );
  if (number === null) {
    const [cause] = failures;
    throw new NoQuorum(
      `Fewer than ${quorum} of ${panel.voters.length} providers of ${chainName} tell their ${tag} block. Without support for the tag, set a number of confirmations.`,
      cause instanceof Error ? { cause } : {},
    );
  }
  const call = getBlock(`0x${number.toString(16)}`);
  const votes = known
    .filter((one) => one.number === number)
    .map(({ voter, answer }) => ({ voter, answer, key: describeAnswer(answer) }));
  const answer = findAgreement(call, votes, quorum)?.answer ?? (await askQuorum(panel, call));
  if (answer.kind === 'revert') throw answer.error;
  return answer.result;
}
