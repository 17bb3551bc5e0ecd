import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkFolder } from '../../service/workFolder.ts';
import { createWorkFolder } from '../../service/workFolder.ts';
import { fuzzServer } from './fuzzServer.ts';
import { startHostTarget } from './hostTarget.ts';
import type { Fuzzed } from './installation.ts';
import { startFuzzed } from './installation.ts';

const SECONDS = 10;
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

describe.concurrent('no request ends a process, and each one gets a right answer or none:', () => {
  let fuzzed: Fuzzed;

  beforeAll(async () => {
    fuzzed = await startFuzzed(41_800);
  });
  afterAll(() => fuzzed?.stop());

  // One process has several ports, which are fuzzed one after the other: a leak belongs to one of them.
  test.each([
    ['web host'],
    ['API', "operator's port"],
    ["signer's socket", 'signer with a certificate', 'signer without a certificate', 'signer without TLS'],
  ])('%s', async (...names) => {
    for (const name of names) {
      const target = fuzzed.targets.find((candidate) => candidate.name === name);
      if (!target) throw new Error(`no server ${name}`);
      const { problems } = await fuzzServer(target, { seconds: SECONDS, seed: SEED });
      expect(problems, `${name}, seed ${SEED}`).toEqual([]);
    }
  });
});

describe('a server whose file stream has no error path', () => {
  const PROGRAM = `
    import { createServer } from 'node:http';
    import sirv from 'sirv';
    const serve = sirv(process.env.CAUSEWAY_WEB_DIR, { dev: true });
    const answer = (request, response) => request.url === '/' ? response.end('Fuzzed &amp; Sons') : serve(request, response);
    createServer(answer).listen(process.env.CAUSEWAY_WEB_PORT, '127.0.0.1');`;
  let folder: WorkFolder;

  beforeAll(async () => {
    folder = await createWorkFolder();
  });
  afterAll(() => folder?.remove());

  test('is found by a range alone', async () => {
    const { disturb: _, ...target } = await startHostTarget(folder, { args: ['--input-type=module', '-e', PROGRAM] });
    const { problems } = await fuzzServer(target, { seconds: SECONDS, seed: SEED }).finally(target.stop);
    expect(problems.join('\n')).toMatch(/the process ended \(exit code 1\)[\s\S]*ERR_OUT_OF_RANGE/);
  });
});
