import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Route } from '../../../domain/registry.ts';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { amountSize, lengthOf } from './amountSize.ts';
import styles from './Panel.module.css';
import type { PickerOption } from './pickerOptions.ts';
import { Selector } from './Selector.tsx';

type Props = {
  readonly route: Route;
  readonly origins: readonly PickerOption[];
  readonly tokens: readonly PickerOption[];
  /** The text in the field. */
  readonly text: string;
  /** What is wrong with the amount, or the question which amount it is. Its line keeps its place without one. */
  readonly problem: ReactNode;
  readonly onOrigin: (name: string) => void;
  readonly onToken: (name: string) => void;
  readonly onAmount: (text: string) => void;
  /** The balance. */
  readonly children: ReactNode;
};

export function AmountPanel(props: Props) {
  const { route, text, problem } = props;
  const { t } = useWords(mainWords);
  const inputId = useId();
  const problemId = useId();
  const isInvalid = problem !== null;
  return (
    <div className={`${styles.panel} ${isInvalid ? styles.invalid : ''}`}>
      <div className={styles.top}>
        <span>{t('from')}</span>
        <Selector
          label={t('originChain')}
          shape="chain"
          options={props.origins}
          selected={route.origin.name}
          onPick={props.onOrigin}
        />
      </div>
      <div className={styles.main}>
        <label htmlFor={inputId} className="visuallyHidden">
          {t('amountToSend')}
        </label>
        <div className={`${styles.box} ${styles[lengthOf(text)] ?? ''}`}>
          <input
            id={inputId}
            className={styles.amount}
            style={{ fontSize: amountSize(text) }}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder="0"
            maxLength={100}
            value={text}
            aria-invalid={isInvalid}
            aria-describedby={isInvalid ? problemId : undefined}
            onChange={(event) => props.onAmount(event.target.value)}
          />
        </div>
        <Selector
          label={t('token')}
          shape="token"
          options={props.tokens}
          selected={route.pair.tokenName}
          onPick={props.onToken}
        />
      </div>
      {props.children}
      <div id={problemId} className={styles.problemLine}>
        {problem}
      </div>
    </div>
  );
}
