import type { Amount } from '#shared/amount.ts';
import { formatAmount } from '#shared/amount.ts';
import type { Registry } from '../registry.ts';
import { destinationOf, tokenOfDeposit } from './foundDeposit.ts';
import type { HistoryGroup, HistoryItem } from './historyItem.ts';
import { groupOf } from './historyItem.ts';

/** Empty texts and null let everything through. */
export type HistoryFilter = {
  readonly group: HistoryGroup | null;
  /** The name of the origin or the destination chain. */
  readonly chainName: string;
  readonly tokenName: string;
  /** Part of a hash, an address, a name or an amount. */
  readonly text: string;
};

export const NO_FILTER: HistoryFilter = { group: null, chainName: '', tokenName: '', text: '' };

/** The texts of an item by which a person can find it. */
type ItemFacts = {
  readonly chainNames: readonly string[];
  readonly tokenName: string | null;
  readonly texts: readonly string[];
};

/** An amount with either decimal mark, because people type both. */
function amountTexts(value: Amount): readonly string[] {
  const text = formatAmount(value);
  return [text, text.replace('.', ',')];
}

function factsOf(item: HistoryItem, registry: Registry): ItemFacts {
  if (item.kind === 'own') {
    const { terms, ...rest } = item.transfer;
    const hashes = (['hash', 'payoutHash', 'refundHash'] as const).flatMap((key) =>
      key in rest ? [String(rest[key as keyof typeof rest])] : [],
    );
    // A row names what was sent until something arrives, and people remember either.
    const amounts = [
      { amount: terms.send, decimals: terms.origin.decimals },
      ...('received' in rest ? [{ amount: rest.received, decimals: terms.destination.decimals }] : []),
      ...('refunded' in rest ? [{ amount: rest.refunded, decimals: terms.origin.decimals }] : []),
    ];
    return {
      chainNames: [terms.origin.chainName, terms.destination.chainName],
      tokenName: terms.tokenName,
      texts: [...hashes, terms.account, terms.recipient, ...amounts.flatMap(amountTexts)],
    };
  }
  const { deposit, receipt } = item;
  const token = tokenOfDeposit(registry, deposit);
  const destination = destinationOf(registry, deposit);
  const payout = typeof receipt === 'object' && receipt.kind === 'delivered' ? [receipt.delivery.payoutHash] : [];
  const amount = token ? amountTexts({ amount: deposit.amount, decimals: token.decimals }) : [];
  return {
    chainNames: destination === null ? [deposit.chainName] : [deposit.chainName, destination],
    tokenName: token?.name ?? null,
    texts: [deposit.transactionHash, ...payout, deposit.user, deposit.target, deposit.token, ...amount],
  };
}

export function filterHistory(
  items: readonly HistoryItem[],
  filter: HistoryFilter,
  { registry, nowMs }: { readonly registry: Registry; readonly nowMs: number },
): readonly HistoryItem[] {
  const wanted = filter.text.trim().toLowerCase();
  return items.filter((item) => {
    if (filter.group !== null && groupOf(item, nowMs) !== filter.group) return false;
    const { chainNames, tokenName, texts } = factsOf(item, registry);
    if (filter.chainName !== '' && !chainNames.includes(filter.chainName)) return false;
    if (filter.tokenName !== '' && tokenName !== filter.tokenName) return false;
    const all = [...chainNames, ...(tokenName === null ? [] : [tokenName]), ...texts];
    return wanted === '' || all.some((text) => text.toLowerCase().includes(wanted));
  });
}
