import { formatAmount } from '#shared/amount.ts';
import { describeDepth, isDeeper } from '../../chain/model/depth.ts';
import type { ChainPolicy, Policy, RoutePolicy, TokenPolicy } from '../../signer/process/policy.ts';
import type { Change } from './change.ts';

type Kind = 'wider' | 'narrower';

const line = (path: string, kind: Kind, [before, after]: readonly [string | null, string | null]): Change => ({
  ...{ path, kind, before, after, isGuard: false },
});

/** A number that allows more the higher it is. */
function compareLimits(
  path: string,
  [before, after]: readonly [bigint, bigint],
  show: (amount: bigint) => string = String,
): readonly Change[] {
  if (before === after) return [];
  return [line(path, after > before ? 'wider' : 'narrower', [show(before), show(after)])];
}

/** A value for which any other value may allow what the former one refuses. */
function compareValues(path: string, [before, after]: readonly [string, string]): readonly Change[] {
  return before.toLowerCase() === after.toLowerCase() ? [] : [line(path, 'wider', [before, after])];
}

/** A list whose members must not be paid or are asked first: a shorter list allows more. */
function compareKnown(path: string, before: readonly string[], after: readonly string[]): readonly Change[] {
  const has = (list: readonly string[], one: string) => list.some((other) => other.toLowerCase() === one.toLowerCase());
  return [
    ...before.filter((one) => !has(after, one)).map((one) => line(path, 'wider', [one, null])),
    ...after.filter((one) => !has(before, one)).map((one) => line(path, 'narrower', [null, one])),
  ];
}

/** A list whose members are trusted: a longer list allows more. */
function compareAdmitted(path: string, before: readonly string[], after: readonly string[]): readonly Change[] {
  return [
    ...after.filter((one) => !before.includes(one)).map((one) => line(path, 'wider', [null, one])),
    ...before.filter((one) => !after.includes(one)).map((one) => line(path, 'narrower', [one, null])),
  ];
}

function compareTokens(path: string, before: ChainPolicy, after: ChainPolicy): readonly Change[] {
  const find = ({ tokens }: ChainPolicy, { address }: TokenPolicy) => tokens.find((one) => one.address === address);
  const shared = before.tokens.flatMap((token): readonly Change[] => {
    const next = find(after, token);
    const at = `${path}.${token.name}`;
    // No payment may go to a token. An address that is no longer a token may be paid.
    if (!next) return [line(at, 'wider', [`${token.address}, never a recipient`, null])];
    const show = (amount: bigint) => formatAmount({ amount, decimals: token.decimals });
    return [
      ...compareValues(`${at}.name`, [token.name, next.name]),
      ...compareValues(`${at}.decimals`, [`${token.decimals}`, `${next.decimals}`]),
      ...compareLimits(`${at}.maxPerPayment`, [token.maxPerPayment, next.maxPerPayment], show),
    ];
  });
  const added = after.tokens.filter((token) => !find(before, token));
  return [...shared, ...added.map(({ name, address }) => line(`${path}.${name}`, 'wider', [null, address]))];
}

function compareEndpoints(path: string, before: ChainPolicy, after: ChainPolicy): readonly Change[] {
  return [
    ...compareAdmitted(`${path}.rpcUrls`, before.rpcUrls, after.rpcUrls),
    // The more endpoints must agree, the harder it is to lie.
    ...compareLimits(`${path}.quorum`, [BigInt(-before.quorum), BigInt(-after.quorum)], (count) => `${-count}`),
  ];
}

function compareChain(before: ChainPolicy, after: ChainPolicy): readonly Change[] {
  const path = `chains.${before.name}`;
  const depths = (['confirmations', 'payoutConfirmations'] as const).flatMap((setting): readonly Change[] => {
    const [former, next] = [before[setting], after[setting]];
    if (former === next) return [];
    const kind = isDeeper(next, former) ? 'narrower' : 'wider';
    return [line(`${path}.${setting}`, kind, [describeDepth(former), describeDepth(next)])];
  });
  return [
    // Routes name their chains.
    ...compareValues(`${path}.name`, [before.name, after.name]),
    ...compareEndpoints(path, before, after),
    ...depths,
    ...compareValues(`${path}.depositContract`, [before.depositContract, after.depositContract]),
    ...compareValues(`${path}.vault`, [before.vault, after.vault]),
    ...compareKnown(`${path}.retiredVaults`, before.retiredVaults, after.retiredVaults),
    ...compareLimits(`${path}.maxGasLimit`, [before.maxGasLimit, after.maxGasLimit]),
    ...compareLimits(`${path}.maxGasPrice`, [before.maxGasPrice, after.maxGasPrice], (wei) => `${wei} wei`),
    ...compareLimits(`${path}.maxGasDrop`, [before.maxGasDrop, after.maxGasDrop], (wei) => `${wei} wei`),
    ...compareTokens(path, before, after),
  ];
}

function compareChains(before: Policy, after: Policy): readonly Change[] {
  const shared = before.chains.flatMap((chain): readonly Change[] => {
    const next = after.chains.find(({ id }) => id === chain.id);
    return next ? compareChain(chain, next) : [line(`chains.${chain.name}`, 'narrower', [`chain ${chain.id}`, null])];
  });
  const added = after.chains.filter(({ id }) => before.chains.every((chain) => chain.id !== id));
  return [...shared, ...added.map(({ name, id }) => line(`chains.${name}`, 'wider', [null, `chain ${id}`]))];
}

const nameOf = ({ token, from, to }: RoutePolicy) => `routes.${token} from ${from} to ${to}`;

function compareRoutes(before: Policy, after: Policy): readonly Change[] {
  const find = ({ routes }: Policy, route: RoutePolicy) => routes.find((one) => nameOf(one) === nameOf(route));
  const shared = before.routes.flatMap((route): readonly Change[] => {
    const next = find(after, route);
    if (!next) return [line(nameOf(route), 'narrower', ['open', null])];
    return (['minFee', 'gasDropFloor'] as const).flatMap((setting) =>
      compareLimits(`${nameOf(route)}: ${setting}`, [-route[setting], -next[setting]], (fee) => `${-fee}`),
    );
  });
  const added = after.routes.filter((route) => !find(before, route));
  return [...shared, ...added.map((route) => line(nameOf(route), 'wider', [null, 'open']))];
}

/** Who may request a signature, and from where. What the signer then signs stays the same. */
function compareRemote({ remote: before }: Policy, { remote: after }: Policy): readonly Change[] {
  const [listen, next] = [before?.listen ?? null, after?.listen ?? null];
  return [
    ...(listen === next ? [] : [line('signer.listen', next === null ? 'narrower' : 'wider', [listen, next])]),
    ...compareAdmitted('signer.clients', before?.clients ?? [], after?.clients ?? []),
  ];
}

/**
 * Compares what a signer signs by with what it would sign by. Whatever only the new view signs has a line that is
 * wider; what can't be compared also counts as wider.
 */
export function compareViews(before: Policy, after: Policy): readonly Change[] {
  return [
    ...compareValues('hotWallet', [before.hotWallet, after.hotWallet]),
    ...compareKnown('formerHotWallets', before.formerHotWallets, after.formerHotWallets),
    ...compareChains(before, after),
    ...compareRoutes(before, after),
    ...compareRemote(before, after),
  ];
}
