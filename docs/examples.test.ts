import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { InstallationFile } from '../service/boot/installation.ts';
import { parseInstallation } from '../service/boot/readConfig.ts';
import { toWebConfig } from '../service/boot/webView.ts';
import { parsePolicy } from '../service/signer/process/policyFile.ts';
import { parseConfig } from '../shared/config/runtimeConfig.ts';

const ADDRESS = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;

/** What an operator writes and what the commands write: the accounts, and the addresses of the contracts. */
function fillIn(text: string): string {
  let count = 0;
  const next = () => {
    count += 1;
    return ADDRESS(count);
  };
  const file: InstallationFile = JSON.parse(text.replace(/"<[^">]+>"/g, () => `"${next()}"`));
  const chains = file.chains.map((chain) => ({
    ...chain,
    ...{ depositContract: next(), vault: next(), startBlock: 1_000_000 },
  }));
  return JSON.stringify({ ...file, hotWallet: next(), chains });
}

function problemsOf(text: string): readonly string[] {
  const problems: string[] = [];
  parseInstallation(text, problems);
  return problems;
}

describe.each(['testnets', 'mainnets'])('the example for %s', (name) => {
  const text = readFileSync(new URL(`./examples/${name}.json`, import.meta.url), 'utf8');

  test('is accepted by service, signer and web app once it is filled in', async () => {
    const filled = fillIn(text);
    const problems: string[] = [];
    const parsed = parseInstallation(filled, problems);
    expect(problems).toEqual([]);
    if (!parsed) return;
    expect(parsePolicy(filled).routes).toHaveLength(parsed.catalog.routes.length);
    expect(parsed.catalog.routes).toHaveLength(24);
    const web = toWebConfig(parsed.installation, JSON.parse(filled).web);
    await expect(parseConfig(web)).resolves.toMatchObject({ installation: 'harbour' });
  });

  test('is refused before, with a sentence for each placeholder', () => {
    const problems = problemsOf(text);
    expect(problems.length).toBe(6);
    for (const problem of problems) {
      expect(problem).toMatch(/^vaults\..* is the placeholder <[^>]+>\. Replace it with your address\.$/);
    }
  });
});

test('the files of the brand that an example names exist', async () => {
  const { web }: InstallationFile = JSON.parse(
    readFileSync(new URL('./examples/mainnets.json', import.meta.url), 'utf8'),
  );
  for (const file of [web?.brand?.logo?.light, web?.brand?.logo?.dark]) {
    expect(existsSync(new URL(`./examples${file}`, import.meta.url)), file).toBe(true);
  }
});
