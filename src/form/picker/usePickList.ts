import type { Rect, Virtualizer } from '@tanstack/react-virtual';
import { defaultRangeExtractor, measureElement, useVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent } from 'react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** A group of options. A null title shows no heading. */
type Section<T> = { readonly title: string | null; readonly items: readonly T[] };

type PickRow<T> =
  | { readonly kind: 'heading'; readonly key: string; readonly title: string }
  | {
      readonly kind: 'option';
      readonly key: string;
      readonly item: T;
      readonly section: string | null;
      /** The position among the options, not counting headings. */
      readonly index: number;
    };

export type OptionRow<T> = Extract<PickRow<T>, { kind: 'option' }>;

/** The rows of a list, and each option's row. An item may be in several sections. */
export function pickRows<T>(sections: readonly Section<T>[], keyOf: (item: T) => string) {
  const rows: PickRow<T>[] = [];
  const optionRows: number[] = [];
  for (const { title, items } of sections) {
    if (items.length === 0) continue;
    if (title !== null) rows.push({ kind: 'heading', key: `heading ${title}`, title });
    for (const item of items) {
      rows.push({
        ...{ kind: 'option', key: `${title ?? ''} ${keyOf(item)}`, item, section: title, index: optionRows.length },
      });
      optionRows.push(rows.length - 1);
    }
  }
  return { rows, optionRows };
}

/** Adjacent rows of one section, for a group that a screen reader announces. */
export function groupRows<T, R extends { readonly row: PickRow<T> }>(rows: readonly R[]) {
  const groups: { readonly title: string | null; readonly rows: R[] }[] = [];
  for (const entry of rows) {
    const title = entry.row.kind === 'heading' ? entry.row.title : entry.row.section;
    const last = groups.at(-1);
    if (last && last.title === title) last.rows.push(entry);
    else groups.push({ title, rows: [entry] });
  }
  return groups;
}

const PAGE = 8;

/**
 * The option that a key makes active; null for a key that moves nothing. Home and End move within the search's text.
 * @param count at least 1
 */
export function moveActive(
  { key, isSearchEmpty }: { readonly key: string; readonly isSearchEmpty: boolean },
  active: number,
  count: number,
): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return active >= last ? 0 : active + 1;
    case 'ArrowUp':
      return active <= 0 ? last : active - 1;
    case 'PageDown':
      return Math.min(last, active + PAGE);
    case 'PageUp':
      return Math.max(0, active - PAGE);
    case 'Home':
      return isSearchEmpty ? 0 : null;
    case 'End':
      return isSearchEmpty ? last : null;
    default:
      return null;
  }
}

const HEADING_HEIGHT = 36;
/** The height of a two-line option in picker.module.css. A different estimate would make each list render twice. */
const OPTION_HEIGHT = 60;
const OVERSCAN = 2;
/** The approximate size of a list, so that its first render has rows. The browser measures it afterwards. */
const FIRST_RECT = { width: 400, height: 440 };

/** The browser reports a row's height after layout. Reading it earlier would force a second layout. */
function measureRow(row: Element, entry: ResizeObserverEntry | undefined, list: Virtualizer<HTMLDivElement, Element>) {
  if (entry) return measureElement(row, entry, list);
  const index = list.indexFromElement(row);
  return list.measurementsCache[index]?.size ?? list.options.estimateSize(index);
}

/** The browser reports the list's size after its first layout. Reading it earlier would force a second layout. */
function observeRect(list: Virtualizer<HTMLDivElement, Element>, onRect: (rect: Rect) => void) {
  if (!list.scrollElement) return;
  const observer = new ResizeObserver((entries) => {
    const [size] = entries.at(-1)?.borderBoxSize ?? [];
    // A closed dialog has no size.
    if (size && size.blockSize > 0) onRect({ width: size.inlineSize, height: size.blockSize });
  });
  observer.observe(list.scrollElement);
  return () => observer.disconnect();
}

export type PickOptions<T> = {
  /** Whether the list is visible. It is rendered before that. */
  readonly isOpen: boolean;
  readonly search: string;
  readonly sections: readonly Section<T>[];
  readonly keyOf: (item: T) => string;
  readonly isSelected: (item: T) => boolean;
  readonly isDisabled: (item: T) => boolean;
  /** Whether the list opens at the selected option instead of the first. */
  readonly opensAtSelected: boolean;
  readonly onPick: (item: T) => void;
  /** The person has started to scroll, or to move through the options. */
  readonly onTouch?: () => void;
};

/** A list's rows, its active option and its keys, following the combobox pattern of the ARIA guide. */
export function usePickList<T>(options: PickOptions<T>) {
  const { isOpen, search, sections, keyOf, isSelected } = options;
  const { rows, optionRows } = useMemo(() => pickRows(sections, keyOf), [sections, keyOf]);
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);

  function findActive(): number {
    const startsAtSelected = options.opensAtSelected && search === '';
    if (movedTo === null && !startsAtSelected) return 0;
    const isAt = (row: PickRow<T> | undefined) =>
      movedTo !== null ? row?.key === movedTo : row?.kind === 'option' && isSelected(row.item);
    return Math.max(
      0,
      optionRows.findIndex((index) => isAt(rows[index])),
    );
  }
  const active = findActive();
  const activeRow = optionRows[active] ?? 0;

  // A new function would make the virtualizer measure every row again.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => listRef.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? HEADING_HEIGHT : OPTION_HEIGHT),
    getItemKey,
    overscan: OVERSCAN,
    initialRect: FIRST_RECT,
    observeElementRect: observeRect,
    measureElement: measureRow,
    // A screen reader needs the active option in the document.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), activeRow])].sort((a, b) => a - b),
  });

  useLayoutEffect(() => {
    // A phone's keyboard would cover half of the list. The dialog focuses this element when it opens, because focusing
    // it later would force a second layout.
    const first = window.matchMedia('(pointer: coarse)').matches ? listRef.current : inputRef.current;
    first?.setAttribute('autofocus', '');
  }, []);
  const opensAt = useRef(activeRow);
  useEffect(() => {
    if (isOpen && opensAt.current > 0) virtualizer.scrollToIndex(opensAt.current, { align: 'center' });
  }, [isOpen, virtualizer]);

  function pick(row: PickRow<T> | undefined): void {
    if (row?.kind === 'option' && !options.isDisabled(row.item)) options.onPick(row.item);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    if (optionRows.length === 0) return;
    const next = moveActive({ key, isSearchEmpty: search === '' }, active, optionRows.length);
    if (next !== null) {
      event.preventDefault();
      options.onTouch?.();
      const row = optionRows[next] ?? 0;
      setMovedTo(rows[row]?.key ?? null);
      // The heading above the first option should become visible too.
      virtualizer.scrollToIndex(next === 0 ? 0 : row);
    } else if (key === 'Enter') {
      event.preventDefault();
      pick(rows[activeRow]);
    } else if (event.target === listRef.current && isCharacter(event)) {
      // The browser now types the character into the focused field.
      inputRef.current?.focus();
    }
  }

  /** Call it when the search changes: the best match becomes active. */
  function restart(): void {
    setMovedTo(null);
    listRef.current?.scrollTo(0, 0);
  }

  return {
    rows,
    optionCount: optionRows.length,
    active,
    virtualizer,
    listRef,
    inputRef,
    onKeyDown,
    pick,
    setMovedTo,
    restart,
  };
}

export type PickListState<T> = ReturnType<typeof usePickList<T>>;

function isCharacter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
}
