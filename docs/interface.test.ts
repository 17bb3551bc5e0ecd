import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { toEventSelector } from 'viem';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../service/api/openapi/examples.ts';
import { FIELD_TEXTS } from '../service/api/openapi/texts.ts';
import { depositEvent } from '../shared/abi/depositAbi.ts';
import { paidEvent } from '../shared/abi/vaultAbi.ts';
import { buildRequestWire, buildWire } from '../shared/wire/build.ts';
import { readEnvelope } from '../shared/wire/envelope.ts';
import { pairsRequestWire, pairsWire } from '../shared/wire/pairs.ts';
import { receiptRequestWire, receiptWire } from '../shared/wire/receipt.ts';
import { findBreaks } from '../tools/interface/findBreaks.ts';
import { listTables, PAGE_FILE, writeTables } from '../tools/interface/interfacePage.ts';
import { currentDocument, RELEASED_FILE } from '../tools/interface/releasedDocument.ts';

const page = readFileSync(PAGE_FILE, 'utf8');
const TOPICS = [depositEvent, paidEvent].map((event) => toEventSelector(event));

test('the tables of the page are up to date; npx tsx tools/writeInterface.ts writes them', () => {
  expect(writeTables(page)).toBe(page);
});

test('the page has a table for each object of the interface, the values, codes, steps and reasons', () => {
  const others = ['HTTP codes', 'build codes', 'reasons', 'receipt codes', 'steps', 'values'];
  expect([...listTables(page)].sort()).toEqual([...others, ...Object.keys(FIELD_TEXTS)].sort());
});

const SCHEMAS = { get_build_tx: buildWire, get_all_pair_infos: pairsWire, get_receipt: receiptWire } as const;
const REQUESTS = {
  get_build_tx: buildRequestWire,
  get_all_pair_infos: pairsRequestWire,
  get_receipt: receiptRequestWire,
} as const;

type Operation = keyof typeof SCHEMAS;
const isOperation = (name: string): name is Operation => name in SCHEMAS;

/** The calls of the example, each with the answers below it. */
const calls = page
  .split('```bash')
  .slice(1)
  .flatMap((section) => {
    const [, operation = '', body = ''] = /\$BASE\/(\w+).*? -d '(.*?)'/s.exec(section) ?? [];
    const answers = Array.from(section.matchAll(/```json\n(.*?)```/gs), ([, text = '']) => JSON.parse(text));
    return isOperation(operation) ? [{ operation, body: JSON.parse(body), answers }] : [];
  });

test('the example calls each operation once, and every answer is one that the service gives', () => {
  expect(calls.map(({ operation }) => operation)).toEqual(['get_all_pair_infos', 'get_build_tx', 'get_receipt']);
  for (const { operation, body, answers } of calls) {
    expect(v.is(REQUESTS[operation], body), operation).toBe(true);
    const known = EXAMPLES[`/${operation}`];
    expect(known.request).toEqual(body);
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) {
      expect(Object.values<unknown>(known.answers)).toContainEqual(answer);
      expect(() => readEnvelope<v.GenericSchema>(SCHEMAS[operation], answer)).not.toThrow();
    }
  }
});

test('the page states the declaration and topic0 of each event as the contracts have them', () => {
  const events = Array.from(page.matchAll(/(event \w+\([^;]*\));\s+```\s+Its `topic0` is `(0x\w+)`/g));
  expect(events.map(([, declaration = '']) => toEventSelector(declaration.replace(/\s+/g, ' ')))).toEqual(TOPICS);
  expect(events.map(([, , topic]) => topic)).toEqual(TOPICS);
});

test('a client of the last release loses nothing', () => {
  const released = JSON.parse(readFileSync(RELEASED_FILE, 'utf8'));
  expect(findBreaks(released, JSON.parse(currentDocument()))).toEqual([]);
});
