import { RollingDigits } from '../../../ui/RollingDigits.tsx';
import { amountSize } from './amountSize.ts';
import styles from './RollingAmount.module.css';

type Props = {
  readonly text: string;
  /** A new text is on its way. */
  readonly isStale: boolean;
};

/**
 * Covers an amount field with the same text, whose changed digits roll in, while the field has no focus. The field stays for a
 * keyboard, a pointer and a screen reader.
 */
export function RollingAmount({ text, isStale }: Props) {
  return (
    <span
      className={`${styles.rolling} ${isStale ? styles.stale : ''}`}
      style={{ fontSize: amountSize(text) }}
      aria-hidden="true"
    >
      <RollingDigits text={text} />
    </span>
  );
}
