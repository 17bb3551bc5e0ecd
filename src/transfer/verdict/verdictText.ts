import { assertNever } from '#shared/assertNever.ts';
import type { ProofGap } from '#shared/payment.ts';
import type { Texts } from '../../i18n/texts.ts';
import type { Cause, TransferVerdict, Verdict, VerdictOf } from './verdict.ts';
import type { Tone } from './verdictKinds.ts';
import { toneOf } from './verdictKinds.ts';

/** The transfer's chains, as the screen names them. */
export type Places = { readonly origin: string; readonly destination: string };

export type VerdictText = {
  readonly tone: Tone;
  readonly title: string;
  /** What happened and where the tokens are. Each line is a paragraph of whole sentences. */
  readonly lines: readonly string[];
  readonly todo: string;
};

/** Verdicts that leave the same to do share its text. */
const TODOS = {
  approvalNeeded: 'todo_sign',
  readyToSign: 'todo_sign',
  notSeen: 'todo_notSeen',
  inWallet: 'todo_inWallet',
  walletSilent: 'todo_walletSilent',
  awaitingSigners: 'todo_awaitingSigners',
  ended: 'todo_startAgain',
  reverted: 'todo_startAgain',
  cancelled: 'todo_startAgain',
  noDeposit: 'todo_noDeposit',
  wrongChain: 'todo_wrongChain',
  pending: 'todo_comeBack',
  inProgress: 'todo_comeBack',
  searching: 'todo_watch',
  verifyingPayout: 'todo_watch',
  verifyingRefund: 'todo_watch',
  serviceSilent: 'todo_watch',
  noReceipt: 'todo_watch',
  sourcesDisagree: 'todo_sourcesDisagree',
  late: 'todo_askOperator',
  held: 'todo_askOperator',
  refundHeld: 'todo_askOperator',
  unknownRoute: 'todo_askOperator',
  unknownStep: 'todo_askOperator',
  delayed: 'todo_bridgeRetries',
  waitingForFunds: 'todo_bridgeRetries',
  paused: 'todo_bridgeRetries',
  refunding: 'todo_refundAwaited',
  notDelivered: 'todo_refundAwaited',
  delivered: 'todo_nothing',
  refunded: 'todo_nothing',
  dustKept: 'todo_nothing',
  deliveredOtherAmount: 'todo_deliveredOtherAmount',
  payoutDiffers: 'todo_report',
  refundDiffers: 'todo_report',
  closed: 'todo_report',
} as const satisfies Record<TransferVerdict['kind'], string>;

type Context = { readonly places: Places; readonly texts: Texts<'app'> };

/**
 * The texts of a verdict, all from its kind and its codes, so that no page can show one headline above another's text.
 */
export function verdictText(verdict: TransferVerdict, places: Places, texts: Texts<'app'>): VerdictText {
  const { t } = texts;
  const { kind } = verdict;
  const values =
    kind === 'wrongChain'
      ? { ...places, origin: verdict.meantFor, otherChain: verdict.chainName }
      : { ...places, otherChain: '' };
  return {
    tone: toneOf(verdict),
    title: t(`title_${kind}`),
    lines: [
      kind === 'inProgress' || kind === 'late' ? onItsWay(verdict, { places, texts }) : t(`text_${kind}`, values),
      ...('cause' in verdict ? causeLines(verdict.cause, texts) : []),
      ...gapLines(verdict, { places, texts }),
    ],
    todo: t(TODOS[kind], values),
  };
}

function onItsWay({ step, isReported }: VerdictOf<'inProgress' | 'late'>, { places, texts }: Context): string {
  if (!isReported) return texts.t('hasDeposit', { origin: places.origin });
  return texts.t(step === null ? 'reportedInProgress' : `serviceStep_${step}`);
}

function causeLines({ reason, message }: Cause, { t }: Texts<'app'>): readonly string[] {
  if (reason !== null) return [t(`reason_${reason}`)];
  return message === null ? [] : [t('bridgeSays', { message })];
}

function gapLines(verdict: Verdict, { places, texts }: Context): readonly string[] {
  if (!('gap' in verdict) || verdict.gap === null) return [];
  return [gapText(verdict.gap, verdict.kind === 'verifyingPayout' ? places.destination : places.origin, texts)];
}

/** Says what a proof still lacks. */
function gapText(gap: ProofGap, chain: string, { t }: Texts<'app'>): string {
  switch (gap.code) {
    case 'depositNotFound':
      return t('gap_depositNotFound');
    case 'payoutNotFound':
      return t('gap_payoutNotFound');
    case 'unknownToken':
      return t('gap_unknownToken');
    case 'refundNotFound':
      return t('gap_refundNotFound', { chain });
    case 'refundNotFinal':
      return t('gap_refundNotFinal', { chain, blocks: gap.blocks });
    case 'noAnswer':
      return t('gap_noAnswer', { detail: gap.detail });
    default:
      return assertNever(gap);
  }
}
