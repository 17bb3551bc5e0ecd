import type { ReactNode } from 'react';
import { useId } from 'react';
import { lengthOf } from '../../../ui/amountSize.ts';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { AmountInput } from './AmountInput.tsx';
import styles from './Panel.module.css';
import type { Choices } from './picker/choices.ts';
import { Selector } from './Selector.tsx';

type Props = {
  readonly choices: Choices;
  /** The text in the field. */
  readonly text: string;
  /** Whether the text follows from the amount to receive. */
  readonly isDerived: boolean;
  /** Whether a new text is on its way. */
  readonly isUpdating: boolean;
  /** A field for values in a currency, in place of that for amounts. */
  readonly fiatField: ReactNode;
  /** What is wrong with the amount, or the question which amount it is. */
  readonly problem: ReactNode;
  /** Below the field while the amount is fine. It keeps its place while it loads. */
  readonly line: ReactNode;
  readonly onAmount: (text: string) => void;
  /** The balance. */
  readonly children: ReactNode;
};

export function AmountPanel(props: Props) {
  const { choices, text, problem } = props;
  const { t } = useWords(mainWords);
  const inputId = useId();
  const problemId = useId();
  const isInvalid = problem !== null;
  return (
    <div className={`${styles.panel} ${isInvalid ? styles.invalid : ''}`}>
      <div className={styles.top}>
        <span>{t('from')}</span>
        <Selector kind="origin" label={t('originChain')} choices={choices} />
      </div>
      <div className={styles.main}>
        <div className={`${styles.box} ${styles[lengthOf(text)] ?? ''}`}>
          {props.fiatField ?? (
            <>
              <label htmlFor={inputId} className="visuallyHidden">
                {t('amountToSend')}
              </label>
              <AmountInput
                id={inputId}
                text={text}
                problemId={isInvalid ? problemId : null}
                isDerived={props.isDerived}
                isStale={props.isDerived && props.isUpdating}
                onChange={props.onAmount}
              />
            </>
          )}
        </div>
        <Selector kind="token" label={t('token')} choices={choices} />
      </div>
      <div className={styles.line}>
        <div id={problemId}>{problem}</div>
        {props.line}
      </div>
      {props.children}
    </div>
  );
}
