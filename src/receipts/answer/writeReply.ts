import { getAddress } from 'viem';
import { visibleText } from '#shared/foreignText.ts';
import type { Texts } from '../../i18n/texts.ts';
import type { Cause, Verdict, VerdictKind } from '../../transfer/verdict/verdict.ts';
import type { JudgedDeposit, Lookup } from '../model/judge.ts';

export type ReplyContext = {
  /** In the language of the customer. */
  readonly texts: Texts<'desk'>;
  /** The public page of the lookup. */
  readonly lookupUrl: string;
  /** A transaction in the block explorer of its chain; null if there is none. */
  readonly explorer: (chainId: number, hash: string) => string | null;
};

type Lines = readonly string[];

/** Verdicts whose text says that the bridge has the deposit. */
const HAS_DEPOSIT: ReadonlySet<VerdictKind> = new Set<VerdictKind>([
  ...(['inProgress', 'late', 'delayed', 'waitingForFunds', 'paused', 'held', 'refundHeld'] as const),
]);

/** Why the bridge did not deliver, and which amounts it accepts. */
function reasonLines({ reason }: Cause, { limits, journey }: JudgedDeposit, { t, sum }: Texts<'app'>): Lines {
  if (reason === null) return [];
  const { tokenName, sent } = journey;
  // Today's limits explain an earlier refund only if they exclude its amount.
  const isOutside = limits && sent && (sent.amount < limits.min.amount || sent.amount > limits.max.amount);
  const accepted =
    reason === 'amount_out_of_range' && isOutside && tokenName !== null
      ? [t('acceptedAmounts', { min: sum(limits.min, tokenName), max: sum(limits.max, tokenName) })]
      : [];
  return [t(`reason_${reason}`), ...accepted];
}

/** What the bridge kept of a refunded deposit. */
export function keptLines({ received, journey: { sent, tokenName } }: JudgedDeposit, { t, sum }: Texts<'app'>): Lines {
  if (!received || !sent || tokenName === null || received.amount >= sent.amount) return [];
  return [t('refundKept', { kept: sum({ ...sent, amount: sent.amount - received.amount }, tokenName) })];
}

/** The gas that arrived with a payout. */
function gasLines({ gasReceived }: JudgedDeposit, { t, sum }: Texts<'desk'>): Lines {
  return gasReceived ? [t('reply_gas', { gas: sum(gasReceived.amount, gasReceived.symbol) })] : [];
}

function aboutDeposit(one: JudgedDeposit, texts: Texts<'desk'>): Lines {
  const { verdict, journey, evidence, received, money } = one;
  const { t, sum } = texts;
  const { deposit } = evidence;
  const token = journey.tokenName ?? '';
  const some = t('reply_someTokens');
  const origin = journey.originName;
  const destination = journey.destinationName ?? t('reply_unknownChain', { id: `${journey.destinationId}` });
  const sent = journey.sent ? sum(journey.sent, token) : some;
  const paid = received ? sum(received, token) : some;
  // If a chain does not answer, the bridge may have paid there.
  if (HAS_DEPOSIT.has(verdict.kind) && money !== 'bridge') return [t('reply_paymentUnseen', { sent, origin })];
  switch (verdict.kind) {
    case 'delivered':
    case 'deliveredOtherAmount': {
      const recipient = journey.recipient ?? visibleText(deposit.target);
      const arrived = [t('reply_delivered', { received: paid, recipient, destination }), ...gasLines(one, texts)];
      return verdict.kind === 'delivered' ? arrived : [...arrived, t('reply_otherAmount')];
    }
    case 'inProgress': {
      const { confirmations } = verdict;
      const count = confirmations ? confirmations.needed - confirmations.seen : 0;
      const lines = [t('reply_inProgress', { sent, origin })];
      return count > 0 ? [...lines, t('reply_confirmationsLeft', { count })] : lines;
    }
    case 'refunded':
      return [
        t('reply_refunded', { refunded: paid, sender: deposit.user, origin }),
        ...[...reasonLines(verdict.cause, one, texts), ...keptLines(one, texts)],
      ];
    case 'late':
    case 'delayed':
    case 'paused':
    case 'held':
    case 'dustKept':
      return [t(`reply_${verdict.kind}`, { sent, origin })];
    case 'waitingForFunds':
      return [t('reply_waitingForFunds', { sent, origin, destination })];
    case 'verifyingPayout':
    case 'payoutDiffers':
      return [t(`reply_${verdict.kind}`, { destination })];
    case 'refunding':
    case 'refundHeld':
    case 'verifyingRefund':
    case 'notDelivered':
      return [t(`reply_${verdict.kind}`, { origin }), ...reasonLines(verdict.cause, one, texts)];
    case 'refundDiffers':
      return [t('reply_refundDiffers', { origin })];
    case 'unknownRoute':
      return [t('reply_unknownRoute', { sent, origin, destination })];
    case 'closed':
    case 'unknownStep':
      return [t(`reply_${verdict.kind}`)];
    case 'serviceSilent':
    case 'noReceipt':
      return [t('reply_noAnswer', { sent, origin })];
    default:
      return aboutHash(verdict, texts);
  }
}

