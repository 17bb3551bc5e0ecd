import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_UINT256 } from '#shared/amount.ts';
import { ACCOUNT, config } from '../../lab/web/fixtures.ts';
import { inEnglish } from '../../lab/web/inEnglish.ts';
import { readAmounts } from '../../lab/web/readAmounts.ts';
import { syntheticProofText } from '../../lab/web/syntheticProof.ts';
import { createWords } from '../../src/words/createWords.ts';
import type { Language } from '../../src/words/languages.ts';
import { LANGUAGES, localeOf } from '../../src/words/languages.ts';
import { proofWords } from '../../src/words/proof/proofWords.ts';
import { readPins } from './readPins.ts';
import { runVerification } from './runVerification.ts';
import { verifyProofCommand } from './verifyProofCommand.ts';

const text = syntheticProofText();
const words = await inEnglish(proofWords);
const read = await readPins(JSON.stringify(config));
const pins = read.ok ? read.pins : null;
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
  it('begins with the block hashes to compare, and says what the file states and what remains to be trusted', () => {
    const { output, isConsistent } = runVerification(text, { pins, words, isJson: false });
    expect(isConsistent).toBe(true);
    expect(output).toMatch(
      /^Consistent\. Compare these block hashes with a source that you trust:\n {2}- Block hash on Northshore: 0x[0-9a-f]{64}\n {2}- Block hash on Southshore: 0x[0-9a-f]{64}\n/,
    );
    expect(output).toContain('\nThe file states: 99.9 USDC delivered on Southshore\n');
    expect(output).not.toMatch(/proven/i);
    expect(output).toContain(
      `The vault paid 99.9 USDC to ${ACCOUNT.toLowerCase()} on Southshore, for exactly this deposit.`,
    );
    expect(output).toContain('Both contracts are in the settings of this bridge.');
  });

  it('names chains by their ids, and lists the addresses to trust, without a configuration', () => {
    const { output } = runVerification(text, { pins: null, words, isJson: false });
    expect(output).toContain('99900000 base units of 0x');
    expect(output).toContain('are the contracts of this bridge.');
  });

  it.each(Object.keys(LANGUAGES) as Language[])('shows each digit of the amounts in %s', async (language) => {
    const locale = localeOf(language, []);
    const own = createWords(await proofWords.load(language), { language, locale });
    const uint256 = fc.bigInt({ min: 1n, max: MAX_UINT256 });
    fc.assert(
      fc.property(uint256, fc.integer({ min: 0, max: 24 }), (amount, decimals) => {
        const chains = (pins?.chains ?? []).map((chain) => ({
          ...chain,
          tokens: chain.tokens.map((token) => ({ ...token, decimals })),
        }));
        const { output } = runVerification(syntheticProofText({ amount }), {
          pins: { chains },
          words: own,
          isJson: false,
        });
        // The claim, the deposit and the payout.
        expect(readAmounts(output, locale, { decimals })).toEqual([amount, amount, amount]);
      }),
      { numRuns: 15 },
    );
  });

  it('exits with 0 for a consistent proof, 1 for a changed one, and 2 for a file that is not there', async () => {
    const [proof, changed] = [join(folder, 'proof.json'), join(folder, 'changed.json')];
    writeFileSync(proof, text);
    writeFileSync(changed, text.replace('"99900000"', '"99900001"'));
    const good = await verifyProofCommand([proof], words);
    expect(good).toMatchObject({ code: 0, output: expect.stringMatching(/^Consistent\. /) });
    const bad = await verifyProofCommand([changed, '--json'], words);
    if (bad.code === 2) throw new Error(bad.problem);
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.output)).toEqual({ ok: false, step: 'file', problem: { code: 'digestDiffers' } });
    const missing = join(folder, 'none.json');
    const problem = expect.stringContaining(`${missing} cannot be read`);
    expect(await verifyProofCommand([missing], words)).toEqual({ code: 2, problem });
    // As a person runs it.
    expect(await run(changed, '--json')).toEqual({ code: 1, err: '', out: `${bad.output}\n` });
  }, 90_000);
});
