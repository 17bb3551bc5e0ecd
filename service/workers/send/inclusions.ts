import type { Hash } from 'viem';
import { askOnce } from '../../chain/askOnce.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readHeader } from '../../chain/chainClient.ts';
import type { Header } from '../../chain/header.ts';
import type { MinedTransaction } from '../../chain/transactions.ts';
import { findMined } from '../../chain/transactions.ts';
import type { Attempt } from '../../db/attempts.ts';

/** Finds the attempt at a nonce that a block contains. */
export type FindInclusion = (attempts: readonly Attempt[]) => Promise<MinedTransaction | null>;

/**
 * Creates the search for the attempts of a turn. Until there is another newest block, a mined transaction stays where it is, so
 * only the other attempts are searched again. The transactions of a turn share the headers of their blocks.
 */
export function createInclusions(client: ChainClient): (head: Header) => FindInclusion {
  const mined = new Map<Hash, MinedTransaction>();
  let newest: Hash | null = null;
  return (head) => {
    if (head.hash !== newest) mined.clear();
    newest = head.hash;
    const readBlock = askOnce((blockNumber: bigint) => readHeader(client, { blockNumber }));
    const find = async (hash: Hash) => {
      const known = mined.get(hash) ?? (await findMined(client, hash, readBlock));
      if (known && newest === head.hash) mined.set(hash, known);
      return known;
    };
    return async (attempts) => {
      const found = await Promise.all(attempts.map(({ hash }) => find(hash)));
      return found.find((transaction) => transaction !== null) ?? null;
    };
  };
}
