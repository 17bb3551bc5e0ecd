import { useState } from 'react';
import { Disc } from '../../../ui/Disc.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { lazyPart } from '../../../ui/part/lazyPart.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import type { PickerOption } from './pickerOptions.ts';
import styles from './Selector.module.css';

const PickerDialog = lazyPart(async () => (await import('./PickerDialog.tsx')).PickerDialog, 'dialog');

type Props = {
  /** The kind of option, such as "Origin chain" or "Token". */
  readonly label: string;
  readonly shape: 'chain' | 'token';
  readonly options: readonly PickerOption[];
  readonly selected: string;
  readonly onPick: (name: string) => void;
};

export function Selector({ label, shape, options, selected, onPick }: Props) {
  const { t } = useWords(mainWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${styles.selector} ${styles[shape]}`}
        aria-haspopup="dialog"
        aria-label={t('chosen', { label, choice: selected })}
        onClick={() => setOpen(true)}
      >
        <Disc name={selected} shape={shape} size={shape === 'chain' ? 'small' : 'medium'} />
        <span className={styles.name}>{selected}</span>
        <Icon name="chevron" size={16} />
      </button>
      {isOpen ? (
        <PickerDialog
          title={label}
          shape={shape}
          options={options}
          selected={selected}
          onPick={onPick}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
