import { chmod } from 'node:fs/promises';
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerQuestion, TestScreening } from '../../tools/lab/service/screeningService.ts';
import { answerJson, matching, startScreening } from '../../tools/lab/service/screeningService.ts';
import type { WorkFolder } from '../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../tools/lab/service/workFolder.ts';
import type { ScreenedAddress } from './model/screening.ts';
import { askScreeningService, createScreen, readScreeningList } from './screening.ts';

const [SENDER, RECIPIENT]: readonly [Address, Address] = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
];
const ADDRESSES: readonly ScreenedAddress[] = [
  { role: 'sender', chainId: 1, address: SENDER },
  { role: 'recipient', chainId: 10, address: RECIPIENT },
];
const ID = `0x${'ab'.repeat(32)}` as const;

let folder: WorkFolder;
let screening: TestScreening;

beforeAll(async () => {
  [folder, screening] = await Promise.all([createWorkFolder(), startScreening()]);
});
afterAll(async () => {
  await screening?.stop();
  await folder?.remove();
});

describe('the list', () => {
  test('has its addresses in any case, without comments', async () => {
    const path = await folder.write('list.txt', `# a comment\n\n${SENDER} # reason\n  ${RECIPIENT.toLowerCase()}\r\n`);
    expect([...(await readScreeningList(path))]).toEqual([SENDER, RECIPIENT].map((one) => one.toLowerCase()));
    const screen = createScreen({ listFile: path, service: null });
    expect(await screen(ID, ADDRESSES.slice(1))).toEqual([
      { role: 'recipient', address: RECIPIENT, source: 'list', detail: null },
    ]);
  });

  test.each([
    ['is missing', null, 'cannot be read'],
    ['is empty', '# nothing\n', 'has no address'],
    ['ends within an address', `${SENDER}\n0x8617E3`, 'line 2 of'],
  ])('gives no answer when it %s', async (_what, text, problem) => {
    const path = text === null ? '/nowhere/list.txt' : await folder.write('broken.txt', text);
    await expect(createScreen({ listFile: path, service: null })(ID, ADDRESSES)).rejects.toThrow(problem);
  });
});

describe('the service', () => {
  const ask = (tokenFile: string | null = null, timeoutMs = 10_000) =>
    askScreeningService({ url: screening.url, tokenFile, timeoutMs }, ID, ADDRESSES);

  test('is asked with the token about both addresses, and its match and reason count', async () => {
    const tokenFile = await folder.write('token', 'secret-token\n');
    await chmod(tokenFile, 0o600);
    screening.answerWith(({ body }, response) =>
      answerJson(response, {
        results: body.addresses.map(({ address, role }) => {
          return { address: address.toLowerCase(), match: role === 'sender', reason: 'list 7', score: 0.9 };
        }),
      }),
    );
    expect(await ask(tokenFile)).toEqual([{ role: 'sender', address: SENDER, source: 'service', detail: 'list 7' }]);
    expect(screening.questions.at(-1)).toMatchObject({
      headers: { authorization: 'Bearer secret-token', 'content-type': 'application/json' },
      body: {
        transfer: ID,
        addresses: [
          { role: 'sender', chain_id: 1, address: SENDER },
          { role: 'recipient', chain_id: 10, address: RECIPIENT },
        ],
      },
    });
    screening.answerWith(matching());
    expect(await ask()).toEqual([]);
    expect(screening.questions.at(-1)?.headers.authorization).toBeUndefined();
  });

  test.each<readonly [string, AnswerQuestion, string]>([
    ['silent', () => {}, 'gave no answer'],
    ['silent within its answer', (_question, response) => void response.writeHead(200).write('{'), 'gave no answer'],
    ['failing', (_question, response) => void response.writeHead(503).end('{"results":[]}'), 'HTTP 503'],
    ['redirecting', (_question, response) => void response.writeHead(302, { location: '/' }).end(), 'gave no answer'],
    ['not JSON', (_question, response) => void response.writeHead(200).end('ok'), 'malformed'],
    ['of another form', (_question, response) => answerJson(response, { results: [{ address: SENDER }] }), 'malformed'],
    ['empty', (_question, response) => answerJson(response, { results: [] }), 'did not answer about every address'],
    [
      'about one address only',
      (_question, response) => answerJson(response, { results: [{ address: SENDER, match: false }] }),
      'did not answer about every address',
    ],
    ['too long', (_question, response) => void response.writeHead(200).end(' '.repeat(70_000)), 'more than 65536'],
  ])('counts as silent if it is %s', async (what, answer, problem) => {
    screening.answerWith(answer);
    await expect(ask(null, what.startsWith('silent') ? 300 : 10_000)).rejects.toMatchObject({
      code: 'SCREENING_UNAVAILABLE',
      message: expect.stringContaining(problem),
    });
  });

  test.each([
    ['another account can read', 0o644, 'secret'],
    ['is empty', 0o600, ''],
  ])('is not asked with a token file that %s', async (_what, mode, text) => {
    const path = await folder.write(`token-${mode}`, text);
    await chmod(path, mode);
    const before = screening.questions.length;
    await expect(ask(path)).rejects.toMatchObject({ code: 'SCREENING_UNAVAILABLE' });
    expect(screening.questions.length).toBe(before);
  });
});
