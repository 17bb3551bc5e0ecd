import type { Installation } from '../../boot/installation.ts';
import { parseCatalog } from '../../boot/parseCatalog.ts';
import { majorityOf } from '../../boot/parseChain.ts';
import { addressOn, listRoutes } from '../../boot/parseTokens.ts';
import type { Change } from './change.ts';
import type { Weigh } from './weigh.ts';
import {
  weighAdmitted,
  weighCategory,
  weighDepth,
  weighFeeds,
  weighFloor,
  weighGuard,
  weighHost,
  weighLimit,
  weighNetworks,
  weighOffer,
  weighOpening,
  weighRefused,
  weighStatus,
  weighSwitch,
  weighTiers,
} from './weigh.ts';

/** A value as it takes effect, and as a person reads it. */
type Leaf = { readonly value: unknown; readonly text: string };
type Leaves = ReadonlyMap<string, Leaf>;

type Rule = { readonly of: RegExp; readonly weigh: Weigh; readonly isGuard: boolean };

const guard = (of: RegExp, weigh: Weigh): Rule => ({ of, weigh, isGuard: true });
const bound = (of: RegExp, weigh: Weigh): Rule => ({ of, weigh, isGuard: false });

/** The settings that allow more or less. All others do neither. */
const RULES: readonly Rule[] = [
  guard(/^guards\.(?:maxNetOutflow|approveAbove|maxGasFactor)$/, weighLimit),
  guard(/^guards\.screening\.(?:list|url)$/, weighGuard),
  guard(/^vaults\.delayHours$/, weighFloor),
  guard(/^listen\.host$/, weighHost),
  guard(/^api\.trustProxy$/, weighNetworks),
  guard(/^api\.requestsPerSecond$/, weighLimit),
  guard(/^formerHotWallets$/, weighRefused),
  guard(/^chains\..+\.(?:exposureCap|maxGasPriceGwei)$/, weighLimit),
  guard(/^chains\..+\.(?:confirmations|payoutConfirmations|finality)$/, weighDepth),
  guard(/^chains\..+\.confirmationsAbove$/, weighTiers),
  guard(/^chains\..+\.quorum$/, weighFloor),
  guard(/^chains\..+\.category$/, weighCategory),
  guard(/^chains\..+\.(?:retiredVaults|closedVaults)$/, weighRefused),
  guard(/^tokens\..+\.feeds$/, weighFeeds),
  guard(/^tokens\..+\.maxDeviationPercent$/, weighLimit),
  guard(/^signer\.chains\..+\.quorum$/, weighFloor),
  guard(/^signer\.chains\..+(?<!\.rpcUrls)$/, weighGuard),
  bound(/^signer\.listen$/, weighOpening),
  bound(/^signer\.clients$/, weighAdmitted),
  guard(/^web\.allowUnpinnedPairs$/, weighSwitch),
  guard(/^web\.blockedAddresses$/, weighRefused),
  guard(/^web\.(?:embed\.origins|wallets\.safeOrigins)$/, weighAdmitted),
  bound(/^chains\..+\.status$/, weighStatus),
  bound(/^chains\..+\.maxGasDrop$/, weighOffer),
  bound(/^tokens\..+\.max \(/, weighLimit),
  bound(/^tokens\..+\.minFee \(/, weighFloor),
];

// Only people read them.
const UNREAD = ['note', '$schema'];
// What `describe` adds, in its effective form.
const DERIVED = ['chains', 'tokens', 'signer.chains', 'web.blockedAddresses', 'web.wallets.safeOrigins'];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function* listLeaves(value: unknown, path: string): Generator<readonly [string, Leaf]> {
  if (value === undefined || DERIVED.includes(path)) return;
  if (!isRecord(value)) yield [path, { value, text: toText(value) }];
  else {
    for (const [key, part] of Object.entries(value)) {
      if (!UNREAD.includes(key)) yield* listLeaves(part, path === '' ? key : `${path}.${key}`);
    }
  }
}

const ignore = () => {};

type ChainSettings = Installation['chains'][number];

/** A chain with its effective depths and quorum if the file has none, even while it is closed. */
function* listChain(file: Installation, chain: ChainSettings): Generator<readonly [string, Leaf]> {
  const path = `chains.${chain.name}`;
  const { name: _name, confirmationsAbove, ...settings } = chain;
  const opened = { ...file, chains: file.chains.map((one) => ({ ...one, status: 'open' as const })) };
  const parsed = parseCatalog(ignore, opened).chains.find(({ name }) => name === chain.name);
  const { confirmations, payoutConfirmations, finality } = parsed ?? {};
  const quorum = chain.quorum ?? majorityOf(chain.rpcUrls);
  yield* listLeaves({ ...settings, quorum, ...(parsed && { confirmations, payoutConfirmations, finality }) }, path);
  if (!parsed) return;
  const tiers = [{ above: 0n, confirmations: parsed.confirmations }, ...parsed.confirmationTiers];
  yield [`${path}.confirmationsAbove`, { value: tiers, text: toText(confirmationsAbove) }];
}

/** A token. Of its transfers, the settings of each route they decide. */
function* listToken(file: Installation, token: Installation['tokens'][number]): Generator<readonly [string, Leaf]> {
  const path = `tokens.${token.name}`;
  const { name: _name, transfers: _transfers, ...settings } = token;
  yield* listLeaves(settings, path);
  for (const { from, to, transfer } of listRoutes(file, token, '')) {
    const { min, max, feeBps, feeFloor, minFee = feeFloor } = transfer;
    for (const [setting, value] of Object.entries({ min, max, feeBps, feeFloor, minFee })) {
      yield [`${path}.${setting} (${from} to ${to})`, { value, text: toText(value) }];
    }
  }
}

function* listSigner({ signer }: Installation): Generator<readonly [string, Leaf]> {
  for (const [name, { rpcUrls, quorum = rpcUrls.length }] of Object.entries(signer.chains)) {
    const path = `signer.chains.${name}`;
    yield [path, { value: true, text: 'its own endpoints' }];
    yield* listLeaves({ rpcUrls, quorum }, path);
  }
}

function describe(file: Installation): Leaves {
  const { blockedAddresses, wallets } = file.web;
  const safeOrigins = wallets?.safe ? wallets.safeOrigins : undefined;
  return new Map([
    ...listLeaves(file, ''),
    ...Object.entries({ 'web.blockedAddresses': blockedAddresses, 'web.wallets.safeOrigins': safeOrigins }).flatMap(
      ([path, value]) => (value === undefined ? [] : [[path, { value, text: toText(value) }] as const]),
    ),
    ...file.chains.flatMap((chain) => [...listChain(file, chain)]),
    ...file.tokens.flatMap((token) => [...listToken(file, token)]),
    ...listSigner(file),
  ]);
}

function compareLeaf(path: string, before: Leaf | undefined, after: Leaf | undefined): readonly Change[] {
  if (before?.text === after?.text) return [];
  const rule = RULES.find(({ of }) => of.test(path));
  return [
    {
      path,
      kind: rule?.weigh(before?.value, after?.value) ?? 'other',
      before: before?.text ?? null,
      after: after?.text ?? null,
      isGuard: rule?.isGuard ?? false,
    },
  ];
}

const routeOf = (path: string) => /^(tokens\..+)\.\w+ \((.*)\)$/.exec(path);

/** What one file has as a whole and the other lacks: chains, tokens and routes. One line reports it. */
function listWholes(file: Installation): ReadonlyMap<string, string> {
  return new Map([
    ...file.chains.map(({ name, id }) => [`chains.${name}`, `chain ${id}`] as const),
    ...file.tokens.map(({ name, price }) => [`tokens.${name}`, `a price of ${price}`] as const),
    ...file.tokens.flatMap((token) =>
      listRoutes(file, token, '').map(
        ({ from, to, transfer }) => [`tokens.${token.name} (${from} to ${to})`, `open up to ${transfer.max}`] as const,
      ),
    ),
  ]);
}

/**
 * The chains and tokens that are renamed in the next file, by former name. None of their settings can be compared, so
 * the name counts as a guard.
 */
function listRenamed(before: Installation, after: Installation): ReadonlyMap<string, string> {
  const chains = before.chains.flatMap((chain) => {
    const next = after.chains.find(({ id }) => id === chain.id);
    return next && next.name !== chain.name ? [[`chains.${chain.name}`, next.name] as const] : [];
  });
  const tokens = before.tokens.flatMap((token) =>
    before.chains.flatMap((chain) => {
      const address = addressOn(token, chain);
      const there = after.chains.find(({ id }) => id === chain.id);
      if (address === undefined || !there) return [];
      const next = after.tokens.find((one) => one.name !== token.name && addressOn(one, there) === address);
      return next ? [[`tokens.${token.name}`, next.name] as const] : [];
    }),
  );
  return new Map([...chains, ...tokens]);
}

/** Whether a leaf belongs to a chain, token or route that is new or gone. */
function isPartOf(path: string, wholes: ReadonlySet<string>): boolean {
  const route = routeOf(path);
  if (route && wholes.has(`${route[1]} (${route[2]})`)) return true;
  const own = path.replace(/^signer\./, '');
  return [...wholes].some((whole) => own === whole || own.startsWith(`${whole}.`));
}

/** Combines a token's routes that change alike into one line. */
function mergeRoutes(changes: readonly Change[]): readonly Change[] {
  const merged = new Map<string, Change>();
  for (const change of changes) {
    const [, setting, route] = /^(.*) \((.* to .*)\)$/.exec(change.path) ?? [];
    const key = setting === undefined ? change.path : `${setting} ${change.before} ${change.after}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...known, path: known.path.replace(/\)$/, `, ${route})`) } : change);
  }
  return [...merged.values()];
}

/** Compares two files, setting by setting, as they take effect: with defaults and the order of transfers resolved. */
export function compareFiles(before: Installation, after: Installation): readonly Change[] {
  const [former, next] = [describe(before), describe(after)];
  const [formerWholes, nextWholes] = [listWholes(before), listWholes(after)];
  const renamed = listRenamed(before, after);
  const wholes = [...new Set([...formerWholes.keys(), ...nextWholes.keys()])].flatMap((path): readonly Change[] => {
    const [was, is] = [formerWholes.get(path) ?? null, nextWholes.get(path) ?? null];
    if ((was === null) === (is === null)) return [];
    const name = is === null ? renamed.get(path) : undefined;
    if (name !== undefined) return [{ path, kind: 'wider', before: was, after: `renamed to ${name}`, isGuard: true }];
    return [{ path, kind: is === null ? 'narrower' : 'wider', before: was, after: is, isGuard: false }];
  });
  const changed = new Set(wholes.map(({ path }) => path));
  const leaves = [...new Set([...former.keys(), ...next.keys()])].filter((path) => !isPartOf(path, changed));
  return mergeRoutes([
    ...wholes.filter(({ path }) => !path.includes(' (') || !changed.has(path.replace(/ \(.*/, ''))),
    ...leaves.flatMap((path) => compareLeaf(path, former.get(path), next.get(path))),
  ]);
}
