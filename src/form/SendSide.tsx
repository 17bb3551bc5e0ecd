import { mainWords } from '../i18n/main/mainWords.ts';
import { useWords } from '../i18n/useWords.ts';
import type { VerifiedBuild } from '../transfer/model/verifyBuild.ts';
import { afterIdle } from '../ui/afterIdle.ts';
import { lazyPart } from '../ui/lazyPart.tsx';
import { AmountInput } from './AmountInput.tsx';
import { AmountPanel } from './AmountPanel.tsx';
import { AmountProblemLine } from './AmountProblemPart.ts';
import { amountTexts } from './amountTexts.ts';
import type { Choices } from './model/choices.ts';
import type { Form, FormAction } from './model/form.ts';
import type { Readiness } from './model/readiness.ts';
import { panelOf } from './problemPanel.ts';
import { Selector } from './Selector.tsx';
import type { BalanceState } from './useBalance.ts';
import type { WhenAnswered } from './useBridgeForm.ts';

const BalanceRow = lazyPart(async () => (await import('./BalanceRow.tsx')).BalanceRow, 'line');
const FiatField = lazyPart(async () => (await import('./FiatField.tsx')).FiatField, 'line');
const SendLine = lazyPart(() => afterIdle(async () => (await import('./SendLine.tsx')).SendLine), 'line');

export type SideProps = {
  readonly form: Form;
  readonly choices: Choices;
  readonly readiness: Readiness;
  /** The quote to show; null without one. */
  readonly shown: VerifiedBuild | null;
  /** The typed amount to send, in base units; null while it has a problem. */
  readonly amount: bigint | null;
  readonly isUpdating: boolean;
  readonly dispatch: (action: FormAction) => void;
};

type Props = SideProps & {
  readonly balance: BalanceState;
  readonly ask: (action: FormAction) => WhenAnswered;
};

/** What the person sends: the chain, the token, and the amount or its value. */
export function SendSide(props: Props) {
  const { form, choices, readiness, shown, dispatch, balance, ask } = props;
  const { account } = choices;
  const words = useWords(mainWords);
  const { t } = words;
  const hasProblem = panelOf(readiness, form.entry) === 'send';
  const onChoose = (text: string) => dispatch({ type: 'amountChosen', entry: 'send', text });
  const onFiat = (text: string) => dispatch({ type: 'fiatTyped', text });
  const sent = form.entry === 'send' ? props.amount : (shown?.send ?? null);
  const { fiatText } = form;
  const isDerived = form.entry === 'receive';
  const text = amountTexts(form, shown, words).send;
  return (
    <AmountPanel
      direction={t('from')}
      chain={<Selector kind="origin" label={t('originChain')} choices={choices} />}
      token={<Selector kind="token" label={t('token')} choices={choices} />}
      text={text}
      field={(problemId) =>
        fiatText === null ? (
          <AmountInput
            {...{ text, problemId, isDerived }}
            name={t('amountToSend')}
            isStale={isDerived && props.isUpdating}
            onChange={(text) => dispatch({ type: 'amountTyped', entry: 'send', text })}
          />
        ) : (
          <FiatField {...{ form, fiatText, onFiat }} />
        )
      }
      problem={hasProblem ? <AmountProblemLine {...{ form, readiness, onChoose }} /> : null}
      line={<SendLine {...{ form, hasProblem, dispatch }} amount={sent} />}
    >
      {account ? <BalanceRow {...{ form, account, balance, ask }} networkFee={shown?.gasFee ?? null} /> : null}
    </AmountPanel>
  );
}
