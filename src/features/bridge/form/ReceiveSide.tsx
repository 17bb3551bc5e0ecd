import type { ReactNode } from 'react';
import { afterIdle } from '../../../ui/afterIdle.ts';
import { Logo } from '../../../ui/logos/Logo.tsx';
import { lazyPart } from '../../../ui/part/lazyPart.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { AmountInput } from './AmountInput.tsx';
import { AmountPanel } from './AmountPanel.tsx';
import { AmountProblemLine } from './AmountProblemPart.ts';
import { amountTexts } from './amountTexts.ts';
import panel from './Panel.module.css';
import { panelOf } from './problemPanel.ts';
import { Selector } from './Selector.tsx';
import type { SideProps } from './SendSide.tsx';
import { tokenLogo } from './tokenLogo.ts';

const ReceiveLine = lazyPart(() => afterIdle(async () => (await import('./ReceiveLine.tsx')).ReceiveLine), 'line');

type Props = Omit<SideProps, 'amount'> & {
  /** The recipient. */
  readonly children: ReactNode;
};

/** What arrives: the chain, and the amount from the quote or as typed. */
export function ReceiveSide({ form, choices, readiness, shown, isUpdating, dispatch, children }: Props) {
  const words = useWords(mainWords);
  const { t } = words;
  const { route } = form;
  const hasProblem = panelOf(readiness, form.entry) === 'receive';
  const onChoose = (text: string) => dispatch({ type: 'amountChosen', entry: 'receive', text });
  const isDerived = form.entry === 'send';
  const text = amountTexts(form, shown, words).receive;
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
          {...{ text, problemId, isDerived }}
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
