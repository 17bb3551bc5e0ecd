/** A command on a page, and the output that the page shows. */
export type TypedCommand = { readonly args: readonly string[]; readonly file: string | null; readonly output: RegExp };

const CONSOLE = /^ *```console\n([\s\S]*?)^ *```/gm;

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Numbers, addresses and column widths differ between installations, and "…" stands for any text. */
function toPattern(lines: readonly string[]): RegExp {
  const patterns = lines.map((line) =>
    line
      .split(/(0x[0-9a-fA-F]+…[0-9a-fA-F]+|…|\d+(?:\.\d+)?| {2,})/)
      .map((part, index) => {
        if (index % 2 === 0) return escapePattern(part);
        if (part.startsWith('0x')) return '0x[0-9a-fA-F]+';
        if (part === '…') return '[\\s\\S]*';
        return part.startsWith(' ') ? ' +' : '[\\d.]+';
      })
      .join(''),
  );
  return new RegExp(`^${patterns.join('\\n')}\\s*$`);
}

function toCommand(lines: readonly string[]): TypedCommand {
  const [typed = '', ...output] = lines;
  const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  const [, program, ...rest] = words;
  if (program !== 'causeway') throw new Error(`"${typed}" is not a causeway command`);
  const redirection = rest.indexOf('>');
  return redirection < 0
    ? { args: rest, file: null, output: toPattern(output) }
    : { args: rest.slice(0, redirection), file: rest[redirection + 1] ?? null, output: toPattern(output) };
}

/** The console commands in a section of a page, in order. */
export function readTypedCommands(page: string, heading: string): readonly TypedCommand[] {
  const [, section = ''] = page.split(`\n### ${heading}\n`);
  const [text = ''] = section.split(/\n### /);
  return [...text.matchAll(CONSOLE)].flatMap(([, block = '']) => {
    const commands: string[][] = [];
    for (const line of block.split('\n').map((one) => one.replace(/^ {3}/, ''))) {
      if (line.startsWith('$ ')) commands.push([line]);
      else if (line !== '') commands.at(-1)?.push(line);
    }
    return commands.map(toCommand);
  });
}
