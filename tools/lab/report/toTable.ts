/** Formats a Markdown table. The first row is the header; numbers align right in every column except the first. */
export function toTable(rows: readonly (readonly string[])[], columns: 'text' | 'numbers' = 'numbers'): string {
  const [header = [], ...body] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const alignment = header.map((_, index) => (index === 0 || columns === 'text' ? '---' : '--:'));
  return [line(header), line(alignment), ...body.map(line)].join('\n');
}
