import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { useTexts } from '../../i18n/useTexts.ts';
import { Announcement } from '../../ui/Announcement.tsx';
import { InputBox } from '../../ui/Field.tsx';
import styles from './picker.module.css';
import type { OptionRow, PickListState, PickOptions } from './usePickList.ts';
import { groupRows, usePickList } from './usePickList.ts';

const SHORT_LIST_MAX = 6;

type Props<T> = PickOptions<T> & {
  /** The accessible name of the list. */
  readonly label: string;
  readonly searchHint: string;
  readonly onSearch: (text: string) => void;
  readonly renderItem: (item: T, isSelected: boolean) => ReactNode;
  /** Shown between the search box and the list. */
  readonly children: ReactNode;
};

/** A search box above a list of options. Only visible rows are rendered, so the list can have thousands. */
export function PickList<T>({ label, searchHint, onSearch, renderItem, children, ...options }: Props<T>) {
  const { t } = useTexts('app');
  const state = usePickList(options);
  const { optionCount, active, listRef, inputRef, onKeyDown, restart } = state;
  const id = useId();
  const optionId = (index: number) => `${id}option${index}`;
  const hasOptions = optionCount > 0;
  const name = t('chosen', { label, choice: searchHint });
  // A long list keeps its height while the search filters it.
  const [isShort] = useState(optionCount <= SHORT_LIST_MAX);
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
          aria-label={name}
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
      {/* Orca does not say the field that gets the focus when the dialog opens. */}
      <Announcement text={options.search !== '' ? t('matches', { count: optionCount }) : options.isOpen ? name : ''} />
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
  readonly optionId: (index: number) => string;
  readonly renderItem: (item: T, isSelected: boolean) => ReactNode;
};

/** The visible rows, grouped by section so that a screen reader announces the section's title. */
function PickRows<T>(props: PickRowsProps<T>) {
  const { rows, virtualizer } = props.state;
  const visible = virtualizer.getVirtualItems().flatMap((virtualRow) => {
    const row = rows[virtualRow.index];
    return row ? [{ row, virtualRow }] : [];
  });
  return (
    <div role="presentation" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
      {groupRows<T, (typeof visible)[number]>(visible).map(({ title, rows: grouped }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only a section with a title has the group role
        <div key={title ?? ''} role={title === null ? 'presentation' : 'group'} aria-label={title ?? undefined}>
          {grouped.map(({ row, virtualRow }) => (
            <div
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={virtualRow.index}
              className={styles.row}
              style={{ transform: `translateY(${virtualRow.start}px)` }}
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles key presses for its active option
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the search box
    <div
      id={optionId(row.index)}
      className={`${styles.option} ${row.index === active ? styles.active : ''}`}
      role="option"
      aria-selected={isSelected}
      aria-disabled={options.isDisabled(row.item)}
      aria-setsize={optionCount}
      aria-posinset={row.index + 1}
      onClick={() => pick(row)}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse' && row.index !== active) setMovedTo(row.key);
      }}
    >
      {renderItem(row.item, isSelected)}
    </div>
  );
}
