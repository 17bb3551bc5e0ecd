import type { ReactNode } from 'react';
import { useId } from 'react';
import { lengthOf } from '../../../ui/amountSize.ts';
import { Logo } from '../../../ui/logos/Logo.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { AmountInput } from './AmountInput.tsx';
import styles from './Panel.module.css';
import type { Choices } from './picker/choices.ts';
import { Selector } from './Selector.tsx';
import { tokenLogo } from './tokenLogo.ts';

type Props = {
  readonly choices: Choices;
  /** The amount to receive, from the quote or as typed. */
  readonly text: string;
  /** Whether the text follows from the amount to send. */
  readonly isDerived: boolean;
  /** Whether a new text is on its way. */
  readonly isUpdating: boolean;
  /** What is wrong with the typed amount to receive. */
  readonly problem: ReactNode;
  /** Below the field while the amount is fine. */
  readonly line: ReactNode;
  readonly onAmount: (text: string) => void;
  readonly children: ReactNode;
};

export function ReceivePanel(props: Props) {
  const { choices, text, problem } = props;
  const { route } = choices;
  const { t } = useWords(mainWords);
  const problemId = useId();
  const isInvalid = problem !== null;
  return (
    <div className={`${styles.panel} ${isInvalid ? styles.invalid : ''}`}>
      <div className={styles.top}>
        <span>{t('to')}</span>
        <Selector kind="destination" label={t('destinationChain')} choices={choices} />
      </div>
      <div className={styles.main}>
        <div className={`${styles.box} ${styles[lengthOf(text)] ?? ''}`}>
          <AmountInput
            name={t('youReceive')}
            text={text}
            problemId={isInvalid ? problemId : null}
            isDerived={props.isDerived}
            isStale={props.isDerived && props.isUpdating}
            onChange={props.onAmount}
          />
        </div>
        <span className={styles.tokenStatic}>
          <Logo name={route.pair.tokenName} shape="token" source={tokenLogo(route)} />
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
