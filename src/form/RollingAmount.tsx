import { amountSize } from '../ui/amountSize.ts';
import { RollingDigits } from '../ui/Digits.tsx';
import styles from './restOfForm.module.css';

/**
 * Covers an unfocused amount field with the same text, whose changed digits roll in. The field underneath remains for
 * the keyboard, the pointer and screen readers.
 */
export function RollingAmount({ text }: { readonly text: string }) {
  return (
    <span className={styles.rolling} style={{ fontSize: amountSize(text) }} aria-hidden="true">
      <RollingDigits text={text} />
    </span>
  );
}
