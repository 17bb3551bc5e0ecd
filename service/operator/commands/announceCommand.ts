import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { MAX_UINT256, parseAmount } from '#shared/amount.ts';
import type { Catalog, Chain } from '../../boot/model/catalog.ts';
import { findPinnedToken } from '../../boot/model/catalog.ts';
import type { VaultArgument, VaultCallName } from '../../chain/vaultActions.ts';
import { formatVaultCall, VAULT_CALLS } from '../../chain/vaultActions.ts';
import { chainSubject } from '../../guards/model/pauses.ts';
import type { Command } from './command.ts';
import { expectArguments, parseDuration, UsageError } from './command.ts';
import { requireChain } from './findInCatalog.ts';
import { runOrder } from './giveOrder.ts';

const NAMES = Object.keys(VAULT_CALLS);

function isCallName(name: string): name is VaultCallName {
  return NAMES.includes(name);
}

function requireAddress(text: string): Address {
  const address = parseAddress(text);
  if (address) return address;
  throw new UsageError(`"${text}" is not an address.`);
}

function requireToken({ tokens }: Catalog, chain: Chain, text: string): Address {
  const deployment = tokens.find(({ name }) => name === text)?.deployments.get(chain.name);
  return deployment ? deployment.address : requireAddress(text);
}

type CallPlace = { readonly catalog: Catalog; readonly chain: Chain };

/**
 * A call's text with whole tokens instead of base units.
 * @throws UsageError
 */
function toCall({ catalog, chain }: CallPlace, name: VaultCallName, texts: readonly string[]): string {
  let token: Address | null = null;
  const toArgument = (kind: VaultArgument, text: string): Address | bigint => {
    if (kind === 'address') return requireAddress(text);
    if (kind === 'token') {
      token = requireToken(catalog, chain, text);
      return token;
    }
    const pinned = token && findPinnedToken(catalog, chain, token);
    if (!pinned)
      throw new UsageError(
        `The configuration has no token ${token ?? ''} on ${chain.name}, so its decimals are unknown.`,
      );
    // The vault withdraws its whole balance for the largest amount.
    if (text === 'all') return MAX_UINT256;
    const { decimals } = pinned.deployment;
    const parsed = parseAmount(text, decimals);
    if (parsed.ok) return parsed.amount;
    throw new UsageError(`"${text}" is not an amount in whole tokens with at most ${decimals} decimals.`);
  };
  const kinds: readonly VaultArgument[] = VAULT_CALLS[name];
  return formatVaultCall({ name, args: kinds.map((kind, index) => toArgument(kind, texts[index] ?? '')) });
}

const MAX_DAYS = 7;

export const announceCommand: Command = {
  name: 'announce',
  usages: Object.entries(VAULT_CALLS).map(([name, kinds]) =>
    ['<chain>', name, ...kinds.map((kind) => `<${kind}>`)].join(' '),
  ),
  summary: "tell the alerts to expect a call by a vault's owner or guardian",
  details:
    'The incident for exactly this call on this chain, with these arguments, is then recorded as announced and raises no alert. Any other call is reported as usual, even the same one with another address or amount. The announcement lasts until the service has read the call, which it does once the block is final. A token is a name or an address; an amount is in whole tokens, or "all".',
  options: { for: { value: '<duration>', help: `for how long, up to ${MAX_DAYS}d (default: 1h)` } },
  isChange: true,
  parse: ({ args, options, author }) => {
    const [chainName = '', name = '', ...rest] = args;
    expectArguments(args.slice(0, 2), ["the chain's name", 'the call']);
    if (!isCallName(name)) throw new UsageError(`"${name}" cannot be announced. Use one of ${NAMES.join(', ')}.`);
    const texts = expectArguments(
      rest,
      VAULT_CALLS[name].map((kind) => `the ${kind} of ${name}`),
    );
    const seconds = parseDuration('for', options.for ?? '1h') / 1000;
    if (seconds === 0 || seconds > MAX_DAYS * 86_400) throw new UsageError(`--for must be at most ${MAX_DAYS}d.`);
    return async (context) => {
      const chain = requireChain(context.catalog, chainName);
      const parameters = { call: toCall({ catalog: context.catalog, chain }, name, texts), seconds };
      return runOrder(context, { action: 'announce', subject: chainSubject(chain.id), parameters, author });
    };
  },
};
