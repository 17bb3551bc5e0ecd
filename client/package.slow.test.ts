import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DEPENDENCIES = ['viem', 'valibot', '@noble/hashes'];

// Each line below `@ts-expect-error` is wrong. Expecting an error is itself an error where a type is `any`.
const PROGRAM = `import type { Client, Delivery, PairInfo, Receipt } from 'causeway-client';
import { convertRoundingDown, createClient, formatAmount } from 'causeway-client';

export const client: Client = createClient('https://bridge.example/api/v1');
export const sumOf = (pairs: readonly PairInfo[]): bigint => pairs.reduce((sum, { min }) => sum + min.amount, 0n);
export function describe(receipt: Receipt): string {
  if (receipt.kind === 'unknown') return receipt.kind;
  if (receipt.kind === 'refused') return receipt.message;
  if (receipt.kind === 'delivered') return formatAmount(receipt.delivery.received);
  return receipt.report.step ?? receipt.report.message;
}
export async function misuse(pair: PairInfo, delivery: Delivery): Promise<void> {
  // @ts-expect-error
  pair.min.amount satisfies string;
  // @ts-expect-error
  pair.originToken satisfies number;
  // @ts-expect-error
  delivery.payoutHash satisfies number;
  // @ts-expect-error
  delivery.bridgeFee satisfies string;
  // @ts-expect-error
  convertRoundingDown(1n, 6) satisfies string;
  const receipt = await client.getReceipt({ depositHash: '0x' });
  // @ts-expect-error
  receipt.kind satisfies 'delivered';
  if (receipt.kind === 'failed') {
    // @ts-expect-error
    receipt.report.reason satisfies number;
    // @ts-expect-error
    receipt.claim.amount satisfies number;
  }
  const answer = await client.getBuild({
    ...{ originChainName: 'A', destinationChainName: 'B', tokenName: 'USDC', amountText: '1' },
    ...{ sender: '0x0000000000000000000000000000000000000001', recipient: '0x0000000000000000000000000000000000000002' },
  });
  // @ts-expect-error
  if (answer.kind === 'refused') answer.min satisfies bigint;
}
console.log(formatAmount({ amount: 1_500_000n, decimals: 6 }), typeof client.getPairs);
`;

// Outside the repository, so that none of the repository's packages are found there.
const folder = mkdtempSync(join(tmpdir(), 'causeway-client-'));

beforeAll(() => {
  const packing = ['pack', './client', '--silent', '--pack-destination', folder];
  const output = execFileSync('npm', packing, { cwd: ROOT, encoding: 'utf8' });
  // The last line; the package's build writes above it.
  const tarball = join(folder, output.trim().split('\n').at(-1) ?? '');
  const installed = join(folder, 'node_modules/causeway-client');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components', '1']);
  for (const name of DEPENDENCIES) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
});

afterAll(() => rmSync(folder, { recursive: true }));

test('the package contains its licence and those of the packages it bundles', () => {
  const read = (file: string) => readFileSync(join(folder, 'node_modules/causeway-client', file), 'utf8');
  expect(read('LICENSE')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  expect(read('dist/THIRD-PARTY.txt')).toMatch(/^valibot \d+\.\d+\.\d+ \(MIT\)$/m);
});

test.each([
  ['Bundler', 'ESNext'],
  ['NodeNext', 'NodeNext'],
])('a program outside the repository passes tsc --strict with the packed client (%s)', (resolution, module) => {
  const args = ['--strict', '--target', 'ES2023', '--lib', 'ES2023,DOM', '--types', ''];
  const resolving = ['--module', module, '--moduleResolution', resolution, '--outDir', 'out'];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, ...args, ...resolving, 'program.ts'], {
    ...{ cwd: folder, encoding: 'utf8' },
  });
  expect(stdout).toBe('');
  expect(execFileSync(process.execPath, ['out/program.js'], { cwd: folder, encoding: 'utf8' })).toBe('1.5 function\n');
});
