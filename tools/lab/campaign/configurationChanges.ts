import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from 'viem';
import { formatUnits, parseUnits } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { routeId } from '../../../service/boot/model/catalog.ts';
import type { RouteTerms } from '../audit/expectedPayment.ts';
import { listFileRoutes } from '../audit/readRouteTerms.ts';
import { NATIVE_TOKEN } from '../chains/chainsAndTokens.ts';
import type { Installation } from '../installation/installation.ts';
import type { LabInstallation } from '../installation/installationFile.ts';
import type { Random } from '../random.ts';
import type { Operator } from './operator.ts';
import type { Reserve } from './reserves.ts';
import type { VaultOwner } from './vaultOwner.ts';

/** How often the operator completed each change. */
export type ChangeCounts = {
  newVaults: number;
  newHotWallets: number;
  removedPayers: number;
  /** Routes are restored later. */
  removedRoutes: number;
  changedFees: number;
};

export type ChangeContext = {
  readonly installation: Installation;
  readonly operator: Operator;
  readonly owner: VaultOwner;
  readonly reserves: readonly Reserve[];
};

/** One change of the configuration. @returns whether it was completed */
type Change = (context: ChangeContext, random: Random) => Promise<boolean>;

const REMOVED_MS = 6000;
const QUOTED_TIMEOUT_MS = 90_000;
const EVERY_MS = 500;
const ORDER = ['--who', 'operator', '--why', 'a change of the configuration'] as const;

/** Takes a percentage of an amount in decimal text. */
function scale(text: string, percent: bigint): string {
  return formatUnits((parseUnits(text, 18) * percent) / 100n, 18);
}

type FileTransfer = LabInstallation['tokens'][number]['transfers'][number];

/** The tokens of a file with changed terms. */
function changeTransfers({ tokens }: LabInstallation, change: (feeFloor: string) => Partial<FileTransfer>) {
  const changed = (one: FileTransfer) => (one.feeFloor === undefined ? one : { ...one, ...change(one.feeFloor) });
  return tokens.map((token) => ({ ...token, transfers: token.transfers.map(changed) }));
}

/** What the bridge keeps at the least from a deposit is below every fee of the campaign. */
export function lowerMinimumFees(file: LabInstallation): void {
  file.tokens = changeTransfers(file, (feeFloor) => ({ minFee: scale(feeFloor, 25n) }));
}

type Fees = { readonly feeBps: number; readonly percentOfFloor: bigint };

function withFees(terms: readonly RouteTerms[], { feeBps, percentOfFloor }: Fees): readonly RouteTerms[] {
  return terms.map((route) => ({
    ...route,
    feeBps: BigInt(feeBps),
    feeFloor: (route.feeFloor * percentOfFloor) / 100n,
  }));
}

/** The terms of a version, with the network fees that the service has quoted for it. Null until it quotes every route. */
async function readQuoted(
  { installation, operator }: ChangeContext,
  terms: readonly RouteTerms[],
): Promise<readonly RouteTerms[] | null> {
  const rows = await operator.query<{ route_id: string; gas_fee: string }>(
    `select route_id, min(gas_fee)::text as gas_fee from fee_schedules
     where fee_bps = $1 and valid_from <= now() group by route_id`,
    [String(terms[0]?.feeBps)],
  );
  const quoted = listFileRoutes(installation.file).flatMap(({ token, from, to }, index) => {
    const row = rows.find(({ route_id }) => route_id === routeId(token.name, from.id, to.id));
    const route = terms[index];
    return row && route ? [{ ...route, gasFee: BigInt(row.gas_fee) }] : [];
  });
  return quoted.length === terms.length ? quoted : null;
}

/** Changes the fees of every route, and waits until the service quotes them. The percentage applies to the original floor. */
async function changeFees(context: ChangeContext, fees: Fees, base: LabInstallation): Promise<boolean> {
  const { installation, operator } = context;
  const { file, testbed } = installation;
  const { history } = testbed;
  const [first] = history.terms;
  if (!first) throw new Error('the campaign began without terms');
  // With the network fee of a quiet chain, these terms pay the highest possible amount, but the service may never quote them.
  const terms = withFees(first.routes, fees);
  const startedMs = Date.now();
  history.terms.push({ routes: terms, startedMs, quotedMs: Number.POSITIVE_INFINITY });
  const { feeBps, percentOfFloor } = fees;
  const tokens = changeTransfers(base, (feeFloor) => ({ feeBps, feeFloor: scale(feeFloor, percentOfFloor) }));
  await operator.roll({ ...file, tokens });
  const deadline = Date.now() + QUOTED_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const quoted = await readQuoted(context, terms);
    if (quoted) {
      history.terms.push({ routes: quoted, startedMs, quotedMs: Date.now() });
      return true;
    }
    await sleep(EVERY_MS);
  }
  return false;
}

