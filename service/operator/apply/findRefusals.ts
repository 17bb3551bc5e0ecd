import { isSameAddress } from '#shared/address.ts';
import { formatAmount, NATIVE_DECIMALS, parseAmount } from '#shared/amount.ts';
import { MAX_DECIMALS } from '../../boot/assetSettings.ts';
import type { Installation } from '../../boot/installation.ts';
import { vaultsOf } from '../../boot/model/catalog.ts';
import { listRoutes } from '../../boot/parseTokens.ts';
import type { OpenWork } from './database.ts';

type ChainSettings = Installation['chains'][number];

const lacks = (list: readonly string[], one: string) =>
  list.every((other) => other.toLowerCase() !== one.toLowerCase());

function listVaults({ vault, retiredVaults }: ChainSettings): readonly string[] {
  return vault === undefined ? retiredVaults : vaultsOf({ vault, retiredVaults });
}

function findChainProblems(before: Installation, after: Installation, hasHistory: HasHistory): readonly string[] {
  return before.chains.flatMap((chain) => {
    const next = after.chains.find(({ id }) => id === chain.id);
    if (!next) {
      return hasHistory(chain.id)
        ? [
            `chains lacks ${chain.name}, which has transfers: what its vaults have paid could be paid again. Put it back, with "status": "closed".`,
          ]
        : [];
    }
    return listVaults(chain)
      .filter((vault) => lacks(listVaults(next), vault))
      .map(
        (vault) =>
          `chains.${chain.name} lacks the vault ${vault}: what it has paid could be paid again. Add it to "retiredVaults".`,
      );
  });
}

function findWalletProblems(before: Installation, after: Installation): readonly string[] {
  const known = [...(after.hotWallet === undefined ? [] : [after.hotWallet]), ...after.formerHotWallets];
  const former = [...(before.hotWallet === undefined ? [] : [before.hotWallet]), ...before.formerHotWallets];
  return former
    .filter((wallet) => lacks(known, wallet))
    .map(
      (wallet) =>
        `The hot wallet ${wallet} is neither "hotWallet" nor in "formerHotWallets": what it has signed could be paid again. Add it to "formerHotWallets".`,
    );
}

const toAmount = (text = '0', decimals = MAX_DECIMALS) => {
  const parsed = parseAmount(text, decimals);
  return parsed.ok ? parsed.amount : 0n;
};

/** A deposit made at the old fee leaves the bridge less than the new fee requires, so its payout would be held. */
function findFeeProblems(before: Installation, after: Installation): readonly string[] {
  const problems = after.tokens.flatMap((token) => {
    const former = before.tokens.find(({ name }) => name === token.name);
    if (!former) return [];
    const routes = listRoutes(before, former, '');
    return listRoutes(after, token, '').flatMap(({ from, to, transfer }) => {
      const old = routes.find((route) => route.from === from && route.to === to)?.transfer;
      if (!old || toAmount(transfer.feeFloor) <= toAmount(old.feeFloor)) return [];
      const kept = old.minFee ?? old.feeFloor ?? '0';
      if (toAmount(transfer.minFee ?? transfer.feeFloor) <= toAmount(kept)) return [];
      return [
        `tokens.${token.name}.transfers: feeFloor rises from ${old.feeFloor} to ${transfer.feeFloor}, and deposits of quotes before this change keep only ${kept}. Set "minFee": "${kept}", and remove it once they are delivered.`,
      ];
    });
  });
  return [...new Set(problems)];
}

/** Whether a chain is known to have transfers, or may have. */
export type HasHistory = (chainId: number) => boolean;

/** @param chains with transfers, according to the next file's database; null if it can't be asked */
export function historyOf(before: Installation, after: Installation, chains: ReadonlySet<number> | null): HasHistory {
  // Another database knows nothing about earlier transfers.
  const known = before.database === after.database ? chains : null;
  return (chainId) => known?.has(chainId) ?? true;
}

/** What must not change between the running file and the next one, one sentence each. */
export function findRefusals(before: Installation, after: Installation, hasHistory: HasHistory): readonly string[] {
  return [
    ...findChainProblems(before, after, hasHistory),
    ...findWalletProblems(before, after),
    ...findFeeProblems(before, after),
  ];
}

/**
 * A transfer that asks for more native tokens than the next file allows is refunded if it is undecided, and otherwise held:
 * the signer does not sign it.
 */
export function findGasDropWork(
  before: Installation,
  after: Installation,
  { gasDrops }: Pick<OpenWork, 'gasDrops'>,
): readonly string[] {
  return after.chains.flatMap(({ id, name, maxGasDrop = '0' }) => {
    const former = before.chains.find((chain) => chain.id === id)?.maxGasDrop;
    const next = toAmount(maxGasDrop, NATIVE_DECIMALS);
    if (toAmount(former, NATIVE_DECIMALS) <= next) return [];
    const most = gasDrops.find(({ destination }) => destination === BigInt(id))?.most ?? 0n;
    if (most <= next) return [];
    const asked = formatAmount({ amount: most, decimals: NATIVE_DECIMALS });
    return [
      `chains.${name}: maxGasDrop falls from ${former} to ${maxGasDrop}, but an open transfer asks for ${asked} for gas and would be held or refunded. Apply this again once it is delivered.`,
    ];
  });
}

/**
 * A new hot wallet has its own nonces, so the former one's payments must be settled first. Those of a stolen one may never
 * be: the service voids them once it is no longer a payer.
 */
export function findOpenWork(
  before: Installation,
  after: Installation,
  { unsettled, stolen }: Pick<OpenWork, 'unsettled'> & { readonly stolen: string | null },
): readonly string[] {
  if (before.hotWallet === undefined || after.hotWallet === undefined) return [];
  if (isSameAddress(before.hotWallet, after.hotWallet)) return [];
  return unsettled
    .filter(({ address }) => address.toLowerCase() === before.hotWallet?.toLowerCase())
    .filter(({ address }) => address.toLowerCase() !== stolen?.toLowerCase())
    .map(
      ({ address, count }) =>
        `The hot wallet ${address} has ${count} unsettled payments. Wait until causeway_unsettled_sends is 0, then apply the new "hotWallet". After a theft, add --stolen ${address}.`,
    );
}
