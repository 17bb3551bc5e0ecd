import type { EntryTrial } from './alertCase.ts';

/** The commands that are missing from an alert's entry and from the section it links to. */
export function findMissingCommands(
  runbook: string,
  { alert, commands, after = [] }: Pick<EntryTrial, 'alert' | 'commands' | 'after'>,
): readonly string[] {
  return [...commands, ...after]
    .filter(({ text, section = alert }) => !readSection(runbook, section).includes(text))
    .map(({ text }) => text);
}

/** The text below a heading, up to the next heading of the same or a higher level, with each command on one line. */
function readSection(runbook: string, heading: string): string {
  const [, level = '###'] = new RegExp(`^(#+) ${heading}$`, 'm').exec(runbook) ?? [];
  const [, text = ''] = runbook.split(`\n${level} ${heading}\n`);
  const end = new RegExp(`\\n#{1,${level.length}} `);
  return (text.split(end)[0] ?? '').replace(/\\\n/g, ' ').replace(/\s+/g, ' ');
}
