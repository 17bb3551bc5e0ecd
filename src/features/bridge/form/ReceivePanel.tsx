import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Route } from '../../../domain/registry.ts';
import { Disc } from '../../../ui/Disc.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { AmountInput } from './AmountInput.tsx';
import { lengthOf } from './amountSize.ts';
import styles from './Panel.module.css';
import type { PickerOption } from './pickerOptions.ts';
import { Selector } from './Selector.tsx';

type Props = {
  readonly route: Route;
  readonly destinations: readonly PickerOption[];
  /** The amount to receive, from the quote or as typed. */
  readonly text: string;
  /** Whether the text follows from the amount to send, and a new one is on its way. */
  readonly isUpdating: boolean;
  /** What is wrong with the typed amount to receive. */
  readonly problem: ReactNode;
  /** Below the field while the amount is fine. */
  readonly line: ReactNode;
  readonly onDestination: (name: string) => void;
  readonly onAmount: (text: string) => void;
  readonly children: ReactNode;
};

export function ReceivePanel(props: Props) {
  const { route, text, problem } = props;
  const { t } = useWords(mainWords);
  const problemId = useId();
  const isInvalid = problem !== null;
  return (
    <div className={`${styles.panel} ${isInvalid ? styles.invalid : ''}`}>
      <div className={styles.top}>
        <span>{t('to')}</span>
        <Selector
          label={t('destinationChain')}
          shape="chain"
          options={props.destinations}
          selected={route.destination.name}
          onPick={props.onDestination}
        />
      </div>
      <div className={styles.main}>
        <div className={`${styles.box} ${styles[lengthOf(text)] ?? ''}`}>
          <AmountInput
            name={t('youReceive')}
            text={text}
            problemId={isInvalid ? problemId : null}
            isStale={props.isUpdating}
            onChange={props.onAmount}
          />
        </div>
        <span className={styles.tokenStatic}>
          <Disc name={route.pair.tokenName} shape="token" />
          {route.pair.tokenName}
        </span>
      </div>
      <div className={styles.line}>
        <div id={problemId}>{problem}</div>
        {props.line}
      </div>
      {props.children}
    </div>
  );
}
