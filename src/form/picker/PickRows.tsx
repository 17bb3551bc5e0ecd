import type { ReactNode } from 'react';
import styles from './PickList.module.css';
import type { OptionRow } from './pickRows.ts';
import { groupRows } from './pickRows.ts';
import type { PickListState, PickOptions } from './usePickList.ts';

type Props<T> = {
  readonly state: PickListState<T>;
  readonly options: PickOptions<T>;
  readonly optionId: (place: number) => string;
  readonly renderItem: (item: T, isSelected: boolean) => ReactNode;
};

/** The rows in sight. Each section is a group, which a screen reader announces. */
export function PickRows<T>(props: Props<T>) {
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

function Option<T>({ row, state, options, optionId, renderItem }: Props<T> & { readonly row: OptionRow<T> }) {
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
