import type { Ref, SyntheticEvent } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../i18n/useTexts.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import ui from '../../ui/ui.module.css';
import styles from '../receipts.module.css';

const MOST_LINES = 8;

/** Browsers need many seconds to lay out a longer text without spaces. */
export const MOST_SHOWN = 20_000;

type Props = {
  readonly text: string;
  /** Why the last lookup found nothing; null if there is no problem. */
  readonly problem: string | null;
  readonly onChange: (text: string) => void;
  readonly onLookUp: (text: string) => void;
  readonly ref: Ref<HTMLTextAreaElement>;
};

/** One box for all input. It grows with its text. Enter or a paste starts the lookup. */
export function DeskBox({ text, problem, onChange, onLookUp, ref }: Props) {
  const { t } = useTexts('desk');
  const id = useId();
  const isPasted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text has its own height
  useLayoutEffect(() => growWithText(document.getElementById(id)), [id, text]);

  /** Keeps a long text out of the box, which the page then fills with what it found. */
  function take(event: SyntheticEvent, given: DataTransfer): void {
    const added = given.getData('text');
    isPasted.current = added.length <= MOST_SHOWN;
    if (isPasted.current) return;
    event.preventDefault();
    onLookUp(`${text} ${added}`);
  }

  return (
    <form
      className={`${styles.box} ${problem === null ? '' : styles.invalid}`}
      onSubmit={(event) => {
        event.preventDefault();
        onLookUp(text);
      }}
    >
      <label className={ui.note} htmlFor={id}>
        {t('boxLabel')}
      </label>
      <div className={styles.entry}>
        <Icon name="search" size={20} />
        <textarea
          ref={ref}
          id={id}
          rows={Math.min(MOST_LINES, text.split('\n', MOST_LINES).length)}
          value={text}
          placeholder="0x…"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? `${id}hint` : `${id}hint ${id}problem`}
          onPaste={(event) => take(event, event.clipboardData)}
          onDrop={(event) => take(event, event.dataTransfer)}
          onChange={({ target }) => {
            onChange(target.value);
            if (isPasted.current) onLookUp(target.value);
            isPasted.current = false;
          }}
          onKeyDown={(event) => {
            // In an input method, Enter accepts the composed character.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onLookUp(text);
          }}
        />
        <Button type="submit" kind="primary">
          {t('lookUp')}
        </Button>
      </div>
      {problem === null ? null : (
        <p id={`${id}problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <p id={`${id}hint`} className={`${ui.small} ${styles.hint}`}>
        {t('boxHint')}
      </p>
    </form>
  );
}

/** Safari and Firefox 128 don't have `field-sizing`, by which the style sheet makes the box grow. */
function growWithText(box: HTMLElement | null): void {
  if (!box || CSS.supports('field-sizing', 'content')) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
