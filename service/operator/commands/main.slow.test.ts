import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from '../../../tools/lab/fixtures.ts';
import { AUTHOR } from '../../../tools/lab/installation/testOperator.ts';
import { createOperatorCommand } from '../../../tools/lab/service/operatorCommand.ts';
import { openEmbedded } from '../../db/embedded.ts';

test('liquidity reads the funds of the vaults from the chains', async ({ installation, operator: { run } }) => {
  const { destination } = installation.bridge;
  await (await installation.start()).stop();
  const { json, lines } = await run('treasury');
  const balance = await destination.chain.balanceOf(destination.token('USDC'), destination.deployment.vault);
  expect(json).toHaveProperty('holdings');
  const { holdings } = json as { holdings: unknown };
  expect(holdings).toContainEqual(
    expect.objectContaining({ chain: 'Southshore', token: 'USDC', balance, reserved: 0n }),
  );
  expect(lines.join('\n')).toMatch(/Southshore\s+[\d.]+ USDC\s+[\d.]+ USDC\s+0 USDC\s+[\d.]+ USDC\s+-?[\d.]+ USDC/);
});

test('an error goes to stderr with its exit code, and shows no secret', async ({
  installation,
  operator: { folder, process, run },
}) => {
  await (await installation.start()).stop();
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['lists'], 2, /Unknown command "lists"/],
    [['pause', 'chain', 'Nowhere', ...AUTHOR], 2, /Unknown chain "Nowhere"\. The configuration has Northshore/],
    [['resume', 'all', ...AUTHOR], 1, /There is no pause of everything/],
  ];
  await expect(run('pause', 'pair', 'DOGE', 'Northshore', 'Southshore', ...AUTHOR)).rejects.toThrow(
    'Unknown token "DOGE"',
  );
  await expect(run('retry', `0x${'00'.repeat(32)}`, ...AUTHOR)).rejects.toThrow('no transfer with the id');
  for (const [args, code, message] of cases) {
    expect(await process.run(...args)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
  }
  const { stderr } = await process.run('resume', 'all', ...AUTHOR, '--json');
  expect(JSON.parse(stderr)).toEqual({ error: expect.stringContaining('There is no pause') });
  const unreachable = createOperatorCommand({
    CAUSEWAY_INSTALLATION: join(folder.path, 'config.json'),
    DATABASE_URL: 'postgresql://me:secret@127.0.0.1:9/none',
  });
  const failed = await unreachable.run('list');
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('PostgreSQL does not answer') });
  expect(failed.stderr).not.toContain('secret');
});

test("a worker's stored text can't control the terminal or add a line to a list", async ({
  installation,
  operator: { process },
}) => {
  await (await installation.start()).stop();
  const detail = '\u001b[2J\u202ehidden\nNo open incidents';
  await installation.query("insert into incidents (kind, detail) values ('booksDiffer', $1)", [detail]);
  const { stdout } = await process.run('list', 'incidents');
  expect(stdout).toContain('\\u{1b}[2J\\u{202e}hidden No open incidents');
  for (const hidden of ['\u001b', '\u202e']) expect(stdout).not.toContain(hidden);
});

test('an embedded database that the service has open is refused, and so is one without tables', async ({
  installation,
  operator: { folder },
}) => {
  const directory = join(folder.path, 'data');
  const database = await openEmbedded(directory);
  const file = { ...installation.bridge.configFile(), database: `embedded:${directory}` };
  const embedded = createOperatorCommand({
    CAUSEWAY_INSTALLATION: await folder.write('embedded.json', JSON.stringify(file)),
  });
  const { code, stderr } = await embedded.run('list');
  expect(code).toBe(1);
  expect(stderr).toContain('Stop the service, run this command, then start the service again');
  await database.close();
  expect((await embedded.run('list')).stderr).toContain('npm run migrate');
});
