import type { ReactNode } from 'react';
import { useWalletConnection } from '../app/services.ts';
import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import type { VerifiedBuild } from '../transfer/model/verifyBuild.ts';
import { Logo } from '../ui/logos/Logo.tsx';
import { AmountInput } from './AmountInput.tsx';
import { AmountPanel } from './FormFrame.tsx';
import { later } from './later.ts';
import type { Choices } from './model/choices.ts';
import type { Form, FormAction } from './model/form.ts';
import type { Readiness } from './model/readiness.ts';
import panel from './panel.module.css';
import { Selector, tokenLogo } from './Selector.tsx';
import type { BalanceState } from './useBalance.ts';

export type SideProps = {
  readonly form: Form;
  readonly choices: Choices;
  readonly readiness: Readiness;
  /** The quote to show; null without one. */
  readonly shown: VerifiedBuild | null;
  /** The typed amount to send, in base units; null while it has a problem. */
  readonly amount: bigint | null;
  readonly isUpdating: boolean;
  /** Opens the review; null while that is not possible. */
  readonly onEnter: (() => void) | null;
  readonly dispatch: (action: FormAction) => void;
};

type SendSideProps = SideProps & {
  readonly balance: BalanceState;
};

/** What the person sends: the chain, the token, and the amount or its value. */
export function SendSide(props: SendSideProps) {
  const { form, choices, readiness, shown, onEnter, dispatch, balance } = props;
  const { account } = choices;
  const { hadWallet } = useWalletConnection();
  const texts = useTexts('form');
  const { t } = texts;
  const hasProblem = panelOf(readiness, form.entry) === 'send';
  const onChoose = (text: string) => dispatch({ type: 'amountChosen', entry: 'send', text });
  const onFiat = (text: string) => dispatch({ type: 'fiatTyped', text });
  const sent = form.entry === 'send' ? props.amount : (shown?.send ?? null);
  const { fiatText } = form;
  const isDerived = form.entry === 'receive';
  const text = amountTexts(form, shown, texts).send;
  return (
    <AmountPanel
      direction={t('from')}
      chain={<Selector kind="origin" label={t('originChain')} choices={choices} />}
      token={<Selector kind="token" label={t('token')} choices={choices} />}
      text={text}
      field={(problemId) =>
        fiatText === null ? (
          <AmountInput
            {...{ text, problemId, isDerived, onEnter }}
            name={t('amountToSend')}
            isStale={isDerived && props.isUpdating}
            onChange={(text) => dispatch({ type: 'amountTyped', entry: 'send', text })}
          />
        ) : (
          <FiatField {...{ form, fiatText, onFiat, onEnter }} />
        )
      }
      problem={hasProblem ? <AmountProblemLine {...{ form, readiness, onChoose }} /> : null}
      line={<SendLine {...{ form, hasProblem, dispatch }} amount={sent} />}
    >
      {account ? <BalanceRow {...{ form, balance, dispatch }} /> : null}
      {!account && hadWallet ? BALANCE_PLACE : null}
    </AmountPanel>
  );
}

type ReceiveSideProps = Omit<SideProps, 'amount'> & {
  /** The recipient line. */
  readonly children: ReactNode;
};

/** What arrives: the chain, and the amount from the quote or as typed. */
export function ReceiveSide(props: ReceiveSideProps) {
  const { form, choices, readiness, shown, isUpdating, onEnter, dispatch, children } = props;
  const texts = useTexts('form');
  const { t } = texts;
  const { route } = form;
  const hasProblem = panelOf(readiness, form.entry) === 'receive';
  const onChoose = (text: string) => dispatch({ type: 'amountChosen', entry: 'receive', text });
  const isDerived = form.entry === 'send';
  const text = amountTexts(form, shown, texts).receive;
  return (
    <AmountPanel
      direction={t('to')}
      chain={<Selector kind="destination" label={t('destinationChain')} choices={choices} />}
      token={
        <span className={panel.tokenStatic}>
          <Logo name={route.pair.tokenName} shape="token" source={tokenLogo(route)} />
          {route.pair.tokenName}
        </span>
      }
      text={text}
      field={(problemId) => (
        <AmountInput
          {...{ text, problemId, isDerived, onEnter }}
          name={t('youReceive')}
          isStale={isDerived && isUpdating}
          onChange={(text) => dispatch({ type: 'amountTyped', entry: 'receive', text })}
        />
      )}
      problem={hasProblem ? <AmountProblemLine {...{ form, readiness, onChoose }} /> : null}
      line={hasProblem ? null : <ReceiveLine route={route} receive={shown?.receive ?? null} />}
    >
      {children}
    </AmountPanel>
  );
}

/**
 * The texts of both amount fields: the person typed one of them, as an amount or a value, and the other follows from
 * the quote.
 */
export function amountTexts(form: Form, shown: VerifiedBuild | null, { amount, editable }: Texts<'form'>) {
  const { originToken, destinationToken } = form.route;
  const typed = form.fiatText ?? (form.isAmountPlain ? editable(form.amountText) : form.amountText);
  if (form.entry === 'send') {
    return {
      send: typed,
      receive: shown ? amount({ amount: shown.receive, decimals: destinationToken.decimals }) : '',
    };
  }
  return { send: shown ? amount({ amount: shown.send, decimals: originToken.decimals }) : '', receive: typed };
}

/** Which panel shows the problem, so that the footer does not repeat it. Null: the footer shows it. */
export function panelOf(readiness: Readiness, entry: Form['entry']): Form['entry'] | null {
  if (readiness.kind === 'balanceTooLow') return 'send';
  const isRange = readiness.kind === 'refused' && readiness.reason === 'amountOutOfRange';
  return readiness.kind === 'amountProblem' || isRange ? entry : null;
}

const BALANCE_PLACE = <div className={panel.balancePlace} />;
const BalanceRow = later((rest) => rest.BalanceRow, 'line', BALANCE_PLACE);
const FiatField = later((rest) => rest.FiatField);
const SendLine = later((rest) => rest.SendLine);
const ReceiveLine = later((rest) => rest.ReceiveLine);
const AmountProblemLine = later((rest) => rest.AmountProblemLine);
