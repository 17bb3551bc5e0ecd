import { expect, test } from 'vitest';
import { readCandidate } from './newerPatroni.ts';

const policy = (version: string) => `patroni:
  Installed: (none)
  Candidate: ${version}
  Version table:
     ${version} 500
        500 http://archive.example/debian bookworm/main amd64 Packages
`;

test.each(['3.0.2-1', '2.1.4-1~bpo11+1', '3.0-1'])('Patroni %s loses rows', (version) => {
  expect(readCandidate(policy(version))).toEqual({ losesRows: true, archive: 'http://archive.example/debian' });
});

test.each(['3.0.3-1', '3.0.10-1', '3.1.0-1', '4.0.7-3~deb13u1', '1:4.0-1'])('Patroni %s does not', (version) => {
  expect(readCandidate(policy(version)).losesRows).toBe(false);
});

test('refuses to guess where apt has no version', () => {
  expect(() => readCandidate('')).toThrow('no archive with the package patroni');
  expect(() => readCandidate(policy('(none)'))).toThrow('no archive with the package patroni');
});