/** A transaction that leads to no deposit, or to one that did not reach the bridge. */
function aboutHash(verdict: Verdict, { t, anyOf }: Texts<'desk'>): Lines {
  switch (verdict.kind) {
    case 'payment':
      return [t('reply_paymentOnly', { chain: verdict.chainName })];
    case 'awaitingSigners':
      return [t('reply_safeWaiting')];
    case 'replaced':
      return [t('reply_replaced', { chain: verdict.chainName }), verdict.by];
    case 'cancelled':
      return [t('reply_cancelled', { chain: verdict.chainName }), ...(verdict.by === null ? [] : [verdict.by])];
    case 'wrongChain':
      return [t('reply_wrongChain', { chain: verdict.chainName, meantFor: verdict.meantFor })];
    case 'wrongContract':
      return [t('reply_wrongContract', { chain: verdict.chainName, contract: getAddress(verdict.contract) })];
    case 'sentToAccount':
      return [t('reply_sentToAccount', { chain: verdict.chainName, account: getAddress(verdict.account) })];
    case 'notFound':
    case 'rpcSilent':
      return [t(`reply_${verdict.kind}`, { chains: anyOf(verdict.chainNames) })];
    case 'endpointsDisagree':
    case 'sourcesDisagree':
      return [t('reply_sourcesDisagree')];
    case 'failedPayment':
    case 'pending':
    case 'dropped':
    case 'reorgedAway':
    case 'noDeposit':
    case 'reverted':
    case 'outOfGas':
    case 'sentToVault':
      return [t(`reply_${verdict.kind}`, { chain: verdict.chainName })];
    default:
      // No chain shows a deposit, so only the service reports this.
      return [t('reply_reportedOnly')];
  }
}

/** A deposit's transactions, each on its own line so that the hash is easy to copy. */
function transactionLines(one: JudgedDeposit, { texts, explorer }: ReplyContext): Lines {
  const { t } = texts;
  const { evidence, journey, payoutHash, refundHash } = one;
  const { chain, deposit } = evidence;
  const link = (chainId: number | undefined, hash: string) =>
    (chainId === undefined ? null : explorer(chainId, hash)) ?? hash;
  const lines = [t('reply_depositTransaction'), link(chain.id, deposit.transactionHash)];
  // A payment that only the service names may not exist.
  if (payoutHash && evidence.payout.kind === 'proven')
    lines.push(t('reply_payoutTransaction'), link(journey.destination?.id, payoutHash));
  if (refundHash && evidence.refund.kind === 'proven')
    lines.push(t('reply_refundTransaction'), link(chain.id, refundHash));
  return lines;
}

/** Verdicts whose own text says that sources disagree or do not answer. */
const SAYS_DOUBT: ReadonlySet<VerdictKind> = new Set<VerdictKind>([
  'endpointsDisagree',
  'sourcesDisagree',
  'rpcSilent',
]);

/** Verdicts whose text promises more than a step: a payment, or that there will be none. */
const CLAIMS: ReadonlySet<VerdictKind> = new Set<VerdictKind>([
  ...(['verifyingPayout', 'verifyingRefund', 'refunding', 'refundHeld', 'notDelivered', 'closed'] as const),
]);

function doubtLines({ verdicts, confidence }: Lookup, { t }: Texts<'desk'>): Lines {
  const isClaimed = confidence.kind === 'depositVerified' && verdicts.some(({ kind }) => CLAIMS.has(kind));
  const isDoubtful = confidence.kind === 'partial' || confidence.kind === 'reported' || isClaimed;
  return isDoubtful && !verdicts.some(({ kind }) => SAYS_DOUBT.has(kind)) ? [t('reply_unconfirmed')] : [];
}

// In right-to-left texts. A person who copies an address would copy them too, and explorers refuse it.
const ISOLATES = /[\u2066-\u2069]/g;

/** Writes what support can tell the customer about a lookup, as plain text. */
export function writeReply(found: Lookup, context: ReplyContext): string {
  const { texts, lookupUrl } = context;
  const { t } = texts;
  const [first] = found.verdicts;
  // Endpoints that contradict each other make every deposit uncertain.
  const deposits = first.kind === 'endpointsDisagree' ? [] : found.deposits;
  const parts = deposits.map((one) => [...aboutDeposit(one, texts), '', ...transactionLines(one, context)].join('\n'));
  // The hash of a payment is not the customer's transaction.
  const isOfCustomer = found.via !== 'payout' && found.via !== 'refund';
  const several = deposits.length > 1 && isOfCustomer ? [t('reply_severalDeposits', { count: deposits.length })] : [];
  const intro = deposits.length === 0 ? [aboutHash(first, texts).join('\n')] : several;
  const end = [t('reply_follow'), lookupUrl, '', t('reply_never')].join('\n');
  return [...doubtLines(found, texts), ...intro, ...parts, end].join('\n\n').replace(ISOLATES, '');
}
