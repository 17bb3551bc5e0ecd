import { readFile, stat } from 'node:fs/promises';
import type { Abi } from 'viem';
import { toEventSignature, toFunctionSelector, toFunctionSignature } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Artifacts } from './artifacts.ts';
import { compileContracts } from './artifacts.ts';

// The owner's and guardian's functions, which neither the service nor the web app calls.
const OWNER_PART = new Set(
  `addPayer approve approvedUntil cancel cancelAll delay execute payOfBatch guardian lowerCap owner pause readyAt removePayer
  schedule setCap setGuardian setOwner unpause withdraw ActionApproved ActionCancelled ActionExecuted ActionScheduled
  AllActionsCancelled CapSet GuardianSet OwnerSet Paused PayerAdded
  PayerRemoved Unpaused Withdrawn AlreadyScheduled BadAccount BadPeriod NotReady NotScheduled RaisesCap
  UnknownAction`.split(/\s+/),
);

const GENERATED = new URL('./generated/artifacts.json', import.meta.url);

let artifacts: Artifacts;

beforeAll(async () => {
  artifacts = await compileContracts();
});

describe('the compiled contracts', () => {
  test('CausewayDeposit has exactly the shared ABI', () => {
    expect(normalise(artifacts.CausewayDeposit.abi)).toEqual(normalise(depositAbi));
  });

  test("CausewayVault has exactly the shared ABI, apart from the owner's and guardian's functions", () => {
    const payersPart = artifacts.CausewayVault.abi.filter(
      (item) => item.type !== 'constructor' && !('name' in item && OWNER_PART.has(item.name)),
    );
    expect(normalise(payersPart)).toEqual(normalise(vaultAbi));
  });

  test('TestUnprotectedVault has every function and event of the shared ABI', () => {
    expect(signatures(artifacts.TestUnprotectedVault.abi)).toEqual(signatures(vaultAbi));
  });

  test('deposit has the selector that existing clients send', () => {
    const deposit = artifacts.CausewayDeposit.abi.find((item) => item.type === 'function');
    expect(deposit && toFunctionSelector(deposit)).toBe('0xfc180638');
  });

  test('CausewayDeposit takes no plain transfers and has no constructor', () => {
    const types = artifacts.CausewayDeposit.abi.map((item) => item.type);
    expect(new Set(types)).toEqual(new Set(['function', 'event', 'error']));
  });
});

test('does not compile unchanged sources again', async () => {
  const before = [await readFile(GENERATED, 'utf8'), (await stat(GENERATED)).mtimeMs];
  expect(await compileContracts()).toEqual(artifacts);
  expect([await readFile(GENERATED, 'utf8'), (await stat(GENERATED)).mtimeMs]).toEqual(before);
});

function signatures(abi: Abi): string[] {
  return abi
    .flatMap((item) => {
      if (item.type === 'function') return [toFunctionSignature(item)];
      return item.type === 'event' ? [toEventSignature(item)] : [];
    })
    .sort();
}

/** Drops what the compiler adds itself, and the order, which means nothing in an ABI. */
function normalise(abi: Abi): string[] {
  const keep = (key: string, value: unknown) => (key === 'internalType' || key === 'anonymous' ? undefined : value);
  return abi.map((item) => JSON.stringify(sortKeys(JSON.parse(JSON.stringify(item, keep))))).sort();
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
