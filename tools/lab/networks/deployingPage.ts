const PROMPT = /^[$#] /;
const BLOCK = /^ *```(sh|console)\n(.*?)^ *```$/ms;

/** A numbered command of docs/deploying.md. */
export type PageCommand = { readonly number: number; readonly command: string };

/** The commands of a `console` block: lines after a prompt, with their continuations. The rest is output. */
function readPrompts(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, index) => {
    const continues = lines[index - 1]?.endsWith('\\') ?? false;
    return PROMPT.test(line) || continues ? [line.replace(PROMPT, '')] : [];
  });
}

/** Reads the commands of the numbered list, each as a reader would type it. */
export function readCommands(page: string): readonly PageCommand[] {
  const [, section = ''] = page.split('\n## The commands\n');
  const steps = (section.split('\n## ')[0] ?? '').split(/^(?=\d+\. )/m);
  return steps.flatMap((step) => {
    const [, language, text] = BLOCK.exec(step) ?? [];
    if (text === undefined) return [];
    const lines = text.split('\n').map((line) => line.trim());
    const command = (language === 'console' ? readPrompts(lines) : lines).join('\n').trim();
    return [{ number: Number.parseInt(step, 10), command }];
  });
}
