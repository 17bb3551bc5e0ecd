import { readFileSync } from 'node:fs';
import { parseUnits } from 'viem';
import { describe, expect, test } from 'vitest';
import { InvalidConfig } from '../service/boot/operatorError.ts';
import { parseConfigFile } from '../service/boot/readConfig.ts';
import { parsePolicy } from '../service/signer/process/policyFile.ts';
import { parseConfig } from '../shared/config/runtimeConfig.ts';

function readExample(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

const read = (path: string) => readExample(`examples/${path}`);

/** What an operator fills in: the addresses, the files with URLs, and the block of the deposit contract. */
function fillIn(text: string): string {
  const addresses = new Map<string, string>();
  const filled = text.replace(/"<([^">]+)>"/g, (_match, name: string) => {
    const address = addresses.get(name) ?? `0x${(addresses.size + 1).toString(16).padStart(40, '0')}`;
    addresses.set(name, address);
    return `"${address}"`;
  });
  return filled
    .replace(/\{\s*"file": "([^"/]+)"\s*\}/g, (_match, name: string) => `"https://${name}.example/key"`)
    .replaceAll('"startBlock": 0', '"startBlock": 1000000');
}

function problemsOfService(text: string): readonly string[] {
  const problems: string[] = [];
  parseConfigFile(text, problems);
  return problems;
}

function problemsOfPolicy(text: string): readonly string[] {
  try {
    parsePolicy(text);
    return [];
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems;
    throw error;
  }
}

describe.each(['testnets', 'mainnets'])('the example for %s', (folder) => {
  const [service, policy, web] = ['service.json', 'signer-policy.json', 'web.json'].map((file) =>
    read(`${folder}/${file}`),
  );
  if (!service || !policy || !web) throw new Error('an example lacks a file');

  test('is accepted once it is filled in', async () => {
    expect(problemsOfService(fillIn(service))).toEqual([]);
    expect(problemsOfPolicy(fillIn(policy))).toEqual([]);
    await expect(parseConfig(JSON.parse(fillIn(web)))).resolves.toBeDefined();
  });

  test('is refused before, with a sentence for each placeholder', async () => {
    const withUrls = (text: string) => text.replace(/\{\s*"file": "[^"]*"\s*\}/g, '"https://rpc.example"');
    const sentence =
      /^(hotWallet|chains\.\d\.(vault|hotWallet|depositContract)) is the placeholder <[^>]+>\. Write the address/;
    for (const problems of [problemsOfService(withUrls(service)), problemsOfPolicy(withUrls(policy))]) {
      expect(problems.length).toBeGreaterThan(8);
      for (const problem of problems) expect(problem).toMatch(sentence);
    }
    await expect(parseConfig(JSON.parse(web))).rejects.toThrow('chains.0.vault: must be an account address');
  });

  test('has a route of the policy for each route of the service, with the same chains and tokens everywhere', () => {
    const [ofService, ofPolicy, ofWeb] = [service, policy, web].map((text) => JSON.parse(text));
    const nameRoute = ({ token, from, to }: Record<string, string>) => `${token} ${from} ${to}`;
    expect(ofPolicy.routes.map(nameRoute)).toEqual(ofService.routes.map(nameRoute));
    const ids = (file: { chains: { id: number }[] }) => file.chains.map(({ id }) => id);
    expect(ids(ofPolicy)).toEqual(ids(ofService));
    expect(ids(ofWeb)).toEqual(ids(ofService));
  });
});

type Named = { readonly name: string };
type ServiceExample = { readonly routes: readonly { token: string; from: string; to: string; max: string }[] };
type PolicyExample = {
  readonly chains: readonly (Named & {
    readonly tokens: readonly (Named & { maxPerPayment: string })[];
  })[];
};

describe.each([
  ['examples/testnets/service.json', 'examples/testnets/signer-policy.json'],
  ['examples/mainnets/service.json', 'examples/mainnets/signer-policy.json'],
  ['service/config.example.json', 'service/signer/process/policy.example.json'],
])('%s and %s', (servicePath, policyPath) => {
  const { routes }: ServiceExample = JSON.parse(readExample(servicePath));
  const { chains }: PolicyExample = JSON.parse(readExample(policyPath));
  const SCALE = 18;

  // A refund returns the deposit: the largest amount, the network fee and the bridge fee.
  test('the caps of the policy leave room above the largest transfer', () => {
    let compared = 0;
    for (const { token: tokenName, from, to, max } of routes) {
      const ends = chains.filter(({ name }) => name === from || name === to);
      for (const token of ends.flatMap(({ tokens }) => tokens.filter(({ name }) => name === tokenName))) {
        const [largest, payment] = [max, token.maxPerPayment].map((text) => parseUnits(text, SCALE)) as [
          bigint,
          bigint,
        ];
        expect(payment * 100n).toBeGreaterThanOrEqual(largest * 120n);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(3);
  });
});
