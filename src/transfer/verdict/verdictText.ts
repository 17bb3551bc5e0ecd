import { assertNever } from '#shared/assertNever.ts';
import type { ProofGap } from '#shared/payment.ts';
import type { StatusWords } from '../../i18n/status/statusWords.ts';
import type { VerdictWords } from '../../i18n/verdict/verdictWords.ts';
import type { Cause, TransferVerdict, Verdict, VerdictOf } from './verdict.ts';
import type { Tone } from './verdictKinds.ts';
import { toneOf } from './verdictKinds.ts';

/** The chains of the transfer, as the screen names them. */
export type Places = { readonly origin: string; readonly destination: string };

export type VerdictText = {
  readonly tone: Tone;
  readonly title: string;
  /** What happened and where the tokens are. Each line is a paragraph of whole sentences. */
  readonly lines: readonly string[];
  readonly todo: string;
};

export type TextsOfVerdict = { readonly verdict: VerdictWords; readonly status: StatusWords };

type Context = { readonly places: Places; readonly words: TextsOfVerdict };

/** The texts of a verdict, all from its kind and its codes: no page can show one headline above another text. */
export function verdictText(verdict: TransferVerdict, places: Places, words: TextsOfVerdict): VerdictText {
  const { t } = words.verdict;
  const { kind } = verdict;
  const values =
    kind === 'wrongChain'
      ? { ...places, origin: verdict.meantFor, otherChain: verdict.chainName }
      : { ...places, otherChain: '' };
  return {
    tone: toneOf(verdict),
    title: t(`title_${kind}`),
    lines: [
      kind === 'inProgress' || kind === 'late' ? onItsWay(verdict, { places, words }) : t(`text_${kind}`, values),
      ...('cause' in verdict ? causeLines(verdict.cause, words.status) : []),
      ...gapLines(verdict, { places, words }),
    ],
    todo: t(`todo_${kind}`, values),
  };
}

function onItsWay({ step, isReported }: VerdictOf<'inProgress' | 'late'>, { places, words }: Context): string {
  if (!isReported) return words.verdict.t('hasDeposit', { origin: places.origin });
  return words.status.t(step === null ? 'reportedInProgress' : `step_${step}`);
}

function causeLines({ reason, message }: Cause, { t }: StatusWords): readonly string[] {
  if (reason !== null) return [t(`reason_${reason}`)];
  return message === null ? [] : [t('bridgeSays', { message })];
}

function gapLines(verdict: Verdict, { places, words }: Context): readonly string[] {
  if (!('gap' in verdict) || verdict.gap === null) return [];
  return [gapText(verdict.gap, verdict.kind === 'verifyingPayout' ? places.destination : places.origin, words.status)];
}

/** Says what a proof still lacks. */
function gapText(gap: ProofGap, chain: string, { t }: StatusWords): string {
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