const removeRoute: Change = async ({ installation, operator }, random) => {
  const complete = installation.file;
  // Not native tokens, which attackers deposit: the operator would have to decide on hundreds of their deposits.
  const [first, ...others] = listFileRoutes(complete).filter(({ token }) => token.name !== NATIVE_TOKEN);
  if (!first) throw new Error('the file has no route');
  const { token, from, to } = random.pick([first, ...others]);
  const transfers = [{ from: from.name, to: to.name, closed: true }, ...token.transfers];
  const tokens = complete.tokens.map((one) => (one === token ? { ...one, transfers } : one));
  await operator.roll({ ...complete, tokens });
  await sleep(REMOVED_MS);
  await operator.roll(complete);
  // The service held the deposits for which it had quoted the route. The operator decides on them.
  const held: readonly { readonly id: string; readonly reason: string | null }[] = await operator.command(
    ...['list', '--state', 'held', '--limit', '1000'],
  );
  for (const { id, reason } of held) {
    if (reason?.includes('no longer offers its route')) await operator.command('retry', id, ...ORDER);
  }
  return true;
};

function createRound(round: number, reserve: Reserve, base: LabInstallation): readonly [keyof ChangeCounts, Change][] {
  const { privateKey, vaults } = reserve;
  const wallet = privateKeyToAddress(privateKey);
  let former: Address | null = null;
  const moveToVaults: Change = ({ installation, operator }) =>
    operator.replace(async () => {
      const { audited, history } = installation.testbed;
      for (const [index, chain] of audited.entries()) {
        const retired = chain.vaults.at(-1);
        const vault = vaults[index];
        if (!retired || !vault) throw new Error('a chain has no vault');
        history.retirements.set(retired, Date.now());
        chain.vaults.push(vault);
      }
      const { file } = installation;
      const changed = file.chains.map((chain, index) => {
        const known = audited[index]?.vaults ?? [];
        return { ...chain, vault: known.at(-1), retiredVaults: known.slice(0, -1) };
      });
      return { ...file, chains: changed };
    });
  const replaceHotWallet: Change = async ({ installation, operator, owner }) => {
    const { sides, audited } = installation.testbed;
    await Promise.all(sides.map((side, index) => owner.addPayer(side, vaults[index] ?? vaults[0], wallet)));
    return operator.replace(async () => {
      const { file } = installation;
      former = file.hotWallet ?? null;
      for (const chain of audited) chain.hotWallets.push(wallet);
      await installation.replaceKey(privateKey);
      return { ...file, hotWallet: wallet };
    });
  };
  // Payments that the former hot wallet has signed for a retired vault still go out while that vault accepts them.
  const removePayer: Change = async ({ installation, owner }) => {
    const { sides, audited } = installation.testbed;
    const payer = former;
    if (payer === null) return false;
    const removals = sides.flatMap((side, index) =>
      (audited[index]?.vaults ?? []).map((vault) => owner.removePayer(side, vault, payer)),
    );
    await Promise.all(removals);
    return true;
  };
  return [
    ['newVaults', moveToVaults],
    ['changedFees', (context) => changeFees(context, { feeBps: 8 - round, percentOfFloor: 50n }, base)],
    ['removedRoutes', removeRoute],
    ['newHotWallets', replaceHotWallet],
    ['changedFees', (context) => changeFees(context, { feeBps: 14 + round, percentOfFloor: 150n }, base)],
    ['removedPayers', removePayer],
  ];
}

export type ConfigurationChanges = {
  readonly counts: ChangeCounts;
  /** Makes the next change, until the reserves are used up. */
  next(random: Random): Promise<void>;
  /** Removes a replaced hot wallet from the vaults. Until then, payments that it signed but did not send stay open. */
  finish(random: Random): Promise<void>;
};

/** The changes of a campaign, ordered so that each is possible. */
export function createConfigurationChanges(context: ChangeContext): ConfigurationChanges {
  const { file } = context.installation;
  const counts: ChangeCounts = { newVaults: 0, newHotWallets: 0, removedPayers: 0, removedRoutes: 0, changedFees: 0 };
  const changes = context.reserves.flatMap((reserve, round) => createRound(round, reserve, file));
  const makeAndCount = async ([name, make]: (typeof changes)[number], random: Random) => {
    if (await make(context, random)) counts[name] += 1;
  };
  let made = 0;
  return {
    counts,
    next: async (random) => {
      const change = changes[made];
      if (!change) return;
      made += 1;
      await makeAndCount(change, random);
    },
    finish: async (random) => {
      const removals = changes.slice(made).filter(([name]) => name === 'removedPayers');
      for (const removal of removals) await makeAndCount(removal, random);
    },
  };
}
