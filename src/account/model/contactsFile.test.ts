import { expect, it } from 'vitest';
import { readContactsFile } from './contactsFile.ts';

const fileOf = (text: string, size = text.length) => ({ size, text: async () => text });

it.each([
  ['truncated JSON', '{"format":', 'notReadable'],
  ['a table', 'deposit_hash\n0x1\n', 'notReadable'],
  ['other JSON', '{"format":"other","version":1,"contacts":[{}]}', 'notReadable'],
  ['a later version', '{"format":"causeway-transfers","version":2,"contacts":[{}]}', 'newerVersion'],
  [
    'a file without contacts',
    '{"format":"causeway-transfers","version":1,"transfers":[{}],"contacts":[]}',
    'noContacts',
  ],
  ['an empty file', '', 'notReadable'],
])('refuses %s', async (_what, text, problem) => {
  expect(await readContactsFile(fileOf(text))).toEqual({ ok: false, problem });
});

it('does not read a file above 5 MB', async () => {
  expect(await readContactsFile(fileOf('', 5_000_001))).toEqual({ ok: false, problem: 'tooLarge' });
});
