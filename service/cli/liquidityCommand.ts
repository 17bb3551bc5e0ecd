import type { Address } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readFunds } from '../chain/payments.ts';
import { readReserved } from '../db/obligations.ts';
import type { Chain, PinnedToken } from '../domain/catalog.ts';
import type { Command, CommandContext } from './command.ts';
import { Refused } from './command.ts';
import { takeWords } from './readWords.ts';
import { alignTable, sayAmount } from './words.ts';

type Holding = {
  readonly chain: string;
  readonly token: string;
  readonly address: Address;
  readonly decimals: number;
  readonly balance: bigint;
  /** Null for the native token. */
  readonly allowance: bigint | null;
  readonly reserved: bigint;
  /** What payments that are not signed yet can take; negative where more is signed than there is. */
  readonly free: bigint;
};

// An allowance of about this much is given once and for all; its digits would tell nobody anything.
const UNLIMITED = 2n ** 255n;

async function readHolding(
  { database }: CommandContext,
  client: ChainClient,
  { token, deployment }: PinnedToken,
): Promise<Holding> {
  const { address, decimals } = deployment;
  const { balance, allowance, atBlock } = await readFunds(client, address);
  const reserved = await readReserved(database, { chainId: client.chain.id, token: address, atBlock });
  const usable = allowance !== null && allowance < balance ? allowance : balance;
  return {
    ...{ chain: client.chain.name, token: token.name, address, decimals, balance, allowance, reserved },
    free: usable - reserved,
  };
}

function listTokens({ catalog }: CommandContext, chain: Chain): readonly PinnedToken[] {
  return catalog.tokens.flatMap((token) => {
    const deployment = token.deployments.get(chain.name);
    const isRouted = catalog.routes.some(
      (route) => route.token.name === token.name && (route.origin.id === chain.id || route.destination.id === chain.id),
    );
    return deployment && (isRouted || isNativeToken(deployment.address)) ? [{ token, deployment }] : [];
  });
}

async function readChain(context: CommandContext, client: ChainClient): Promise<readonly Holding[]> {
  try {
    return await Promise.all(listTokens(context, client.chain).map((token) => readHolding(context, client, token)));
  } catch (error) {
    throw new Refused(`${client.chain.name} could not be read, so nothing can be said about what is there.`, {
      cause: error,
    });
  }
}

function toRow(holding: Holding): readonly string[] {
  const { chain, token, decimals, balance, allowance, reserved, free } = holding;
  const say = (amount: bigint) => sayAmount(amount, { name: token, decimals });
  const allowed = allowance === null ? 'not needed' : allowance >= UNLIMITED ? 'unlimited' : say(allowance);
  return [chain, say(balance), allowed, say(reserved), say(free), isNativeToken(holding.address) ? 'pays the gas' : ''];
}

export const liquidityCommand: Command = {
  name: 'liquidity',
  forms: [''],
  summary: 'what the maker can pay, read from the chains now',
  explanation:
    'Reserved is what signed payments will still take; free is the lesser of balance and allowance, less what is reserved. The native token pays the gas as well.',
  options: {},
  changes: false,
  read: ({ words }) => {
    takeWords(words, []);
    return async (context) => {
      const perChain = await Promise.all([...context.clients.values()].map((client) => readChain(context, client)));
      const holdings = perChain.flat();
      const headings = ['chain', 'balance', 'allowance', 'reserved', 'free', ''];
      return { json: holdings, lines: alignTable(headings, holdings.map(toRow)) };
    };
  },
};
