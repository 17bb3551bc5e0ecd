import type { ReactNode } from 'react';
import { afterIdle } from '../../../ui/afterIdle.ts';
import { lazyPart } from '../../../ui/part/lazyPart.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { AmountProblemLine } from './AmountProblemPart.ts';
import { amountTexts } from './amountTexts.ts';
import { panelOf } from './problemPanel.ts';
import { ReceivePanel } from './ReceivePanel.tsx';
import type { SideProps } from './SendSide.tsx';

const ReceiveLine = lazyPart(() => afterIdle(async () => (await import('./ReceiveLine.tsx')).ReceiveLine), 'line');

type Props = Omit<SideProps, 'amount'> & {
  /** The recipient. */
  readonly children: ReactNode;
};

/** What arrives: the chain, and the amount from the quote or as typed. */
export function ReceiveSide({ form, choices, readiness, shown, isUpdating, dispatch, children }: Props) {
  const words = useWords(mainWords);
  const { route } = form;
  const hasProblem = panelOf(readiness, form.entry) === 'receive';
  const onChoose = (text: string) => dispatch({ type: 'amountChosen', entry: 'receive', text });
  const line = hasProblem ? null : <ReceiveLine route={route} receive={shown?.receive ?? null} />;
  return (
    <ReceivePanel
      {...{ choices, line }}
      text={amountTexts(form, shown, words).receive}
      isDerived={form.entry === 'send'}
      isUpdating={isUpdating}
      problem={hasProblem ? <AmountProblemLine {...{ form, readiness, onChoose }} /> : null}
      onAmount={(text) => dispatch({ type: 'amountTyped', entry: 'receive', text })}
    >
      {children}
    </ReceivePanel>
  );
}
