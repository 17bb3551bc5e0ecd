import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Announcement } from '../ui/Announcement.tsx';
import { fiatMeaning } from './AmountLines.tsx';
import { amountProblem } from './AmountProblem.tsx';
import { refusalLines } from './FormNotices.tsx';
import type { Form } from './model/form.ts';
import type { BuildOutcome, Readiness } from './model/readiness.ts';

type Props = {
  readonly form: Form;
  readonly readiness: Readiness;
  /** Not the quote that the form still shows while a new one is on its way. */
  readonly outcome: BuildOutcome;
};

/** Says what a typed amount leads to: why the bridge doesn't offer it, or what arrives. A new quote for it can say the same. */
export function AmountAnnouncement(props: Props) {
  return <Announcement text={announcementOf(props, useTexts('app'))} subject={props.form.amountText} />;
}

function announcementOf({ form, readiness, outcome }: Props, texts: Texts<'app'>): string {
  const { t, sum } = texts;
  const meaning = form.fiatText === null ? null : fiatMeaning(form, form.fiatText, texts);
  if (meaning && meaning.kind !== 'amount') return meaning.text;
  const problem = amountProblem(form, readiness, texts) ?? otherProblem(form, readiness, texts);
  if (problem !== null) return problem;
  const { decimals } = form.route.destinationToken;
  const arrives =
    outcome.kind === 'verified'
      ? t('recipientGets', { sum: sum({ amount: outcome.build.receive, decimals }, form.route.pair.tokenName) })
      : '';
  return [meaning?.text ?? '', arrives].filter((part) => part !== '').join('. ');
}

/** What the form shows in a notice. A notice that appears together with its text is often not read. */
function otherProblem({ route }: Form, readiness: Readiness, texts: Texts<'app'>): string | null {
  switch (readiness.kind) {
    case 'refused':
      return refusalLines({ refusal: readiness, tokenName: route.pair.tokenName }, texts).join(' ');
    case 'unreachable':
      return `${texts.t('noQuote')}. ${texts.t('noQuoteText')}`;
    default:
      return null;
  }
}
