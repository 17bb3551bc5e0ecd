import { useMemo, useState } from 'react';
import { afterIdle } from '../ui/afterIdle.ts';
import { amountSize } from '../ui/amountSize.ts';
import { lazyChunk } from '../ui/lazyChunk.tsx';
import { AMOUNT_FIELD } from './FormFrame.tsx';
import styles from './panel.module.css';
import { useIsTyping, useType } from './typing.ts';

const RollingAmount = lazyChunk(
  () => afterIdle(async () => (await import('./RollingAmount.tsx')).RollingAmount),
  'decoration',
  { texts: 'form' },
);

type Props = {
  /** The name for a screen reader. */
  readonly name: string;
  readonly text: string;
  /** The id of the line that states the problem; null while there is none. */
  readonly problemId: string | null;
  /** The text follows from the other field. */
  readonly isDerived?: boolean;
  /** A new text is on its way. */
  readonly isStale?: boolean;
  readonly hasFocus?: boolean;
  readonly onChange: (text: string) => void;
  /** Opens the review; null while that is not possible. */
  readonly onEnter: (() => void) | null;
};

export function AmountInput(props: Props) {
  const { name, problemId, isDerived = false, hasFocus = false, onChange, onEnter } = props;
  const [typed, show] = useState<string | null>(null);
  const type = useType();
  const isTyping = useIsTyping();
  const text = typed ?? props.text;
  const isStale = isDerived && typed === null && (isTyping || (props.isStale ?? false));
  const rolling = useMemo(() => <RollingAmount text={props.text} />, [props.text]);
  return (
    <>
      <input
        className={`${styles.amount} ${isStale ? styles.stale : ''}`}
        style={{ fontSize: amountSize(text) }}
        {...AMOUNT_FIELD}
        value={text}
        // The person chose this field with a button that is gone.
        // biome-ignore lint/a11y/noAutofocus: the focus would be lost
        autoFocus={hasFocus}
        aria-label={name}
        aria-busy={isStale}
        aria-invalid={problemId !== null}
        aria-describedby={problemId ?? undefined}
        onPaste={(event) => {
          // A browser joins the digits of several cells or lines to one number.
          const cells = event.clipboardData
            .getData('text')
            .trim()
            .split(/\p{Cc}+/u);
          if (cells.length === 1) return;
          event.preventDefault();
          const joined = cells.join(' | ');
          type({ show, text: joined, apply: () => onChange(joined) });
        }}
        onKeyDown={(event) => {
          // The quote is for an amount that the field no longer shows.
          if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing || isTyping || !onEnter) return;
          // The key would also press the button that gets the focus in the review.
          event.preventDefault();
          onEnter();
        }}
        onChange={({ target: { value } }) => type({ show, text: value, apply: () => onChange(value) })}
      />
      {isDerived && text !== '' ? rolling : null}
    </>
  );
}
