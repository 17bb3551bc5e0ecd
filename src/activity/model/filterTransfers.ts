import type { Amount } from '#shared/amount.ts';
import { formatAmount } from '#shared/amount.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import { transferFacts } from '../../transfer/verdict/facts.ts';
import { aboutVerdict } from '../../transfer/verdict/verdictKinds.ts';
import { verdictOf } from '../../transfer/verdict/verdictOf.ts';

/** The groups of transfers that a person can filter by. */
export const TRANSFER_GROUPS = ['open', 'attention', 'delivered', 'refunded', 'ended'] as const;

type TransferGroup = (typeof TRANSFER_GROUPS)[number];

/** A held, late or failed transfer may need the person even if nothing is left to sign. */
export function groupOf(transfer: Transfer, nowMs: number): TransferGroup {
  const verdict = verdictOf(transferFacts(transfer, { nowMs, isInWallet: false }));
  const { status, tone } = aboutVerdict(verdict);
  if (verdict.kind === 'delivered' || verdict.kind === 'refunded') return verdict.kind;
  if (status === 'needsYou' || tone !== 'info') return 'attention';
  return status === 'open' ? 'open' : 'ended';
}

/** Empty texts and null match everything. */
export type TransferFilter = {
  readonly group: TransferGroup | null;
  /** The name of the origin or the destination chain. */
  readonly chainName: string;
  readonly tokenName: string;
  /** Part of a hash, address, name or amount. */
  readonly text: string;
};

export const NO_FILTER: TransferFilter = { group: null, chainName: '', tokenName: '', text: '' };

/** The texts that the search looks in. */
type ItemFacts = {
  readonly chainNames: readonly string[];
  readonly tokenName: string;
  readonly texts: readonly string[];
};

/** The amount with both decimal marks, because people type either. */
function amountTexts(value: Amount): readonly string[] {
  const text = formatAmount(value);
  return [text, text.replace('.', ',')];
}

function factsOf({ terms, ...rest }: Transfer): ItemFacts {
  const hashes = (['hash', 'payoutHash', 'refundHash'] as const).flatMap((key) =>
    key in rest ? [String(rest[key as keyof typeof rest])] : [],
  );
  // A row shows the sent amount until something arrives, and people remember either.
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

/** The transfers that match a filter, in their order. */
export function filterTransfers(
  transfers: readonly Transfer[],
  filter: TransferFilter,
  nowMs: number,
): readonly Transfer[] {
  const wanted = filter.text.trim().toLowerCase();
  return transfers.filter((transfer) => {
    if (filter.group !== null && groupOf(transfer, nowMs) !== filter.group) return false;
    const { chainNames, tokenName, texts } = factsOf(transfer);
    if (filter.chainName !== '' && !chainNames.includes(filter.chainName)) return false;
    if (filter.tokenName !== '' && tokenName !== filter.tokenName) return false;
    return wanted === '' || [...chainNames, tokenName, ...texts].some((text) => text.toLowerCase().includes(wanted));
  });
}
