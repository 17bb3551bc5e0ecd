import type { ConversionConfig } from '@valibot/to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { amountWire } from '#shared/wire/amount.ts';
import { buildRequestWire, buildWire, transactionsWire, transactionWire } from '#shared/wire/build.ts';
import { detailsWire } from '#shared/wire/details.ts';
import { CATEGORIES, gasDropWire, pairInfoWire, pairsRequestWire, pairsWire, priceWire } from '#shared/wire/pairs.ts';
import {
  addressWire,
  chainIdWire,
  decimalsWire,
  hashWire,
  hexWire,
  nameWire,
  timestampWire,
  uint256Wire,
} from '#shared/wire/primitives.ts';
import { receiptRequestWire, receiptWire } from '#shared/wire/receipt.ts';
import { receiptsRequestWire } from '#shared/wire/receipts.ts';
import { REASONS } from '../../deposits/model/reasons.ts';
import { FIELD_TEXTS, STEP_TEXTS } from './texts.ts';

export type Json = { readonly [key: string]: unknown };

const OBJECTS: Readonly<Record<keyof typeof FIELD_TEXTS, v.GenericSchema>> = {
  BuildRequest: buildRequestWire,
  PairsRequest: pairsRequestWire,
  ReceiptRequest: receiptRequestWire,
  ReceiptsRequest: receiptsRequestWire,
  Amount: amountWire,
  Transaction: transactionWire,
  Transactions: transactionsWire,
  Build: buildWire,
  Price: priceWire,
  GasDrop: gasDropWire,
  Pair: pairInfoWire,
  Pairs: pairsWire,
  Receipt: receiptWire,
  Details: detailsWire,
};

const PRIMITIVES = {
  Address: addressWire,
  ChainId: chainIdWire,
  Decimals: decimalsWire,
  Hash: hashWire,
  Hex: hexWire,
  Timestamp: timestampWire,
  Name: nameWire,
  Uint256: uint256Wire,
} as const;

// Descriptions, and constraints that the schemas test with a function, which JSON Schema cannot express.
const REFINEMENTS: Readonly<Record<keyof typeof PRIMITIVES, Json>> = {
  Address: {
    pattern: '^(0x[0-9a-fA-F]{40}|0X[0-9A-F]{40})$',
    description:
      'An account address. Mixed case needs a valid EIP-55 checksum, which answers always have. As a token, the zero address is the native token.',
    examples: ['0x5FbDB2315678afecb367f032d93F642f64180aa3'],
  },
  ChainId: { description: 'An EIP-155 chain id in decimal.', examples: ['31337'] },
  Decimals: { description: "A token's number of decimals.", examples: [6] },
  Hash: {
    description: 'A transaction hash: 32 bytes of 0x-hex.',
    examples: ['0xc8386d9a7532fd7685c952e320e74b984aeb543acb44e567db8d46faa8a088c6'],
  },
  Hex: { description: 'Whole bytes of 0x-hex.', examples: ['0xfc180638'] },
  Timestamp: { description: 'Unix time in seconds, in decimal.', examples: ['1795381025'] },
  Name: { description: 'The name of a chain or a token.', examples: ['Northshore'] },
  Uint256: { description: 'An integer below 2^256, in decimal.', examples: ['25360000'] },
};

/** A text from a known list. New versions add values, so a client must accept any other text too. */
function growingList(what: string, texts: Readonly<Record<string, string>>): Json {
  const known = Object.entries(texts).map(([value, description]) => ({ const: value, description }));
  const unknown = { type: 'string', description: `A ${what} of a newer version. Treat it as absent.` };
  return { anyOf: [...known, unknown] };
}

const LISTS = {
  Step: {
    ...growingList('step', STEP_TEXTS),
    description: 'How far a transfer has got.',
  },
  Reason: {
    ...growingList('reason', REASONS),
    description: 'Why a request was refused, or why a transfer is waiting or failed. Each text completes "because …".',
  },
} as const;

export const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  ignoreActions: ['check'],
  definitions: { ...OBJECTS, ...PRIMITIVES },
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

type Converted = { readonly properties: Readonly<Record<string, Json>> };

/** A JSON Schema pattern has no case-insensitive flag. */
const inAnyCase = (text: string) =>
  Array.from(text, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join('');

export const CATEGORY_PATTERN = `^(?:${CATEGORIES.map(inAnyCase).join('|')})?$`;

const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });

// What the conversion can't see: a function parses these fields, or new versions add values.
const FIELD_SCHEMAS: Readonly<Record<string, Json>> = {
  'Amount.ui_value': { pattern: '^\\d+(?:\\.\\d+)?$', examples: ['25.36'] },
  'BuildRequest.ui_value': { pattern: '^(?:\\d+\\.?\\d*|\\.\\d+)$', maxLength: 160, examples: ['25'] },
  'PairsRequest.category': { pattern: CATEGORY_PATTERN, examples: ['Testnet'] },
  'Details.step': orNull(refTo('Step')),
  'Details.reason': orNull(refTo('Reason')),
};

function describeFields(name: keyof typeof FIELD_TEXTS, schema: Converted): Json {
  const texts: Readonly<Record<string, string>> = FIELD_TEXTS[name];
  const describe = (key: string, field: Json): Json => {
    // `null` counts as absent, so a default of null needs no mention.
    const { default: value, ...rest } = field;
    const known = value === null || value === undefined ? rest : field;
    return { ...known, ...FIELD_SCHEMAS[`${name}.${key}`], description: texts[key] };
  };
  const fields = Object.entries(schema.properties);
  return { ...schema, properties: Object.fromEntries(fields.map(([key, field]) => [key, describe(key, field)])) };
}

/** `components.schemas`: everything the operations send and receive, each component once, from the schemas that parse it. */
export function createNamedSchemas(): Json {
  const { $defs = {} } = toJsonSchema(amountWire, CONVERSION);
  const definitions = $defs as unknown as Readonly<Record<string, Json>>;
  const objects = Object.keys(OBJECTS) as (keyof typeof FIELD_TEXTS)[];
  return {
    ...Object.fromEntries(objects.map((name) => [name, describeFields(name, definitions[name] as Json & Converted)])),
    ...Object.fromEntries(
      Object.entries(REFINEMENTS).map(([name, refinement]) => [name, { ...definitions[name], ...refinement }]),
    ),
    ...LISTS,
  };
}
