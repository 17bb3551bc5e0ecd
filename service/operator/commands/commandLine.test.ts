import { describe, expect, test } from 'vitest';
import { formatAge, UsageError } from './command.ts';
import { COMMANDS, parseCommandLine } from './commandLine.ts';

const ID = `0x${'ab'.repeat(32)}`;

function parse(...args: string[]) {
  return parseCommandLine(COMMANDS, args, 'default author');
}

describe('parseCommandLine', () => {
  test.each<readonly [readonly string[], RegExp]>([
    [[], /Missing command/],
    [['lst'], /Unknown command "lst"/],
    [['list', '--sate', 'held'], /Unknown option '--sate'/],
    [['list', '--state'], /'--state <value>' argument missing/],
    [['list', '--state', 'stuck'], /--state must be one of unseen, seen, .*; got "stuck"/],
    [['list', '--older-than', '10'], /--older-than must be a duration such as 90s, 10m, 24h or 7d; got "10"/],
    [['list', '--limit', '0'], /--limit must be a whole number from 1 to 1000; got "0"/],
    [['list', '--limit', '1e3'], /--limit must be a whole number/],
    [['list', 'held'], /"held" cannot be listed. Use one of transfers, pauses, halts, orders, incidents/],
    [['list', 'toString'], /cannot be listed/],
    [['list', 'pauses', 'halts'], /Unexpected argument: "halts"/],
    [['list', 'pauses', '--state', 'held'], /A list of pauses has no --state/],
    [['show'], /Missing argument: a transfer's id, or the hash/],
    [['show', '0x12'], /must be 0x and 64 hex digits; got "0x12"/],
    [['show', ID, ID], /Unexpected argument/],
    [['retry'], /Say which transfers: give either ids or hashes, or --file, or --where/],
    [['retry', ID], /Missing --why/],
    [['hold', ID, '--why', ' '], /Missing --why/],
    [['refund', ID, '--why', 'asked', '--who', ''], /--who is empty/],
    [['refund', 'held', '--why', 'asked'], /The id or hash must be 0x and 64 hex digits; got "held"/],
    [['refund', ID, '--cancel', '--why', 'asked'], /Unknown option '--cancel'/],
    [['hold', ID, '--cancel'], /Missing --why/],
    [['pause', '--why', 'asked'], /Missing argument: what to pause or resume/],
    [['pause', 'token', 'USDC', '--why', 'asked'], /"token" cannot be paused/],
    [['pause', 'chain', '--why', 'asked'], /Missing argument: the chain's name/],
    [['pause', 'pair', 'USDC', 'Northshore', '--why', 'asked'], /Missing argument: the destination chain's name/],
    [['pause', 'all', 'chains', '--why', 'asked'], /Unexpected argument: "chains"/],
    [['pause', 'all'], /Missing --why/],
    [['hold', ID, '--file', 'a', '--why', 'asked'], /Say which transfers/],
    [['hold', '--file', 'a', '--where', 'state=held', '--why', 'asked'], /Say which transfers/],
    [['hold', '--where', 'reason=paused', '--why', 'asked'], /--where needs state=/],
    [['hold', '--where', 'state=seen,state=held', '--why', 'asked'], /two conditions for state/],
    [['hold', '--where', 'state=held,amount=1', '--why', 'asked'], /got "amount=1"/],
    [['hold', '--where', 'state=held,reason=spam', '--why', 'asked'], /Unknown reason "spam"/],
    [['hold', '--where', 'state=held', '--confirm', '0', '--why', 'asked'], /--confirm must be a whole number/],
    [['approve', 'seven', '--why', 'asked'], /The order must be a number/],
    [['list', 'pauses', '--why', 'asked'], /Unknown option '--why'/],
    [['list', 'incidents', '--since', 'yesterday'], /--since must be a duration/],
    [['list', 'actions', '--limit', '-1'], /'--limit' argument is ambiguous/],
    [['unhalt', 'Southshore', '--from', '0x12', '--why', 'asked'], /--from must be a block number in digits/],
    [['resolve', 'halt', '1', '--why', 'asked'], /"halt" cannot be resolved/],
    [['resolve', 'incident', 'x', '--why', 'asked'], /The incident must be a number; got "x"/],
    [['resolve', 'incident', '1'], /Missing --why/],
    [['announce', 'Southshore', 'mint', '--why', 'asked'], /"mint" cannot be announced. Use one of addPayer, /],
    [['announce', 'Southshore', 'toString', '--why', 'asked'], /cannot be announced/],
    [['announce', 'Southshore', 'addPayer', '--why', 'asked'], /Missing argument: the address of addPayer/],
    [['announce', 'Southshore', 'pause', ID, '--why', 'asked'], /Unexpected argument/],
    [['announce', 'Southshore', 'pause', '--for', '8d', '--why', 'asked'], /--for must be at most 7d/],
    [['announce', 'Southshore', 'pause'], /Missing --why/],
    [['ready', 'all'], /Unexpected argument: "all"/],
  ])('rejects %j and names the fault', (args, message) => {
    expect(() => parse(...args)).toThrow(UsageError);
    expect(() => parse(...args)).toThrow(message);
  });

  test('prints help for the program and for each command', () => {
    const program = parse('--help');
    const text = program.kind === 'help' ? program.lines.join('\n') : '';
    for (const { name } of COMMANDS) expect(text).toContain(`  ${name} `);
    for (const { name, isChange } of COMMANDS) {
      const line = parse(name, '--help');
      const help = line.kind === 'help' ? line.lines.join('\n') : '';
      expect(help).toContain(`causeway ${name}`);
      expect(help.includes('--why')).toBe(isChange);
    }
  });

  test('has sixteen everyday commands', () => {
    expect(COMMANDS.map(({ name }) => name)).toHaveLength(16);
  });

  test('accepts a complete command line', () => {
    expect(parse('list', '--state', 'held', '--json')).toMatchObject({ kind: 'run', json: true });
    expect(parse('hold', ID, '--why', 'a person asked')).toMatchObject({ kind: 'run', json: false });
  });
});

test('formatAge uses the largest unit', () => {
  const ages = [-5, 999, 1000, 61_000, 3_600_000, 200_000_000].map(formatAge);
  expect(ages).toEqual(['less than a second', 'less than a second', '1 second', '1 minute', '1 hour', '2 days']);
});
