export type Align = 'words' | 'numbers';

/** A Markdown table; the first row is its head, and all columns but the first hold numbers unless told otherwise. */
export function toTable(rows: readonly (readonly string[])[], align: Align = 'numbers'): string {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 || align === 'words' ? '---' : '--:'));
  return [line(head), line(rule), ...body.map(line)].join('\n');
}
