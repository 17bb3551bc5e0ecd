import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkFolder } from '../../service/workFolder.ts';
import { createWorkFolder } from '../../service/workFolder.ts';
import { fuzzServer } from './fuzzServer.ts';
import { startHostTarget } from './hostTarget.ts';
import type { Fuzzed } from './installation.ts';
import { startFuzzed } from './installation.ts';

const SECONDS = 10;
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

describe.concurrent('no request ends a process, and each gets a correct answer or none:', () => {
  let fuzzed: Fuzzed;

  beforeAll(async () => {
    fuzzed = await startFuzzed(41_800);
  });
  afterAll(() => fuzzed?.stop());

  // A process's ports are fuzzed one after another, so that a leak can be traced to one of them.
  test.each([
    ['web host'],
    ['API', "operator's port"],
    ["signer's socket", 'signer with a certificate', 'signer without a certificate', 'signer without TLS'],
  ])('%s', async (...names) => {
    for (const name of names) {
      const target = fuzzed.targets.find((candidate) => candidate.name === name);
      if (!target) throw new Error(`no server ${name}`);
      const problems = await fuzzServer(target, { seconds: SECONDS, seed: SEED });
      expect(problems, `${name}, seed ${SEED}`).toEqual([]);
    }
  });
});

describe('a server whose file stream has no error handler', () => {
  const PROGRAM = `
    import { createServer } from 'node:http';
    import { readFileSync } from 'node:fs';
    import sirv from '${import.meta.resolve('sirv')}';
    const serve = sirv('dist', { dev: true });
    const answer = (request, response) => request.url === '/' ? response.end('Fuzzed &amp; Sons') : serve(request, response);
    const { listen } = JSON.parse(readFileSync(process.env.CAUSEWAY_INSTALLATION, 'utf8'));
    createServer(answer).listen(listen.port, listen.host);`;
  let folder: WorkFolder;

  beforeAll(async () => {
    folder = await createWorkFolder();
  });
  afterAll(() => folder?.remove());

  test('is caught by range requests alone', async () => {
    const { disturb: _, ...target } = await startHostTarget(folder, { args: ['--input-type=module', '-e', PROGRAM] });
    const problems = await fuzzServer(target, { seconds: SECONDS, seed: SEED }).finally(target.stop);
    expect(problems.join('\n')).toMatch(/the process ended \(exit code 1\)[\s\S]*ERR_OUT_OF_RANGE/);
  });
});
