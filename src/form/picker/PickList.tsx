import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { useTexts } from '../../i18n/useTexts.ts';
import { InputBox } from '../../ui/Field.tsx';
import styles from './picker.module.css';
import type { OptionRow, PickListState, PickOptions } from './usePickList.ts';
import { groupRows, usePickList } from './usePickList.ts';

const SHORT = 6;

type Props<T> = PickOptions<T> & {
  /** Names the list. */
  readonly label: string;
  readonly searchHint: string;
  readonly onSearch: (text: string) => void;
  readonly renderItem: (item: T, isSelected: boolean) => ReactNode;
  /** Shown between the search and the list. */
  readonly children: ReactNode;
};

/** A search with a list of options. Only visible options are rendered, so there can be thousands. */
export function PickList<T>({ label, searchHint, onSearch, renderItem, children, ...options }: Props<T>) {
  const { t } = useTexts('app');
  const state = usePickList(options);
  const { optionCount, active, listRef, inputRef, onKeyDown, restart } = state;
  const id = useId();
  const optionId = (place: number) => `${id}option${place}`;
  const hasOptions = optionCount > 0;
  // A sheet with a long list keeps its height while a search shortens the list.
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

type PickRowsProps<T> = {
  readonly state: PickListState<T>;
  readonly options: PickOptions<T>;
  readonly optionId: (place: number) => string;
  readonly renderItem: (item: T, isSelected: boolean) => ReactNode;
};

/** The visible rows. Each section is a group, which a screen reader announces. */
function PickRows<T>(props: PickRowsProps<T>) {
  const { rows, virtualizer } = props.state;
  const visible = virtualizer.getVirtualItems().flatMap((place) => {
    const row = rows[place.index];
    return row ? [{ row, place }] : [];
  });
  return (
    <div role="presentation" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
      {groupRows<T, (typeof visible)[number]>(visible).map(({ title, rows: grouped }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a group without a title is no group
        <div key={title ?? ''} role={title === null ? 'presentation' : 'group'} aria-label={title ?? undefined}>
          {grouped.map(({ row, place }) => (
            <div
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={place.index}
              className={styles.row}
              style={{ transform: `translateY(${place.start}px)` }}
              role="presentation"
            >
              {row.kind === 'heading' ? (
                <div className={styles.heading} aria-hidden="true">
                  {row.title}
                </div>
              ) : (
                <Option row={row} {...props} />
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Option<T>({ row, state, options, optionId, renderItem }: PickRowsProps<T> & { readonly row: OptionRow<T> }) {
  const { active, optionCount, pick, setMovedTo } = state;
  const isSelected = options.isSelected(row.item);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys for its active option
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search
    <div
      id={optionId(row.place)}
      className={`${styles.option} ${row.place === active ? styles.active : ''}`}
      role="option"
      aria-selected={isSelected}
      aria-disabled={options.isDisabled(row.item)}
      aria-setsize={optionCount}
      aria-posinset={row.place + 1}
      onClick={() => pick(row)}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse' && row.place !== active) setMovedTo(row.key);
      }}
    >
      {renderItem(row.item, isSelected)}
    </div>
  );
}
