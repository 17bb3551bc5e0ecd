/** A group of options. A null title shows no heading. */
export type Section<T> = { readonly title: string | null; readonly items: readonly T[] };

export type PickRow<T> =
  | { readonly kind: 'heading'; readonly key: string; readonly title: string }
  | {
      readonly kind: 'option';
      readonly key: string;
      readonly item: T;
      readonly section: string | null;
      /** The place among the options, without the headings. */
      readonly place: number;
    };

export type OptionRow<T> = Extract<PickRow<T>, { kind: 'option' }>;

/** The rows of a list, and the row of each option. An item may lie in several sections. */
export function pickRows<T>(sections: readonly Section<T>[], keyOf: (item: T) => string) {
  const rows: PickRow<T>[] = [];
  const optionRows: number[] = [];
  for (const { title, items } of sections) {
    if (items.length === 0) continue;
    if (title !== null) rows.push({ kind: 'heading', key: `heading ${title}`, title });
    for (const item of items) {
      rows.push({
        ...{ kind: 'option', key: `${title ?? ''} ${keyOf(item)}`, item, section: title, place: optionRows.length },
      });
      optionRows.push(rows.length - 1);
    }
  }
  return { rows, optionRows };
}

/** Neighbouring rows of one section, for a group that a screen reader announces. */
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
