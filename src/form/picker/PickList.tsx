import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { pickersWords } from '../../i18n/pickers/pickersWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { InputBox } from '../../ui/Field.tsx';
import styles from './PickList.module.css';
import { PickRows } from './PickRows.tsx';
import type { PickOptions } from './usePickList.ts';
import { usePickList } from './usePickList.ts';

const SHORT = 6;

type Props<T> = PickOptions<T> & {
  /** Names the list. */
  readonly label: string;
  readonly searchHint: string;
  readonly onSearch: (text: string) => void;
  readonly renderItem: (item: T, isSelected: boolean) => ReactNode;
  /** Between the search and the list. */
  readonly children: ReactNode;
};

/** A search with a list of options. It renders the options in sight only, so there can be thousands. */
export function PickList<T>({ label, searchHint, onSearch, renderItem, children, ...options }: Props<T>) {
  const { t } = useWords(pickersWords);
  const state = usePickList(options);
  const { optionCount, active, listRef, inputRef, onKeyDown, restart } = state;
  const id = useId();
  const optionId = (place: number) => `${id}option${place}`;
  const hasOptions = optionCount > 0;
  // A sheet with a long list keeps its height while a search shortens it.
  const [isShort] = useState(optionCount <= SHORT);
  const activeId = hasOptions ? optionId(active) : undefined;
  return (
    <div className={`${styles.picker} ${isShort ? '' : styles.tall}`}>
      <InputBox icon="search" isSunk>
        <input
          ref={inputRef}
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="done"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          placeholder={searchHint}
          aria-label={searchHint}
          aria-autocomplete="list"
          aria-expanded={hasOptions}
          aria-controls={hasOptions ? id : undefined}
          aria-activedescendant={activeId}
          value={options.search}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            restart();
            onSearch(event.target.value);
          }}
        />
      </InputBox>
      {children}
      <p className="visuallyHidden" role="status">
        {options.search === '' ? '' : t('matches', { count: optionCount })}
      </p>
      {hasOptions ? (
        <div
          ref={listRef}
          className={styles.list}
          id={id}
          role="listbox"
          tabIndex={0}
          aria-label={label}
          aria-activedescendant={activeId}
          onKeyDown={onKeyDown}
          onPointerDown={options.onTouch}
          onWheel={options.onTouch}
        >
          <PickRows {...{ state, options, optionId, renderItem }} />
        </div>
      ) : (
        <p className={`${styles.list} ${styles.none}`}>{t('noMatches', { search: options.search })}</p>
      )}
    </div>
  );
}
