import { describe, expect, test } from 'vitest';
import { BadInput } from './command.ts';
import { readCommandLine } from './commandLine.ts';
import { COMMANDS } from './commands.ts';
import { sayAge } from './words.ts';

const ID = `0x${'ab'.repeat(32)}`;

function read(...args: string[]) {
  return readCommandLine(COMMANDS, args, 'somebody');
}

describe('a command line', () => {
  test.each<readonly [readonly string[], RegExp]>([
    [[], /A command is missing/],
    [['lst'], /There is no command "lst"/],
    [['list', '--sate', 'held'], /Unknown option '--sate'/],
    [['list', '--state'], /'--state <value>' argument missing/],
    [['list', '--state', 'stuck'], /--state is one of unseen, seen, .*not "stuck"/],
    [['list', '--older-than', '10'], /--older-than is a span of time such as 90s, 10m, 24h or 7d, not "10"/],
    [['list', '--limit', '0'], /--limit is a whole number from 1 to 1000, not "0"/],
    [['list', '--limit', '1e3'], /--limit is a whole number/],
    [['list', 'held'], /"held" is more than this command takes/],
    [['show'], /is missing/],
    [['show', '0x12'], /is 0x and 64 hex digits, not "0x12"/],
    [['show', ID, ID], /is more than this command takes/],
    [['retry'], /The transfer's id is missing/],
    [['retry', ID], /needs --why/],
    [['hold', ID, '--why', ' '], /needs --why/],
    [['refund', ID, '--why', 'asked', '--who', ''], /--who is empty/],
    [['refund', 'held', '--why', 'asked'], /A transfer's id is 0x and 64 hex digits/],
    [['cancel', 'Southshore', '--why', 'asked'], /The nonce is missing/],
    [['cancel', 'Southshore', '-', '--why', 'asked'], /The nonce is a whole number, not "-"/],
    [['cancel', 'Southshore', '3', '--after', 'refund', '--why', 'asked'], /--after is retry or hold, not "refund"/],
    [['cancel', 'Southshore', '3'], /needs --why/],
    [['pause', '--why', 'asked'], /What to pause or resume is missing/],
    [['pause', 'token', 'USDC', '--why', 'asked'], /"token" cannot be paused/],
    [['pause', 'chain', '--why', 'asked'], /The chain's name is missing/],
    [['pause', 'pair', 'USDC', 'Northshore', '--why', 'asked'], /The destination chain's name is missing/],
    [['pause', 'all', 'chains', '--why', 'asked'], /"chains" is more than/],
    [['pause', 'all'], /needs --why/],
    [['pauses', '--why', 'asked'], /Unknown option '--why'/],
    [['incidents', '--since', 'yesterday'], /--since is a span of time/],
    [['actions', '--limit', '-1'], /ambiguous|whole number/],
  ])('%j is told what is wrong with it', (args, words) => {
    expect(() => read(...args)).toThrow(BadInput);
    expect(() => read(...args)).toThrow(words);
  });

  test('explains itself at every level', () => {
    const program = read('--help');
    const text = program.kind === 'help' ? program.lines.join('\n') : '';
    for (const { name } of COMMANDS) expect(text).toContain(`  ${name} `);
    for (const { name, changes } of COMMANDS) {
      const line = read(name, '--help');
      const help = line.kind === 'help' ? line.lines.join('\n') : '';
      expect(help).toContain(`npm run operator -- ${name}`);
      expect(help.includes('--why')).toBe(changes);
    }
  });

  test('is read whole where it is good', () => {
    expect(read('list', '--state', 'held', '--json')).toMatchObject({ kind: 'run', json: true });
    expect(read('hold', ID, '--why', 'a person asked')).toMatchObject({ kind: 'run', json: false });
  });
});

test('an age is said in its largest unit', () => {
  const ages = [-5, 999, 1000, 61_000, 3_600_000, 200_000_000].map(sayAge);
  expect(ages).toEqual(['less than a second', 'less than a second', '1 second', '1 minute', '1 hour', '2 days']);
});
