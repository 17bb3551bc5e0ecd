import type { ReactNode } from 'react';
import { useId } from 'react';
import { lengthOf } from '../ui/amountSize.ts';
import styles from './Panel.module.css';

/** The attributes of each field for an amount. */
export const AMOUNT_FIELD = {
  type: 'text',
  inputMode: 'decimal',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  placeholder: '0',
  maxLength: 100,
} as const;

type Props = {
  /** "From" or "To". */
  readonly direction: ReactNode;
  readonly chain: ReactNode;
  readonly token: ReactNode;
  /** The text in the field: a long one gets more room. */
  readonly text?: string;
  /** Gets the id of the line with the problem; null while there is none. */
  readonly field: (problemId: string | null) => ReactNode;
  /** What is wrong with the amount, or the question which amount it is. */
  readonly problem?: ReactNode;
  /** Below the field while the amount is fine. It keeps its place while it loads. */
  readonly line?: ReactNode;
  /** The balance, or the recipient. */
  readonly children?: ReactNode;
};

/** One side of the transfer: its chain, its token and its amount. */
export function AmountPanel({ direction, chain, token, text = '', field, problem = null, line, children }: Props) {
  const problemId = useId();
  const isInvalid = problem !== null;
  return (
    <div className={`${styles.panel} ${isInvalid ? styles.invalid : ''}`}>
      <div className={styles.top}>
        <span>{direction}</span>
        {chain}
      </div>
      <div className={styles.main}>
        <div className={`${styles.box} ${styles[lengthOf(text)] ?? ''}`}>{field(isInvalid ? problemId : null)}</div>
        {token}
      </div>
      <div className={styles.line}>
        <div id={problemId}>{problem}</div>
        {line}
      </div>
      {children}
    </div>
  );
}
