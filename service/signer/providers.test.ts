import { readFile } from 'node:fs/promises';
import type { PublicClient } from 'viem';
import { describe, expect, test } from 'vitest';
import { parsePolicy } from './policyFile.ts';
import type { ProviderSet } from './providers.ts';
import { askLowest, askQuorum, connectProviders, Unverified } from './providers.ts';

const [chain] = parsePolicy(await readFile(new URL('./policy.example.json', import.meta.url), 'utf8')).chains;
if (!chain) throw new Error('the example has chains');
const known = chain;

type Answer = number | 'silent' | 'down' | 'behind';

/** Three providers with these answers, of which two must agree. */
function createSet(answers: readonly Answer[]): {
  readonly set: ProviderSet;
  ask(client: PublicClient): Promise<number>;
} {
  const rpcUrls = answers.map((_, index) => `http://127.0.0.1:${index + 1}`);
  const set = connectProviders({ ...known, rpcUrls, quorum: 2 });
  return {
    set,
    ask: async (client) => {
      const answer = answers[set.clients.indexOf(client)];
      if (answer === 'silent') return new Promise(() => {});
      if (answer === 'down') throw new Error('no connection');
      if (answer === 'behind' || answer === undefined) throw new Unverified('the deposit has 1 of 2 confirmations');
      return answer;
    },
  };
}

const ask = (answers: readonly Answer[]) => {
  const { set, ask: question } = createSet(answers);
  return askQuorum(set, question);
};

describe('two of three providers', () => {
  test.each<readonly [Answer, Answer, Answer]>([
    [7, 7, 'silent'],
    ['down', 7, 7],
    [7, 9, 7],
    ['behind', 7, 7],
  ])('decide: %s, %s, %s', async (...answers) => {
    expect(await ask(answers)).toBe(7);
  });

  test.each<readonly [RegExp, boolean, readonly Answer[]]>([
    [/disagree/, false, [7, 8, 9]],
    [/1 of 3 providers of Northshore answer, and 2 must agree/, true, [7, 'down', 'down']],
    [/0 of 3 providers/, true, ['down', 'down', 'down']],
    [/1 of 2 confirmations/, false, [7, 'behind', 'behind']],
  ])('are needed: %s', async (message, isOutage, answers) => {
    await expect(ask(answers)).rejects.toMatchObject({ message: expect.stringMatching(message), isOutage });
  });

  test('give the lower of two nonces, so that one alone cannot raise it', async () => {
    const { set, ask: question } = createSet([90, 7, 'silent']);
    expect(await askLowest(set, question)).toBe(7);
  });
});
