import { useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Disc } from '../../../ui/Disc.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './PickerDialog.module.css';
import type { PickerOption } from './pickerOptions.ts';

type Props = {
  readonly title: string;
  readonly shape: 'chain' | 'token';
  readonly options: readonly PickerOption[];
  readonly selected: string;
  readonly onPick: (name: string) => void;
  readonly onClose: () => void;
};

const SEARCH_FROM = 7;

/** The app loads this module when the user first opens a selector. */
export function PickerDialog({ title, shape, options, selected, onPick, onClose }: Props) {
  const { t } = useWords(mainWords);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = options.filter(({ name, detail }) => `${name} ${detail}`.toLowerCase().includes(wanted));

  return (
    <Dialog title={title} onClose={onClose}>
      {options.length >= SEARCH_FROM ? (
        <label className={styles.search}>
          <Icon name="search" size={18} />
          <input
            type="search"
            placeholder={t('searchHint')}
            aria-label={t('search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
      ) : null}
      <ul className={styles.list}>
        {shown.map(({ name, detail, isDisabled }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.option}
              aria-pressed={name === selected}
              disabled={isDisabled}
              onClick={() => {
                onPick(name);
                onClose();
              }}
            >
              <Disc name={name} shape={shape} />
              <span className={styles.text}>
                <span className={styles.name}>{name}</span>
                <span className={styles.detail}>{detail}</span>
              </span>
              {name === selected ? (
                <span className={styles.mark}>
                  <Icon name="check" size={18} />
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className={styles.none}>{t('noMatches')}</p> : null}
    </Dialog>
  );
}
