import { amountSize } from '../ui/amountSize.ts';
import { RollingDigits } from '../ui/RollingDigits.tsx';
import styles from './formParts.module.css';

/**
 * Covers an amount field with the same text, whose changed digits roll in, while the field has no focus. The field stays for a
 * keyboard, a pointer and a screen reader.
 */
export function RollingAmount({ text }: { readonly text: string }) {
  return (
    <span className={styles.rolling} style={{ fontSize: amountSize(text) }} aria-hidden="true">
      <RollingDigits text={text} />
    </span>
  );
}
