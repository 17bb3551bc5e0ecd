import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_UINT256 } from '#shared/amount.ts';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES, localeOf } from '#shared/languages.ts';
import type { ProvenDelivery } from '#shared/proof/verifyProof.ts';
import type { BlockAnswers } from '../../src/receipts/model/blockAnswers.ts';
import { ACCOUNT, config, OTHER_ACCOUNT } from '../lab/web/fixtures.ts';
import { readAmounts } from '../lab/web/readAmounts.ts';
import { syntheticProofText } from '../lab/web/syntheticProof.ts';
import { textsIn } from '../lab/web/textsIn.ts';
import { runVerification } from './runVerification.ts';
import { verifyProofCommand } from './verifyProofCommand.ts';

const text = syntheticProofText();
const texts = await textsIn('desk', 'en');
const pins = config.chains;
const agreed = { asked: 2, agreed: 2, differing: [], silent: [] };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-proof-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]): Promise<unknown> {
  return new Promise((resolve) => {
    const command = ['--import', 'tsx', 'tools/verifyProof.ts', ...args];
    execFile(process.execPath, command, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
  });
}

describe('verify-proof', () => {
  it('says first whether the chains have both blocks, then what is proven and what is left to trust', async () => {
    const ask = async ({ deposit, payout }: ProvenDelivery) =>
      [deposit, payout].map(({ chainId }) => ({ chainId, ...agreed }));
    const { output, code } = await runVerification(text, { pins, texts, isJson: false, ask });
    expect(code).toBe(0);
    expect(output).toMatch(/^This delivery is proven\n99\.9 USDC delivered on Southshore\n/);
    expect(output).toContain('Northshore: 2 of 2 RPC endpoints show this block.');
    expect(output).toContain(
      `The vault paid 99.9 USDC to ${getAddress(ACCOUNT)} on Southshore, for exactly this deposit.`,
    );
    expect(output).toContain('Both contracts are in the settings of this bridge.');
    expect(output).toMatch(/since Jan 1, 2030, .* [A-Z]{3}/);
  });

  it('names the gas that arrived, and what it has to be trusted for', async () => {
    const gas = 10n ** 16n;
    const withGas = syntheticProofText({ target: `${ACCOUNT}+gas:${gas}`, gas });
    const ask = async ({ deposit, payout }: ProvenDelivery) =>
      [deposit, payout].map(({ chainId }) => ({ chainId, ...agreed }));
    const { output } = await runVerification(withGas, { pins, texts, isJson: false, ask });
    expect(output).toMatch(/^This delivery is proven\n99\.9 USDC delivered/);
    expect(output).toContain('The same transaction paid the recipient 0.01 ETH for gas.');
    expect(output).toContain('a native currency has no event');
    const unpinned = await runVerification(withGas, { pins: null, texts, isJson: false, ask });
    expect(unpinned.output).toContain(
      'paid the recipient 10000000000000000 base units of the native currency for gas.',
    );
  });

  it('proves nothing until endpoints have confirmed both blocks', async () => {
    const answers =
      (changes: Partial<BlockAnswers>) =>
      async ({ deposit, payout }: ProvenDelivery) => [
        { chainId: deposit.chainId, ...agreed },
        { chainId: payout.chainId, ...agreed, ...changes },
      ];
    const run = (ask: ReturnType<typeof answers> | null) => runVerification(text, { pins, texts, isJson: false, ask });
    const offline = await run(null);
    expect(offline.code).toBe(3);
    expect(offline.output).toMatch(/^The file is consistent, but not yet compared with the chains\n/);
    expect(offline.output).toMatch(
      /\nBlock hash on Northshore: 0x[0-9a-f]{64}\nBlock hash on Southshore: 0x[0-9a-f]{64}\n/,
    );
    expect(offline.output).toContain('\nThe file states: 99.9 USDC delivered on Southshore\n');
    expect(offline.output).not.toMatch(/proven/i);
    const silent = await run(answers({ agreed: 0, silent: ['a', 'b'] }));
    expect(silent).toMatchObject({ code: 3, output: expect.stringContaining('Southshore: no answer from a and b.') });
    const differs = await run(answers({ agreed: 1, differing: ['b'] }));
    expect(differs).toMatchObject({
      code: 1,
      output: expect.stringContaining('Southshore: b shows a different block.'),
    });
  });

  it("does not exit with 0 for a token that the bridge's settings lack", async () => {
    const ask = async ({ deposit, payout }: ProvenDelivery) =>
      [deposit, payout].map(({ chainId }) => ({ chainId, ...agreed }));
    const worthless = syntheticProofText({ token: OTHER_ACCOUNT });
    const { output, code } = await runVerification(worthless, { pins, texts, isJson: false, ask });
    expect(code).toBe(3);
    expect(output).toContain(`${getAddress(OTHER_ACCOUNT)} are the tokens of this transfer.`);
  });

  it('without a configuration, names chains by id and lists the addresses to trust', async () => {
    const { output } = await runVerification(text, { pins: null, texts, isJson: false, ask: null });
    expect(output).toContain('99900000 base units of 0x');
    expect(output).toContain('are the contracts of this bridge.');
  });

  it.each(Object.keys(LANGUAGES) as Language[])('shows every digit of the amounts in %s', async (language) => {
    const locale = localeOf(language, []);
    const own = await textsIn('desk', language, locale);
    const uint256 = fc.bigInt({ min: 1n, max: MAX_UINT256 });
    await fc.assert(
      fc.asyncProperty(uint256, fc.integer({ min: 0, max: 24 }), async (amount, decimals) => {
        const chains = pins.map((chain) => ({
          ...chain,
          tokens: chain.tokens.map((token) => ({ ...token, decimals })),
        }));
        const options = { pins: chains, texts: own, isJson: false, ask: null };
        const { output } = await runVerification(syntheticProofText({ amount }), options);
        // The claim, the deposit and the payout.
        expect(readAmounts(output, locale, { decimals })).toEqual([amount, amount, amount]);
      }),
      { numRuns: 15 },
    );
  });

  it('exits with 3 for an offline proof, 1 for a changed proof, and 2 for a missing file', async () => {
    const [proof, changed] = [join(folder, 'proof.json'), join(folder, 'changed.json')];
    const settings = join(folder, 'config.json');
    writeFileSync(proof, text);
    writeFileSync(changed, text.replace('"transactionIndex": 0', '"transactionIndex": 1'));
    writeFileSync(settings, JSON.stringify(config));
    for (const args of [[proof], [proof, '--config', settings, '--offline']]) {
      expect(await verifyProofCommand(args, texts)).toMatchObject({ code: 3 });
    }
    const bad = await verifyProofCommand([changed, '--json'], texts);
    if (bad.code === 2) throw new Error(bad.problem);
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.output)).toEqual({ ok: false, problem: { code: 'trie', side: 'deposit' } });
    const missing = join(folder, 'none.json');
    const problem = expect.stringContaining(`${missing} cannot be read`);
    expect(await verifyProofCommand([missing], texts)).toEqual({ code: 2, problem });
    // As a person would run it.
    expect(await run(changed, '--json')).toEqual({ code: 1, err: '', out: `${bad.output}\n` });
  });
});
