import type { CaseKind, FateVerdict } from '../../../../domain/desk/caseVerdict.ts';
import type { Evidence } from '../../../../domain/desk/evidence.ts';
import type { Case, DepositCase } from '../../../../domain/desk/toCase.ts';
import type { ReplyWords } from '../../../../words/reply/replyWords.ts';

export type ReplyContext = {
  readonly words: ReplyWords;
  /** The page that shows the case to everybody. */
  readonly caseUrl: string;
  /** A transaction in the block explorer of its chain; null if there is none. */
  readonly explorer: (chainId: number, hash: string) => string | null;
};

type Lines = readonly string[];

/** Verdicts whose text says that the bridge has the deposit. */
const HAS_DEPOSIT: ReadonlySet<FateVerdict['kind']> = new Set<FateVerdict['kind']>([
  ...(['inProgress', 'late', 'delayed', 'waitingForFunds', 'paused', 'held', 'refundHeld'] as const),
]);

function aboutFate({ verdict, journey, evidence, received, money }: DepositCase, words: ReplyWords): Lines {
  const { t, sum } = words;
  const { deposit } = evidence;
  const token = journey.tokenName ?? '';
  const some = t('someTokens');
  const origin = journey.originName;
  const destination = journey.destinationName ?? t('unknownChain', { id: `${journey.destinationId}` });
  const sent = journey.sent ? sum(journey.sent, token) : some;
  const paid = received ? sum(received, token) : some;
  // The bridge can have paid where a chain does not tell.
  if (HAS_DEPOSIT.has(verdict.kind) && money !== 'bridge') return [t('paymentUnseen', { sent, origin })];
  switch (verdict.kind) {
    case 'delivered':
    case 'deliveredOtherAmount': {
      const recipient = journey.recipient ?? deposit.target;
      const arrived = t('delivered', { received: paid, recipient, destination });
      return verdict.kind === 'delivered' ? [arrived] : [arrived, t('otherAmount')];
    }
    case 'inProgress': {
      const { confirmations } = verdict;
      const count = confirmations ? confirmations.needed - confirmations.seen : 0;
      const lines = [t('inProgress', { sent, origin })];
      return count > 0 ? [...lines, t('confirmationsLeft', { count })] : lines;
    }
    case 'refunded':
    case 'outOfRangeRefunded':
      return [t(verdict.kind, { refunded: paid, sender: deposit.user, origin })];
    case 'late':
    case 'delayed':
    case 'paused':
    case 'held':
    case 'dustKept':
      return [t(verdict.kind, { sent, origin })];
    case 'waitingForFunds':
      return [t('waitingForFunds', { sent, origin, destination })];
    case 'verifyingPayout':
    case 'payoutDiffers':
      return [t(verdict.kind, { destination })];
    case 'refunding':
    case 'refundHeld':
    case 'verifyingRefund':
    case 'refundDiffers':
    case 'notDelivered':
      return [t(verdict.kind, { origin })];
    case 'unknownRoute':
      return [t('unknownRoute', { sent, origin, destination })];
    case 'closed':
    case 'sourcesDisagree':
    case 'unknownStep':
      return [t(verdict.kind)];
    case 'serviceSilent':
    case 'noReceipt':
      return [t('noAnswer', { sent, origin })];
    case 'wrongContract':
      return [t('wrongContract', { chain: verdict.chainName, contract: verdict.contract })];
  }
}

/** What the reply says before its deposits, or instead of them. */
function introOf({ verdict, deposits, evidence }: Case, { t, anyOf }: ReplyWords): Lines {
  const hasFates = 'fates' in verdict && verdict.fates.length > 0;
  switch (verdict.kind) {
    case 'severalDeposits':
      return [t('severalDeposits', { count: verdict.fates.length })];
    case 'payoutPasted':
    case 'refundPasted':
      return [];
    case 'paymentPasted':
      return [t('paymentOnly', { chain: verdict.chainName })];
    case 'failedPayment':
      return [t('failedPayment', { chain: verdict.chainName })];
    case 'safeHash':
      if (hasFates) return [];
      return [verdict.transaction === null ? t('safeWaiting') : t('noDeposit', { chain: minedOn(evidence) })];
    case 'replaced':
      return hasFates ? [] : [t('replaced', { chain: verdict.chainName }), verdict.by];
    case 'cancelled':
      return [t('cancelled', { chain: verdict.chainName }), verdict.by];
    case 'wrongChain':
      return [t('wrongChain', { chain: verdict.chainName, meantFor: verdict.meantFor })];
    case 'notFound':
    case 'rpcSilent':
      return [t(verdict.kind, { chains: anyOf(verdict.chainNames) })];
    case 'endpointsDisagree':
      return [t('sourcesDisagree')];
    case 'pending':
    case 'dropped':
    case 'reorgedAway':
    case 'noDeposit':
    case 'reverted':
    case 'outOfGas':
    case 'sentToVault':
      return [t(verdict.kind, { chain: verdict.chainName })];
    default:
      return deposits.length > 0 ? [] : aboutReport(verdict, t);
  }
}

/** A verdict without a deposit on any chain rests on the word of the service. */
function aboutReport(verdict: FateVerdict, t: ReplyWords['t']): Lines {
  if (verdict.kind === 'wrongContract')
    return [t('wrongContract', { chain: verdict.chainName, contract: verdict.contract })];
  return [t(verdict.kind === 'sourcesDisagree' ? 'sourcesDisagree' : 'reportedOnly')];
}

function minedOn({ sights, trace }: Evidence): string {
  const mined = sights.find(({ kind }) => kind === 'mined');
  return mined?.chain.name ?? ('chain' in trace ? trace.chain.name : '');
}

/** The transactions of a deposit, each below its name, so that a copied hash stands alone. */
function transactionLines(one: DepositCase, { words: { t }, explorer }: ReplyContext): Lines {
  const { evidence, journey, payoutHash, refundHash } = one;
  const { chain, deposit } = evidence;
  const link = (chainId: number | undefined, hash: string) =>
    (chainId === undefined ? null : explorer(chainId, hash)) ?? hash;
  const lines = [t('depositTransaction'), link(chain.id, deposit.transactionHash)];
  // A payment that only the service names may not exist.
  if (payoutHash && evidence.payout.kind === 'proven')
    lines.push(t('payoutTransaction'), link(journey.destination?.id, payoutHash));
  if (refundHash && evidence.refund.kind === 'proven') lines.push(t('refundTransaction'), link(chain.id, refundHash));
  return lines;
}

/** Verdicts whose text itself says that sources differ or do not answer. */
const SAYS_DOUBT: ReadonlySet<CaseKind> = new Set<CaseKind>(['endpointsDisagree', 'sourcesDisagree', 'rpcSilent']);

function doubtOf({ verdict, confidence }: Case, t: ReplyWords['t']): string {
  return confidence.kind === 'verified' || SAYS_DOUBT.has(verdict.kind) ? '' : t('unconfirmed');
}

/** What support can tell the customer about a case, as a message of plain text. */
export function writeReply(found: Case, context: ReplyContext): string {
  const { words, caseUrl } = context;
  // Endpoints that contradict each other make every deposit uncertain.
  const deposits = found.verdict.kind === 'endpointsDisagree' ? [] : found.deposits;
  const parts = deposits.map((one) => [...aboutFate(one, words), '', ...transactionLines(one, context)].join('\n'));
  const end = [words.t('follow'), caseUrl, '', words.t('never')].join('\n');
  return [doubtOf(found, words.t), introOf(found, words).join('\n'), ...parts, end]
    .filter((part) => part !== '')
    .join('\n\n');
}
